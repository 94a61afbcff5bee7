package import Quantities

/// The systems that have a property of `URLSessionConfiguration`, named by the iOS that introduced it.
extension Availability {
  /// iOS 7 and the systems of its time.
  package static let iOS7 = iOS7(macOS: Version(10, 9))
  /// iOS 8 and the systems of its time.
  package static let iOS8 = Availability(
    iOS: Version(8), macOS: Version(10, 10), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1))
  /// iOS 11 and the systems of its time.
  package static let iOS11 = Availability(
    iOS: Version(11), macOS: Version(10, 13), watchOS: Version(4), tvOS: Version(11), visionOS: Version(1))
  /// iOS 13 and the systems of its time.
  package static let iOS13 = Availability(
    iOS: Version(13), macOS: Version(10, 15), watchOS: Version(6), tvOS: Version(13), visionOS: Version(1))
  /// iOS 16 and the systems of its time.
  package static let iOS16 = Availability(
    iOS: Version(16), macOS: Version(13), watchOS: Version(9), tvOS: Version(16), visionOS: Version(1))
  /// iOS 17 and the systems of its time.
  package static let iOS17 = Availability(
    iOS: Version(17), macOS: Version(14), watchOS: Version(10), tvOS: Version(17), visionOS: Version(1))
  /// iOS 18.4 and the systems of its time.
  package static let iOS18_4 = Availability(
    iOS: Version(18, 4), macOS: Version(15, 4), watchOS: Version(11, 4), tvOS: Version(18, 4),
    visionOS: Version(2, 4))

  /// iOS 7 and the systems of its time, with another version of macOS.
  package static func iOS7(macOS: Version) -> Availability {
    Availability(iOS: Version(7), macOS: macOS, watchOS: Version(2), tvOS: Version(9), visionOS: Version(1))
  }

  /// An API that every system introduced with the same version number, as systems are numbered since 2025.
  package static func everySystem(_ version: Version) -> Availability {
    Availability(iOS: version, macOS: version, watchOS: version, tvOS: version, visionOS: version)
  }

  /// The availability with the versions that deprecate the API.
  package func deprecated(since versions: VersionsByPlatform) -> Availability {
    Availability(
      iOS: introduced[.iOS], macOS: introduced[.macOS], watchOS: introduced[.watchOS],
      tvOS: introduced[.tvOS], visionOS: introduced[.visionOS],
      macCatalyst: .some(introduced[.macCatalyst]), deprecated: versions)
  }
}
