internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// Why an app can't use an API everywhere.
struct AvailabilityGap {
  /// What lacks the API: the SDK, every system, or some systems and versions.
  enum Kind {
    case sdk, platform, partial
  }

  /// What lacks it.
  let kind: Kind
  /// What is missing, for a headline.
  let message: String
  /// The way out, where there is one.
  let help: String?
  /// An error if no system has it, and only a note if the generated code leaves it out where it is missing.
  let severity: Severity
  /// The versions that are too old, such as `iOS before 16.0`.
  var older: [String] = []

  /// The gravest gap of an API on the systems that it is used on; `nil` if it is there on all of them.
  static func of(
    _ api: @autoclosure () -> String, _ availability: Availability, in app: App,
    on target: DeploymentTarget
  ) -> AvailabilityGap? {
    if let introduced = availability.introduced[.iOS], introduced > app.sdk.value {
      return AvailabilityGap(
        kind: .sdk,
        message: "The SDK \(app.sdk.value)\(app.sdk.isDefault ? ", the default," : "") has no \(api())",
        help: "remove it, or build with the SDK \(introduced) or later and say so in app.sdk",
        severity: .error)
    }
    var lacking: [String] = []
    var older: [String] = []
    var isSomewhere = false
    for platform in Platform.allCases {
      guard let oldest = target[platform] else { continue }
      guard let introduced = availability.introduced[platform] else {
        lacking.append(platform.rawValue)
        continue
      }
      isSomewhere = true
      if oldest.value < introduced { older.append("\(platform.rawValue) before \(introduced)") }
    }
    guard !lacking.isEmpty || !older.isEmpty else { return nil }
    if !isSomewhere {
      return AvailabilityGap(
        kind: .platform,
        message: "\(lacking.joined(separator: " and ")) \(lacking.count > 1 ? "have" : "has") no \(api())",
        help: "remove it, or use it on a system that has it", severity: .error)
    }
    return AvailabilityGap(
      kind: .partial, message: "\(api()) does nothing on \((lacking + older).joined(separator: " and "))",
      help: nil, severity: .info, older: older)
  }
}
