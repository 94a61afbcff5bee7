internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The SDK or the systems of an app that lack an API.
struct AvailabilityGap {
  /// Whether the SDK, every system, or only some systems and versions lack the API.
  enum Kind {
    case sdk, platform, partial
  }

  let kind: Kind
  /// The headline.
  let message: String
  /// Advice on how to close the gap. `nil` if the generated code handles the gap.
  let help: String?
  /// An error if the SDK or every system lacks the API. A note if the generated code leaves the API out on
  /// older systems.
  let severity: Severity
  /// The versions that are too old, such as `iOS before 16.0`.
  var older: [String] = []

  /// The most severe gap of an API on the systems that use it. `nil` if all these systems have the API.
  static func of(
    _ api: @autoclosure () -> String, _ availability: Availability, in app: Policy.App,
    on target: DeploymentTarget
  ) -> AvailabilityGap? {
    if let introduced = availability.introduced[.iOS], introduced > app.sdk.value {
      return AvailabilityGap(
        kind: .sdk,
        message: "SDK \(app.sdk.value)\(app.sdk.isDefault ? " (the default)" : "") does not have \(api())",
        help: "remove it, or build with SDK \(introduced) or later and set app.sdk to that version",
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
        message:
          "\(lacking.joined(separator: " and ")) \(lacking.count > 1 ? "do" : "does") not have \(api())",
        help: "remove it, or use it on a system that has it", severity: .error)
    }
    return AvailabilityGap(
      kind: .partial, message: "\(api()) has no effect on \((lacking + older).joined(separator: " and "))",
      help: nil, severity: .info, older: older)
  }
}
