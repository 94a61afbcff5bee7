package import Quantities

/// A system that an app can be built for.
package enum Platform: String, CaseIterable, Sendable {
  case iOS, macOS, macCatalyst, tvOS, watchOS, visionOS

  /// All systems in Apple's order. The list is stored, because the list that the compiler derives would be made at each call.
  package static let allCases: [Platform] = [.iOS, .macOS, .macCatalyst, .tvOS, .watchOS, .visionOS]
}

/// An optional version of each system.
package struct VersionsByPlatform: Hashable, Sendable {
  private var iOS: Version?
  private var macOS: Version?
  private var macCatalyst: Version?
  private var tvOS: Version?
  private var watchOS: Version?
  private var visionOS: Version?

  /// The versions in Apple's order.
  package init(
    iOS: Version? = nil, macOS: Version? = nil, macCatalyst: Version? = nil, tvOS: Version? = nil,
    watchOS: Version? = nil, visionOS: Version? = nil
  ) {
    self.iOS = iOS
    self.macOS = macOS
    self.macCatalyst = macCatalyst
    self.tvOS = tvOS
    self.watchOS = watchOS
    self.visionOS = visionOS
  }

  /// The version of a system.
  package subscript(platform: Platform) -> Version? {
    switch platform {
    case .iOS: iOS
    case .macOS: macOS
    case .macCatalyst: macCatalyst
    case .tvOS: tvOS
    case .watchOS: watchOS
    case .visionOS: visionOS
    }
  }
}

/// The systems that have an API, and the versions that introduce and deprecate the API.
package struct Availability: Hashable, Sendable {
  /// The first version of each system that has the API. A system without a version does not have the API.
  package let introduced: VersionsByPlatform
  /// The version of each system that deprecates the API; `nil` if no system deprecates the API.
  package let deprecated: VersionsByPlatform?

  /// The versions that introduce the API, in the order of Apple's documentation; `nil` if a system doesn't have the API.
  ///
  /// Without an argument for Catalyst, Catalyst has the API from 13.1, or from the version of iOS if that version is later.
  package init(
    iOS: Version?, macOS: Version?, watchOS: Version?, tvOS: Version?, visionOS: Version?,
    macCatalyst: Version?? = nil, deprecated: VersionsByPlatform? = nil
  ) {
    let catalyst = macCatalyst ?? iOS.map { max($0, Version(13, 1)) }
    introduced = VersionsByPlatform(
      iOS: iOS, macOS: macOS, macCatalyst: catalyst, tvOS: tvOS, watchOS: watchOS, visionOS: visionOS)
    self.deprecated = deprecated
  }
}
