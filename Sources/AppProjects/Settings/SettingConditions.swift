/// The circumstances of a build that conditions of settings refer to.
struct SettingConditions {
  /// The SDK without its version, such as `iphoneos`; `nil` if it is not known.
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
      return Self.isMatch(condition.pattern[...], configuration[...]) ? .yes : .no
    case "sdk":
      guard let sdk else { return .unknown }
      // The name of an SDK ends in its version, which is not known.
      let name = condition.pattern.prefix { $0 != "*" && $0 != "?" }
      if sdk.hasPrefix(name) {
        return condition.pattern.count == name.count + 1 && condition.pattern.hasSuffix("*") ? .yes : .unknown
      }
      guard name.hasPrefix(sdk) else { return .no }
      // No name of an SDK is the beginning of another, so that the rest is a version.
      return .unknown
    default:
      // Property lists are for all architectures together.
      return .unknown
    }
  }

  /// Whether a text matches a pattern of `*` and `?`.
  private static func isMatch(_ pattern: Substring, _ text: Substring) -> Bool {
    var pattern = pattern
    var text = text
    var retry: (pattern: Substring, text: Substring)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let next = text.first, let wanted = pattern.first, wanted == "?" || wanted == next {
        pattern = pattern.dropFirst()
        text = text.dropFirst()
      } else if pattern.isEmpty, text.isEmpty {
        return true
      } else if let last = retry, !last.text.isEmpty {
        retry = (last.pattern, last.text.dropFirst())
        pattern = last.pattern
        text = last.text.dropFirst()
      } else {
        return false
      }
    }
  }
}
