package import Quantities

// What the generated code's documentation tells of the platform, without full stops.
extension PlatformFacts {
  // MARK: Sessions

  /// What a configuration is to a session that has been made with it.
  package static let configurationCopied = Fact(
    "A session copies its configuration when it is made, and later changes are ignored", .documented,
    .urlSessionHeader)
  /// How a relaunched app finds its transfers again.
  package static let sessionRecreated = Fact(
    "After a relaunch the session has to be made again, with the same identifier and the same configuration",
    .documented, .downloadingInBackground)
  /// How often a session may exist.
  package static let sessionInOneProcess = Fact(
    "A session may be in use by one process at a time: the app and each extension have their own",
    .documented,
    .extensionTransfers, .urlErrorReference)
  /// Who hears of an extension's session while the extension doesn't run.
  package static let extensionSessionEvents = Fact(
    "The system launches the containing app for the session of an extension that doesn't run", .documented,
    .extensionTransfers)
  /// When the app may make a session of the same identifier again.
  package static let sessionInvalidation = Fact(
    "A session of the same identifier may be made again only after the delegate has heard of the invalidation",
    .documented, .urlSessionHeader)
  /// When and where the system wants its completion handler called.
  package static let eventsCompletion = Fact(
    "The handler is called on the main thread, after `urlSessionDidFinishEvents(forBackgroundURLSession:)`",
    .documented, .sessionDelegateReference, .downloadingInBackground)
  /// What becomes of a downloaded file.
  package static let downloadIsTemporary = Fact(
    "The system removes a downloaded file as soon as the delegate method returns", .documented,
    .downloadingInBackground)
  /// What a background session uploads.
  package static let uploadsFromFiles = Fact(
    "Uploads from data or from a stream fail when the app exits, so that a background session uploads files only",
    .documented, .downloadingInBackground)
  /// What becomes of an app that hands over a file which is not there.
  package static let uploadsAreChecked = Fact(
    "A background session raises an exception where it can't read the file of an upload", .reported,
    .trustKitUpload, .awsUpload)
  /// What the byte counts of a task are for.
  package static let byteCountsSchedule = Fact(
    "The system schedules by the number of bytes that the app expects", .documented, .urlSessionHeader)
  /// Why transfers are submitted together.
  package static let submitTogether = Fact(
    "Each resume of the app in the background makes the wait before its next transfer longer", .stated,
    .resumeRateLimiter, .downloadingInBackground)
  /// What the reason of a cancelled task tells.
  package static let cancelReasons = Fact(
    "A background task that the system has cancelled carries the reason", .documented, .urlErrorHeader,
    .urlErrorReference)
  /// What a person does to an app by swiping it away.
  package static let forceQuitCancels = Fact(
    "A person who closes the app in the app switcher cancels all of its transfers, and the system doesn't launch it for them",
    .documented, .urlSessionHeader)
  /// Why a debug build may want to begin anew.
  package static let cleanSlate = Fact(
    "Xcode installs a build in a new place, and transfers of an earlier one can confuse the next debugging session",
    .stated, .testingSessions)

  // MARK: Pushes and background tasks

  /// What the handler of a background push has to do.
  package static let pushHandler = Fact(
    "The completion handler has to be called within \(pushRuntime.value), or the system ends the app",
    .documented, .applicationReference)
  /// What the request to APNs has to say.
  package static let pushRequest = Fact(
    "A background push has the type background, the priority \(pushPriority.value) and the app's bundle identifier as its topic",
    .documented, .sendingNotifications)
  /// How long before the end of a push's time its work is cancelled.
  package static let pushMargin = Fact(TimeSpan.seconds(5), .assumed, .ourAssumption)
  /// How long cancelled work may take to end.
  package static let cancellationGrace = Fact(TimeSpan.seconds(1), .stated, .backgroundTaskNotes)
  /// What holds for every background task of UIApplication's.
  package static let backgroundTaskBalance = Fact(
    "The system ends an app that doesn't end its background task, also when the time is up", .documented,
    .beginBackgroundTask, .backgroundTaskNotes)
  /// When a background task is to begin.
  package static let backgroundTaskBegin = Fact(
    "A background task is begun before the work, and not only when the app goes to the background",
    .documented, .beginBackgroundTask, .wwdc19Background)
  /// What an extension has instead.
  package static let expiringActivity = Fact(
    "An extension has no background tasks of UIApplication's; it asks ProcessInfo for time", .documented,
    .performExpiringActivity)
}
