package import Quantities

/// Numbers that Apple documents, or that other sources report.
package enum PlatformFacts {
  /// The newest SDK that these facts were read from.
  package static let newestSDK = Fact(Version(26, 1), .documented, .urlSessionHeader)
  /// The first SDK whose apps have to adopt the scene life cycle. Without the scene life cycle, such an app does not launch.
  package static let sceneLifeCycleSDK = Fact(Version(27, 0), .documented, .sceneLifeCycleNote)

  /// The shortest time between two timelines of a widget that Apple advises.
  package static let widgetReloadFloor = Fact(TimeSpan.minutes(5), .documented, .widgetUpdates)

  /// The first iOS in which Core Location asks for the authorization by itself when code iterates over live updates.
  package static let locationServiceSessions = Fact(Version(18, 0), .documented, .locationServiceSessions)

  // MARK: Background tasks

  /// The number of app refresh requests that may be pending.
  package static let pendingRefreshRequests = Fact(1, .documented, .taskSchedulerHeader)
  /// The number of processing requests that may be pending.
  package static let pendingProcessingRequests = Fact(10, .documented, .taskSchedulerHeader)
  /// The time that an app refresh task may run.
  package static let refreshRuntime = Fact(
    TimeSpan.seconds(30), .documented, .backgroundStrategies, .wwdc19Background)
  /// The time after which app refreshes have been seen to expire early.
  package static let earlyExpiry = Fact(TimeSpan.seconds(2)...TimeSpan.seconds(5), .reported, .earlyExpiry)
  /// The time that a `UIApplication` background task may run.
  package static let backgroundTaskRuntime = Fact(TimeSpan.seconds(30), .stated, .backgroundTaskNotes)
  /// The time that the expiration handler of a task has.
  package static let expirationRuntime = Fact(TimeSpan.seconds(1), .stated, .backgroundTaskNotes)
  /// The time that cancelled work has before generated code completes its task: half of the time of the expiration handler.
  package static let expirationGrace = Fact(TimeSpan(milliseconds: 500), .assumed, .ourAssumption)
  /// The furthest earliest begin date with which a request is not skipped.
  package static let earliestBeginMaximum = Fact(TimeSpan.days(7), .documented, .wwdc19Background)

  /// The period below which processing tasks were observed not to run in time.
  package static let processingCadence = Fact(TimeSpan.hours(4), .reported, .wildApps)
  /// The longest wait that is too short to affect app refresh tasks.
  package static let refreshFloor = Fact(TimeSpan.seconds(30), .reported, .wildApps)

  /// The shortest interval that NSBackgroundActivityScheduler is meant for.
  package static let backgroundActivityInterval = Fact(TimeSpan.minutes(10), .documented, .backgroundActivity)
  /// The suffix of the identifier of an Exposure Notification task, which the system runs on its own schedule.
  package static let exposureNotificationSuffix = Fact(
    ".exposure-notification", .reported, .exposureNotificationApps)

  // MARK: Sessions

  /// The default of `timeoutIntervalForRequest`.
  package static let requestTimeout = Fact(TimeSpan.seconds(60), .documented, .urlSessionHeader)
  /// The default of `timeoutIntervalForResource`.
  package static let resourceTimeout = Fact(TimeSpan.days(7), .documented, .urlSessionHeader)
  /// The resource timeout below which a discretionary transfer puts stress on the system.
  package static let discretionaryResourceTimeout = Fact(TimeSpan.hours(12), .documented, .wwdc14Energy)
  /// The default of `httpMaximumConnectionsPerHost`.
  package static let connectionsPerHost = Fact(6, .documented, .downloadingInBackground)
  /// The number of background sessions that an app should have.
  package static let backgroundSessions = Fact(1, .documented, .downloadingInBackground)
  /// The number of simultaneous transfers above which fewer and larger transfers are better.
  package static let transfers = Fact(1_000, .stated, .resumeRateLimiter, .downloadingInBackground)
  /// The values of `URLSessionTask.priority`.
  package static let priorities = Fact(0.0...1.0, .documented, .urlSessionHeader)
  /// The total size from which a transfer is large. Only advice uses this number; Apple gives no number.
  package static let largeTransfer = Fact(ByteCount(bytes: 100_000_000), .assumed, .ourAssumption)
  /// The time in which an app submits a task to a background session: 300 tasks took 6 to 7 s.
  package static let submissionTime = Fact(TimeSpan(milliseconds: 22), .reported, .handOver)
  /// The least time of submissions that an estimate reports. In the cited report, the system ended an app whose submissions took about this
  /// time.
  package static let longSubmission = Fact(TimeSpan.seconds(5), .assumed, .handOver, .ourAssumption)
  /// The period from which recurring work is daily or rarer. Only advice uses this number; Apple gives no number.
  package static let dailyTransfer = Fact(TimeSpan.days(1), .assumed, .ourAssumption)
  /// The total size up to which a transfer is small enough for any network. Only advice uses this number; Apple gives no
  /// number.
  package static let smallTransfer = Fact(ByteCount(bytes: 1_000_000), .assumed, .ourAssumption)
  /// The headers that the system sets itself, in lowercase.
  package static let reservedHeaders = Fact(
    [
      "authorization", "connection", "content-length", "host", "proxy-authenticate", "proxy-authorization",
      "www-authenticate",
    ], .documented, .urlSessionHeader, .urlRequestHeader)
  /// The interval between background transfers that Apple asks of a watch app with an active complication.
  package static let watchSpacing = Fact(TimeSpan.minutes(15), .documented, .watchTransfers)
  /// The interval between refreshes that a watch app with an active complication can safely schedule: four an hour.
  package static let watchRefreshInterval = Fact(TimeSpan.minutes(15), .documented, .complicationTimeline)
  /// The prefix of an app group's identifier on every system except macOS.
  package static let appGroupPrefix = Fact("group.", .documented, .applicationGroups)
  /// The resume delay doubles with each background resume.
  package static let limiterFactor = Fact(2, .stated, .resumeRateLimiter, .downloadingInBackground)

  // MARK: Pushes

  /// The only priority that a background push may have.
  package static let pushPriority = Fact(5, .documented, .sendingNotifications, .wwdc19Background)
  /// The priority of a push without the header `apns-priority`.
  package static let pushPriorityByDefault = Fact(10, .documented, .sendingNotifications)
  /// The values of apns-push-type.
  package static let pushTypes = Fact(
    [
      "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
      "pushtotalk", "voip", "widgets",
    ], .documented, .sendingNotifications)
  /// The suffix that the topic of a push has after the bundle identifier, by the documented value of apns-push-type.
  package static let pushTopicSuffixes = Fact(
    [
      "alert": "", "background": "", "complication": ".complication", "fileprovider": ".pushkit.fileprovider",
      "liveactivity": ".push-type.liveactivity", "location": ".location-query", "voip": ".voip",
    ], .documented, .sendingNotifications)
  /// The suffixes of topics for push types whose topics are reported, but not read in Apple's documentation.
  package static let reportedPushTopicSuffixes = Fact(
    ["pushtotalk": ".voip-ptt", "widgets": ".push-type.widgets"], .reported, .sendingNotifications)
  /// The number of Live Activity updates with priority 10 in a day from which the updates may exceed the system's budget. Only advice uses
  /// this number: Apple documents a budget for each hour, without a number.
  package static let liveActivityUpdates = Fact(24, .assumed, .liveActivityPushes, .ourAssumption)
  /// The first iOS with PhotoKit's background upload extension.
  package static let photoUploadExtension = Fact(Version(26, 1), .documented, .photoUpload)
  /// The largest payload of a push.
  package static let pushPayload = Fact(ByteCount(bytes: 4_096), .documented, .sendingNotifications)
  /// The most background pushes that Apple advises to send in an hour. The system throttles further pushes.
  package static let pushesPerHour = Fact(3, .documented, .pushingUpdates, .backgroundStrategies)
  /// The time that the handler of a background push may run.
  package static let pushRuntime = Fact(TimeSpan.seconds(30), .documented, .applicationReference)
}
