internal import PlatformFacts
internal import PolicyModel

/// The platforms on which a declaration is left out.
struct LeftOutPlatforms: Hashable {
  /// The platforms, in Apple's order.
  private let platforms: [Platform]

  /// No platform.
  static let none = LeftOutPlatforms([])

  private init(_ platforms: [Platform]) { self.platforms = platforms }

  /// The platforms of an app that `list` excludes or that lack `availability`.
  init(
    _ list: PlatformList?, of target: DeploymentTarget, _ availability: Availability? = nil
  ) {
    let declared = target.platforms
    let isListed: (Platform) -> Bool = { platform in
      list.map { $0.value.contains { $0.value == platform } } ?? true
    }
    // An app without a deployment target may be built for any system.
    platforms = (declared.isEmpty ? Platform.allCases : declared).filter { platform in
      if !isListed(platform) { return true }
      guard let availability, !declared.isEmpty else { return false }
      return availability.introduced[platform] == nil
    }
  }

  /// The platforms that both values leave out.
  func intersection(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(platforms.filter(other.platforms.contains))
  }

  /// The platforms that at least one of the values leaves out.
  func union(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(
      Platform.allCases.filter { platforms.contains($0) || other.platforms.contains($0) })
  }

  /// The platforms that this value leaves out and the other value does not.
  func subtracting(_ other: LeftOutPlatforms) -> LeftOutPlatforms {
    LeftOutPlatforms(platforms.filter { !other.platforms.contains($0) })
  }

  /// The condition for `#if` around the declaration. `nil` if every platform has the declaration.
  var condition: String? {
    guard !platforms.isEmpty else { return nil }
    let hasCatalyst = platforms.contains(.macCatalyst)
    return platforms.compactMap { platform -> String? in
      switch platform {
      // For the compiler, Mac Catalyst is iOS.
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
  /// Writes code for all platforms except `leftOut`.
  mutating func unless(_ leftOut: LeftOutPlatforms, _ body: (inout CodeWriter) -> Void) {
    if let condition = leftOut.condition { conditional(condition, body) } else { body(&self) }
  }
}
