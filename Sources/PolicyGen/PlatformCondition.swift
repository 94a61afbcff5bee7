internal import PlatformFacts
internal import PolicyModel

/// The platforms on which a declaration is left out.
struct LeftOutPlatforms: Hashable {
  /// The platforms, in Apple's order.
  private let platforms: [Platform]

  /// No platform.
  static let none = LeftOutPlatforms([])

  private init(_ platforms: [Platform]) { self.platforms = platforms }

  /// The platforms of an app on which something is left out: it isn't for them, or they lack `availability`.
  init(
    _ list: PlatformList?, of target: DeploymentTarget, _ availability: Availability? = nil
  ) {
    let declared = target.platforms
    let isListed: (Platform) -> Bool = { platform in
      list.map { $0.value.contains { $0.value == platform } } ?? true
    }
    // Without a deployment target the app may be built for any system.
    platforms = (declared.isEmpty ? Platform.allCases : declared).filter { platform in
      if !isListed(platform) { return true }
      guard let availability, !declared.isEmpty else { return false }
      return availability.introduced[platform] == nil
    }
  }

  /// The platforms that both leave out.
  func intersection(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(platforms.filter(other.platforms.contains))
  }

  /// The platforms that either leaves out.
  func union(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(
      Platform.allCases.filter { platforms.contains($0) || other.platforms.contains($0) })
  }

  /// The platforms that these leave out and the others don't.
  func subtracting(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(platforms.filter { !other.platforms.contains($0) })
  }

  /// The condition of the declaration for `#if`; `nil` if every platform has it.
  var condition: String? {
    guard !platforms.isEmpty else { return nil }
    let hasCatalyst = platforms.contains(.macCatalyst)
    return platforms.compactMap { platform -> String? in
      switch platform {
      // Catalyst is iOS to the compiler.
      case .iOS where hasCatalyst: "!os(iOS)"
      case .iOS: "(!os(iOS) || targetEnvironment(macCatalyst))"
      case .macCatalyst where platforms.contains(.iOS): nil
      case .macCatalyst: "!targetEnvironment(macCatalyst)"
      default: "!os(\(platform.rawValue))"
      }
    }.joined(separator: " && ")
  }
}

extension CodeWriter {
  /// Code for all platforms but some.
  mutating func unless(_ leftOut: LeftOutPlatforms, _ body: (inout CodeWriter) -> Void) {
    if let condition = leftOut.condition { conditional(condition, body) } else { body(&self) }
  }
}
