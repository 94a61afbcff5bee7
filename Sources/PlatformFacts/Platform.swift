package import Quantities

/// A system that an app can be built for.
package enum Platform: String, CaseIterable, Sendable {
  case iOS, macOS, macCatalyst, tvOS, watchOS, visionOS

  /// All of them in Apple's order; kept, where the compiler's own list would be made at each call.
  package static let allCases: [Platform] = [.iOS, .macOS, .macCatalyst, .tvOS, .watchOS, .visionOS]
}

/// A version of each system, or none.
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

/// On which systems an API exists, and from when to when it is to be used.
package struct Availability: Hashable, Sendable {
  /// The first version of each system that has it; a system without one does not have it.
  package let introduced: VersionsByPlatform
  /// The version of each system from which it is deprecated; `nil` where it is on none.
  package let deprecated: VersionsByPlatform?

  /// The versions that have it, in the order of Apple's documentation; `nil` where the system lacks it.
  ///
  /// Catalyst, where not given, has it from 13.1, or from iOS's version where that is later.
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
