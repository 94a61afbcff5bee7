internal import Quantities

/// The properties of a build that conditions of settings refer to.
struct SettingConditions {
  /// The SDK without its version, such as `iphoneos`; `nil` if the SDK is not known.
  var sdk: String?
  /// The build configuration.
  var configuration: String

  /// Whether a condition holds.
  enum Match {
    case yes, no, unknown
  }

  /// Whether all conditions hold.
  func match(_ conditions: [SettingCondition]) -> Match {
    let matches = conditions.map(match)
    if matches.contains(.no) { return .no }
    return matches.contains(.unknown) ? .unknown : .yes
  }

  private func match(_ condition: SettingCondition) -> Match {
    if condition.pattern == "*" { return .yes }
    switch condition.parameter {
    case "config":
      return WildcardPattern(condition.pattern, .xcode).matches(configuration) ? .yes : .no
    case "sdk":
      guard let sdk else { return .unknown }
      // The name of an SDK ends with its version, which is not known.
      let name = condition.pattern.prefix { $0 != "*" && $0 != "?" }
      if sdk.hasPrefix(name) {
        return condition.pattern.count == name.count + 1 && condition.pattern.hasSuffix("*") ? .yes : .unknown
      }
      // No name of an SDK is the beginning of another name, so the rest is a version.
      if name.hasPrefix(sdk) { return .unknown }
      // Xcode also knows names that stand for several SDKs, such as `embedded`.
      return TargetPlatforms.sdks.contains { $0.hasPrefix(name) || name.hasPrefix($0) } ? .no : .unknown
    default:
      // Property lists are the same for all architectures.
      return .unknown
    }
  }
}
