package import Quantities

/// A system that an app can be built for.
package enum Platform: String, CaseIterable, Sendable {
  case iOS, macOS, macCatalyst, tvOS, watchOS, visionOS
}

/// On which systems an API exists, and from when to when it is to be used.
package struct Availability: Hashable, Sendable {
  /// The first version of each system that has it; a system left out does not have it.
  package let introduced: [Platform: Version]
  /// The version of each system from which it is deprecated.
  package let deprecated: [Platform: Version]

  /// The versions that have it, in Apple's order; `nil` where the system lacks it.
  ///
  /// Catalyst, where not given, has it from 13.1, or from iOS's version where that is later.
  package init(
    iOS: Version?, macOS: Version?, watchOS: Version?, tvOS: Version?, visionOS: Version?,
    macCatalyst: Version?? = nil, deprecated: [Platform: Version] = [:]
  ) {
    let catalyst = macCatalyst ?? iOS.map { max($0, Version(13, 1)) }
    introduced = [
      .iOS: iOS, .macOS: macOS, .macCatalyst: catalyst, .tvOS: tvOS, .watchOS: watchOS, .visionOS: visionOS,
    ].compactMapValues { $0 }
    self.deprecated = deprecated
  }
}
