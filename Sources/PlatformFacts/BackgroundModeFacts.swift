/// A value of `UIBackgroundModes`.
package struct BackgroundModeFact: Sendable {
  /// The value as the property list has it.
  package let name: String
  /// The systems for which Xcode offers the mode; empty if Xcode does not offer the mode.
  package let platforms: [Platform]
  /// The work that the mode allows.
  package let purpose: String
}

extension PlatformFacts {
  /// The values of `UIBackgroundModes`, in the order of Apple's table.
  package static let backgroundModes: Fact<[BackgroundModeFact]> = Fact(
    [
      mode(
        "audio", platforms: [.iOS, .macCatalyst, .tvOS, .visionOS, .watchOS],
        purpose: "plays or records audio"),
      mode("location", platforms: [.iOS, .macCatalyst, .watchOS], purpose: "follows the device's location"),
      mode(
        "voip", platforms: [.iOS, .macCatalyst, .visionOS, .watchOS],
        purpose: "takes calls, which it reports to CallKit"),
      mode("external-accessory", platforms: [.iOS, .macCatalyst], purpose: "talks to an accessory"),
      mode(
        "bluetooth-central", platforms: [.iOS, .macCatalyst, .visionOS],
        purpose: "talks to Bluetooth accessories"),
      mode("bluetooth-peripheral", platforms: [.iOS, .macCatalyst], purpose: "is a Bluetooth accessory"),
      mode(
        "fetch", platforms: [.iOS, .macCatalyst, .tvOS, .visionOS],
        purpose: "is launched for app refresh tasks"),
      mode(
        "remote-notification", platforms: [.iOS, .macCatalyst, .tvOS, .visionOS, .watchOS],
        purpose: "is launched for background pushes"),
      mode(
        "processing", platforms: [.iOS, .macCatalyst, .tvOS, .visionOS],
        purpose: "is launched for processing tasks"),
      mode("nearby-interaction", platforms: [.iOS, .macCatalyst], purpose: "keeps measuring nearby devices"),
      mode("push-to-talk", platforms: [.iOS, .macCatalyst], purpose: "is launched for push to talk"),
      mode("network-authentication", platforms: [], purpose: "authenticates to hotspots"),
      mode("newsstand-content", platforms: [], purpose: "downloads magazines"),
      mode("workout-processing", platforms: [.watchOS], purpose: "tracks a workout"),
    ], .documented, .executionModes, .bundleResources)

  /// The values of `WKBackgroundModes` that exclude each other: a watch app may have at most one of these values.
  package static let exclusiveWatchModes = Fact(
    ["self-care", "mindfulness", "physical-therapy", "alarm"], .documented, .bundleResources)

  /// The fact about a value of `UIBackgroundModes`.
  package static func backgroundMode(_ name: String) -> BackgroundModeFact? {
    let modes = backgroundModes.value
    // Most names differ in length, and comparing lengths is faster than comparing names.
    let length = name.utf8.count
    return modes.indices.first { modes[$0].name.utf8.count == length && modes[$0].name == name }.map {
      modes[$0]
    }
  }

  private static func mode(_ name: String, platforms: [Platform], purpose: String)
    -> BackgroundModeFact
  {
    BackgroundModeFact(name: name, platforms: platforms, purpose: purpose)
  }
}
