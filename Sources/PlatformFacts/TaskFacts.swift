package import Quantities

extension PlatformFacts {
  /// The systems that have `BGTaskScheduler`, app refresh and processing tasks.
  package static let taskSchedulerAvailability = Fact(
    Availability(iOS: Version(13), macOS: nil, watchOS: nil, tvOS: Version(13), visionOS: Version(1)),
    .documented, .taskSchedulerHeader)
  /// The systems that have `BGTaskScheduler` in an SDK. watchOS has `BGTaskScheduler` only in later SDKs.
  package static func taskSchedulerAvailability(in sdk: Version) -> Availability {
    guard sdk >= watchSchedulerSDK.value else { return taskSchedulerAvailability.value }
    return Availability(
      iOS: Version(13), macOS: nil, watchOS: Version(26), tvOS: Version(13), visionOS: Version(1))
  }
  /// The systems that have continued processing tasks.
  package static let continuedProcessingAvailability = Fact(
    Availability(
      iOS: Version(26), macOS: nil, watchOS: nil, tvOS: nil, visionOS: nil, macCatalyst: .some(nil)),
    .documented, .taskRequestHeader)
  /// The systems that have health research tasks. tvOS is not included, because the header has the request for tvOS 17, but
  /// not the task.
  package static let healthResearchAvailability = Fact(
    Availability(
      iOS: Version(17), macOS: nil, watchOS: nil, tvOS: nil, visionOS: Version(1), macCatalyst: Version(17)),
    .documented, .taskHeader)
  /// The systems that have `submitTaskRequest`, which replaces `submit`.
  package static let submitTaskRequestAvailability = Fact(
    Availability(iOS: Version(27), macOS: nil, watchOS: nil, tvOS: Version(27), visionOS: Version(27)),
    .documented, .submitTaskRequest)
  /// The systems that have SwiftUI's `Scene.backgroundTask`, with app refresh tasks.
  package static let backgroundTaskModifierAvailability = Fact(
    Availability(
      iOS: Version(16), macOS: nil, watchOS: Version(9), tvOS: Version(16), visionOS: Version(1),
      macCatalyst: Version(16)), .documented, .backgroundTaskModifier)
  /// The systems that have SwiftUI's `Scene.backgroundTask` with the events of background sessions.
  package static let sessionModifierAvailability = Fact(
    Availability(
      iOS: Version(16), macOS: Version(13), watchOS: Version(9), tvOS: Version(16), visionOS: Version(1),
      macCatalyst: Version(16)), .documented, .backgroundTaskModifier)
  /// The systems that have `uploadTask(withResumeData:)`.
  package static let resumedUploadAvailability = Fact(
    Availability(
      iOS: Version(17), macOS: Version(14), watchOS: Version(10), tvOS: Version(17), visionOS: Version(1),
      macCatalyst: Version(17)), .documented, .urlSessionHeader)
  /// The systems that have WidgetKit's `onBackgroundURLSessionEvents`.
  package static let widgetSessionEventsAvailability = Fact(
    Availability(
      iOS: Version(14), macOS: Version(11), watchOS: Version(9), tvOS: nil, visionOS: Version(26),
      macCatalyst: Version(14)), .documented, .widgetSessionEvents)
  /// The systems that have SwiftUI's `BackgroundTask.processingTask`.
  package static let processingModifierAvailability = Fact(
    Availability(
      iOS: Version(27), macOS: nil, watchOS: Version(27), tvOS: Version(27), visionOS: nil,
      macCatalyst: .some(nil)), .documented, .backgroundTaskModifierBeta)
  /// The systems that have `os.Logger`.
  package static let loggerAvailability = Fact(
    Availability(
      iOS: Version(14), macOS: Version(11), watchOS: Version(7), tvOS: Version(14), visionOS: Version(1),
      macCatalyst: Version(14)), .documented, .loggerReference)
  /// The SDK that lets watch apps use `BGTaskScheduler`, according to third-party reports of the SDK's headers.
  package static let watchSchedulerSDK = Fact(Version(27), .reported, .submitTaskRequest)
  /// The oldest SDK whose Xcode has Swift 6.1, which generated code needs: Xcode 16.3.
  package static let generatedCodeSDK = Fact(Version(18, 4), .documented, .xcodeVersions)
  /// The version of iOS that deprecates legacy background fetch, and in which `BGTaskSchedulerPermittedIdentifiers` disables
  /// legacy background fetch.
  package static let legacyFetchDeprecated = Fact(
    Version(13), .documented, .fetchReference, .usingBackgroundTasks)
}
