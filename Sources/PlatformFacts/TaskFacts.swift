internal import Quantities

extension PlatformFacts {
  /// Which systems have `BGTaskScheduler`, app refresh and processing tasks.
  package static let taskSchedulerAvailability = Fact(
    Availability(iOS: Version(13), macOS: nil, watchOS: nil, tvOS: Version(13), visionOS: Version(1)),
    .documented, .taskSchedulerHeader)
  /// Which systems have continued processing tasks.
  package static let continuedProcessingAvailability = Fact(
    Availability(
      iOS: Version(26), macOS: nil, watchOS: nil, tvOS: nil, visionOS: nil, macCatalyst: .some(nil)),
    .documented, .taskRequestHeader)
  /// Which systems have health research tasks.
  package static let healthResearchAvailability = Fact(
    Availability(
      iOS: Version(17), macOS: nil, watchOS: nil, tvOS: Version(17), visionOS: Version(1),
      macCatalyst: Version(17)),
    .documented, .taskHeader)
  /// Which systems have `submitTaskRequest`, which replaces `submit`.
  package static let submitTaskRequestAvailability = Fact(
    Availability(iOS: Version(27), macOS: nil, watchOS: nil, tvOS: Version(27), visionOS: Version(27)),
    .documented, .submitTaskRequest)
}
