import PlatformFacts
import Quantities
import Testing

/// The systems that have an API.
@Suite struct AvailabilityTests {
  static let all: [(name: String, availability: Availability)] = [
    ("iOS 7", .iOS7), ("iOS 8", .iOS8), ("iOS 11", .iOS11), ("iOS 13", .iOS13), ("iOS 16", .iOS16),
    ("iOS 17", .iOS17), ("iOS 18.4", .iOS18_4), ("26", .everySystem(Version(26))),
    ("26.1", .everySystem(Version(26, 1))),
  ]

  /// A later release of one system is not an earlier release of another system.
  @Test(arguments: Platform.allCases) func releasesAreInOrder(_ platform: Platform) throws {
    let versions = try Self.all.map { try #require($0.availability.introduced[platform], "\($0.name)") }
    #expect(versions == versions.sorted())
  }

  static let schedulers: [(name: String, availability: Availability)] = [
    ("scheduler", PlatformFacts.taskSchedulerAvailability.value),
    ("continued processing", PlatformFacts.continuedProcessingAvailability.value),
    ("health research", PlatformFacts.healthResearchAvailability.value),
    ("submitTaskRequest", PlatformFacts.submitTaskRequestAvailability.value),
    ("backgroundTask", PlatformFacts.backgroundTaskModifierAvailability.value),
    ("backgroundTask of sessions", PlatformFacts.sessionModifierAvailability.value),
    ("processingTask", PlatformFacts.processingModifierAvailability.value),
    ("Logger", PlatformFacts.loggerAvailability.value),
  ]

  /// No API is older than the first version of a system with apps.
  @Test(arguments: all + schedulers) func nothingIsOlderThanItsSystem(
    _ name: String, _ availability: Availability
  ) {
    let first = VersionsByPlatform(
      iOS: Version(2), macOS: Version(10, 0), macCatalyst: Version(13), tvOS: Version(9),
      watchOS: Version(2), visionOS: Version(1))
    for platform in Platform.allCases {
      guard let version = availability.introduced[platform], let first = first[platform] else { continue }
      #expect(version >= first, "\(name) on \(platform)")
    }
    #expect(availability.introduced[.iOS] != nil)
  }

  /// Catalyst has the APIs of iOS from 13.1 on, unless the fact gives another version.
  @Test func catalystFollowsIOS() {
    #expect(Availability.iOS7.introduced[.macCatalyst] == Version(13, 1))
    #expect(Availability.iOS13.introduced[.macCatalyst] == Version(13, 1))
    #expect(Availability.iOS16.introduced[.macCatalyst] == Version(16))
    #expect(PlatformFacts.continuedProcessingAvailability.value.introduced[.macCatalyst] == nil)
    #expect(PlatformFacts.healthResearchAvailability.value.introduced[.macCatalyst] == Version(17))
  }

  @Test func deprecationKeepsTheSystems() {
    let versions = VersionsByPlatform(iOS: Version(18, 4))
    for (name, availability) in Self.all + Self.schedulers {
      let deprecated = availability.deprecated(since: versions)
      #expect(deprecated.introduced == availability.introduced, "\(name)")
      #expect(deprecated.deprecated == versions)
    }
  }

  /// watchOS has the scheduler in a later SDK than the other systems.
  @Test func theSDKDecidesAboutWatchOS() {
    let old = PlatformFacts.taskSchedulerAvailability(in: Version(26, 1))
    let new = PlatformFacts.taskSchedulerAvailability(in: PlatformFacts.watchSchedulerSDK.value)
    #expect(old.introduced[.watchOS] == nil && new.introduced[.watchOS] != nil)
    #expect(Platform.allCases.allSatisfy { $0 == .watchOS || old.introduced[$0] == new.introduced[$0] })
  }
}
