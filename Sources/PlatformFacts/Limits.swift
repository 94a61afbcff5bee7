package import Quantities

/// Numbers that Apple documents, or that others found.
package enum PlatformFacts {
  /// The newest SDK that these facts were read from.
  package static let newestSDK = Fact(Version(26, 1), .documented, .urlSessionHeader)

  // MARK: Background tasks

  /// How many app refresh requests may be pending.
  package static let pendingRefreshRequests = Fact(1, .documented, .taskSchedulerHeader)
  /// How many processing requests may be pending.
  package static let pendingProcessingRequests = Fact(10, .documented, .taskSchedulerHeader)
  /// How long an app refresh task may run.
  package static let refreshRuntime = Fact(
    TimeSpan.seconds(30), .documented, .backgroundStrategies, .wwdc19Background)
  /// How long a `UIApplication` background task may run.
  package static let backgroundTaskRuntime = Fact(TimeSpan.seconds(30), .stated, .backgroundTaskNotes)
  /// How long the code may take that runs when a task expires.
  package static let expirationRuntime = Fact(TimeSpan.seconds(1), .stated, .backgroundTaskNotes)
  /// How long cancelled work has to end by itself before its task is completed for it: half of what there is.
  package static let expirationGrace = Fact(TimeSpan(milliseconds: 500), .assumed, .ourAssumption)
  /// How far ahead an earliest begin date may lie before the request may be skipped.
  package static let earliestBeginMaximum = Fact(TimeSpan.days(7), .documented, .wwdc19Background)

  /// The cadence below which processing tasks were seen to be a hope.
  package static let processingCadence = Fact(TimeSpan.hours(4), .reported, .wildApps)
  /// The floor up to which an app refresh task sets none worth the name.
  package static let refreshFloor = Fact(TimeSpan.seconds(30), .reported, .wildApps)

  /// The shortest interval that NSBackgroundActivityScheduler is meant for.
  package static let backgroundActivityInterval = Fact(TimeSpan.minutes(10), .documented, .backgroundActivity)
  /// How the identifier of an Exposure Notification task ends, which the system runs on a schedule of its own.
  package static let exposureNotificationSuffix = Fact(
    ".exposure-notification", .reported, .exposureNotificationApps)

  // MARK: Sessions

  /// How long a request may idle where the configuration doesn't say.
  package static let requestTimeout = Fact(TimeSpan.seconds(60), .documented, .urlSessionHeader)
  /// How long a resource may take where the configuration doesn't say.
  package static let resourceTimeout = Fact(TimeSpan.days(7), .documented, .urlSessionHeader)
  /// The resource timeout below which a discretionary transfer puts stress on the system.
  package static let discretionaryResourceTimeout = Fact(TimeSpan.hours(12), .documented, .wwdc14Energy)
  /// How many connections to one host a session makes where the configuration doesn't say.
  package static let connectionsPerHost = Fact(6, .documented, .downloadingInBackground)
  /// How many background sessions an app should have.
  package static let backgroundSessions = Fact(1, .documented, .downloadingInBackground)
  /// How many transfers at once are too many, and call for fewer and larger ones.
  package static let transfers = Fact(1_000, .stated, .resumeRateLimiter, .downloadingInBackground)
  /// The values of `URLSessionTask.priority`.
  package static let priorities = Fact(0.0...1.0, .documented, .urlSessionHeader)
  /// The size in all from which a transfer is large, for advice alone: Apple gives no number.
  package static let largeTransfer = Fact(ByteCount(bytes: 100_000_000), .assumed, .ourAssumption)
  /// The period from which recurring work is daily or rarer, for advice alone: Apple gives no number.
  package static let dailyTransfer = Fact(TimeSpan.days(1), .assumed, .ourAssumption)
  /// The size in all up to which a transfer is small enough for any network, for advice alone: Apple gives no number.
  package static let smallTransfer = Fact(ByteCount(bytes: 1_000_000), .assumed, .ourAssumption)
  /// The headers that the system sets itself, in lowercase.
  package static let reservedHeaders = Fact(
    [
      "authorization", "connection", "content-length", "host", "proxy-authenticate", "proxy-authorization",
      "www-authenticate",
    ], .documented, .urlSessionHeader, .urlRequestHeader)
  /// How far apart Apple asks a watch app with an active complication to space its background transfers.
  package static let watchSpacing = Fact(TimeSpan.minutes(15), .documented, .watchTransfers)
  /// How an app group's identifier begins on every system but macOS.
  package static let appGroupPrefix = Fact("group.", .documented, .applicationGroups)
  /// The resume delay doubles with each background resume.
  package static let limiterFactor = Fact(2, .stated, .resumeRateLimiter, .downloadingInBackground)

  // MARK: Pushes

  /// The only priority that a background push may have.
  package static let pushPriority = Fact(5, .documented, .sendingNotifications, .wwdc19Background)
  /// The priority of a push without the header.
  package static let pushPriorityByDefault = Fact(10, .documented, .sendingNotifications)
  /// The largest payload of a push.
  package static let pushPayload = Fact(ByteCount(bytes: 4_096), .documented, .sendingNotifications)
  /// How many background pushes an hour Apple advises to send at most; the system limits those beyond.
  package static let pushesPerHour = Fact(3, .documented, .pushingUpdates, .backgroundStrategies)
  /// How long the handler of a background push may run.
  package static let pushRuntime = Fact(TimeSpan.seconds(30), .documented, .applicationReference)
}
