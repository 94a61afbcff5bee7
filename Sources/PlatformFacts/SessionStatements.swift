package import Quantities

// The statements about the platform in generated documentation, without full stops.
extension PlatformFacts {
  // MARK: Sessions

  /// A session keeps the configuration that it was created with.
  package static let configurationCopied = Fact(
    "A session copies its configuration when it is created, and ignores later changes", .documented,
    .urlSessionHeader)
  /// A relaunched app finds its transfers through the same session.
  package static let sessionRecreated = Fact(
    "After a relaunch, the session must be created again with the same identifier and the same configuration",
    .documented, .downloadingInBackground)
  /// A session belongs to one process.
  package static let sessionInOneProcess = Fact(
    "A session may be used by one process at a time: the app and each extension have their own",
    .documented,
    .extensionTransfers, .urlErrorReference)
  /// The app is launched for an extension's session while the extension doesn't run.
  package static let extensionSessionEvents = Fact(
    "The system launches the containing app for the session of an extension that is not running", .documented,
    .extensionTransfers)
  /// A session of the same identifier can be created again after its invalidation.
  package static let sessionInvalidation = Fact(
    "A session with the same identifier may be created again only after the delegate is notified of the invalidation",
    .documented, .urlSessionHeader)
  /// The completion handler is called on the main thread, after the last event.
  package static let eventsCompletion = Fact(
    "The handler is called on the main thread, after `urlSessionDidFinishEvents(forBackgroundURLSession:)`",
    .documented, .sessionDelegateReference, .downloadingInBackground)
  /// A downloaded file is temporary.
  package static let downloadIsTemporary = Fact(
    "The system removes a downloaded file as soon as the delegate method returns", .documented,
    .downloadingInBackground)
  /// A background session uploads files.
  package static let uploadsFromFiles = Fact(
    "Uploads from data or from a stream fail when the app exits, so a background session uploads only files",
    .documented, .downloadingInBackground)
  /// An unreadable upload file ends the app.
  package static let uploadsAreChecked = Fact(
    "A background session raises an exception if it can't read the file of an upload", .reported,
    .trustKitUpload, .awsUpload)
  /// The byte counts of a task affect its scheduling.
  package static let byteCountsSchedule = Fact(
    "The system schedules by the number of bytes that the app expects", .documented, .urlSessionHeader)
  /// Transfers should be submitted together.
  package static let submitTogether = Fact(
    "Each resume of the app in the background makes the wait before its next transfer longer", .stated,
    .resumeRateLimiter, .downloadingInBackground)
  /// A cancelled task has a reason.
  package static let cancelReasons = Fact(
    "The error of a background task that the system cancelled contains the reason", .documented,
    .urlErrorHeader,
    .urlErrorReference)
  /// A force quit cancels all transfers.
  package static let forceQuitCancels = Fact(
    "A person who closes the app in the app switcher cancels all of its transfers, and the system doesn't launch it for them",
    .documented, .urlSessionHeader)
  /// Transfers of an earlier build disturb debugging.
  package static let cleanSlate = Fact(
    "Xcode installs a build in a new folder, and transfers of an earlier build can disturb the next debugging session",
    .stated, .testingSessions)

  // MARK: Pushes and background tasks

  /// The handler of a background push must call its completion handler.
  package static let pushHandler = Fact(
    "The completion handler must be called within \(pushRuntime.value), or the system ends the app",
    .documented, .applicationReference)
  /// The headers of a background push.
  package static let pushRequest = Fact(
    "A background push has the type background, the priority \(pushPriority.value) and the app's bundle identifier as its topic",
    .documented, .sendingNotifications)
  /// The time before the end of a push's runtime at which generated code cancels the push's work.
  package static let pushMargin = Fact(TimeSpan.seconds(5), .assumed, .ourAssumption)
  /// The time that cancelled work may take to end.
  package static let cancellationGrace = Fact(TimeSpan.seconds(1), .stated, .backgroundTaskNotes)
  /// Every background task of `UIApplication` must be ended.
  package static let backgroundTaskBalance = Fact(
    "The system ends an app that does not end its background task in time", .documented,
    .beginBackgroundTask, .backgroundTaskNotes)
  /// A background task begins before the work.
  package static let backgroundTaskBegin = Fact(
    "A background task must begin before the work, not only when the app enters the background",
    .documented, .beginBackgroundTask, .wwdc19Background)
  /// An extension uses `ProcessInfo` instead of a background task of `UIApplication`.
  package static let expiringActivity = Fact(
    "An extension has no `UIApplication` background tasks; it asks `ProcessInfo` for time", .documented,
    .performExpiringActivity)
}
