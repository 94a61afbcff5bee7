/// A value of `UIBackgroundModes`.
package struct BackgroundModeFact: Sendable {
  /// The value as the property list has it.
  package let name: String
  /// The systems for which Xcode offers it; empty if Xcode does not offer it.
  package let platforms: [Platform]
  /// The work that it allows.
  package let purpose: String
}

extension PlatformFacts {
  /// The values of `UIBackgroundModes`, in the order of Apple's table.
  package static let backgroundModes: Fact<[BackgroundModeFact]> = Fact(
    [
      mode("audio", [.iOS, .macCatalyst, .tvOS, .visionOS, .watchOS], "plays or records audio"),
      mode("location", [.iOS, .macCatalyst, .watchOS], "follows the device's location"),
      mode("voip", [.iOS, .macCatalyst, .visionOS, .watchOS], "takes calls, which it reports to CallKit"),
      mode("external-accessory", [.iOS, .macCatalyst], "talks to an accessory"),
      mode("bluetooth-central", [.iOS, .macCatalyst, .visionOS], "talks to Bluetooth accessories"),
      mode("bluetooth-peripheral", [.iOS, .macCatalyst], "is a Bluetooth accessory"),
      mode("fetch", [.iOS, .macCatalyst, .tvOS, .visionOS], "is launched for app refresh tasks"),
      mode(
        "remote-notification", [.iOS, .macCatalyst, .tvOS, .visionOS, .watchOS],
        "is launched for background pushes"),
      mode("processing", [.iOS, .macCatalyst, .tvOS, .visionOS], "is launched for processing tasks"),
      mode("nearby-interaction", [.iOS, .macCatalyst], "keeps measuring nearby devices"),
      mode("push-to-talk", [.iOS, .macCatalyst], "is launched for push to talk"),
      mode("network-authentication", [], "authenticates to hotspots"),
      mode("newsstand-content", [], "downloads magazines"),
      mode("workout-processing", [.watchOS], "tracks a workout"),
    ], .documented, .executionModes, .bundleResources)

  /// The values of `WKBackgroundModes` of which a watch app may have at most one.
  package static let exclusiveWatchModes = Fact(
    ["self-care", "mindfulness", "physical-therapy", "alarm"], .documented, .bundleResources)

  /// The fact about a value of `UIBackgroundModes`.
  package static func backgroundMode(_ name: String) -> BackgroundModeFact? {
    let modes = backgroundModes.value
    // Most names differ in length, which is quicker to see.
    let length = name.utf8.count
    return modes.indices.first { modes[$0].name.utf8.count == length && modes[$0].name == name }.map {
      modes[$0]
    }
  }

  private static func mode(_ name: String, _ platforms: [Platform], _ purpose: String)
    -> BackgroundModeFact
  {
    BackgroundModeFact(name: name, platforms: platforms, purpose: purpose)
  }
}
