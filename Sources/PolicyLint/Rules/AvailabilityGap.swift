internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// Why an app can't use an API everywhere.
struct AvailabilityGap {
  /// What lacks the API.
  enum Kind {
    case sdk, platform, version
  }

  /// What lacks it.
  let kind: Kind
  /// What is missing, for a headline.
  let message: String
  /// The way out, where there is one.
  let help: String?
  /// An error where the code would not compile, and only a note where it is guarded.
  let severity: Severity

  /// The gravest gap of an API in an app; `nil` where the app has it everywhere.
  static func of(
    _ api: @autoclosure () -> String, _ availability: Availability, in app: App
  ) -> AvailabilityGap? {
    if let introduced = availability.introduced[.iOS], introduced > app.sdk.value {
      return AvailabilityGap(
        kind: .sdk,
        message: "The SDK \(app.sdk.value)\(app.sdk.isDefault ? ", the default," : "") has no \(api())",
        help: "remove it, or build with the SDK \(introduced) or later and say so in app.sdk",
        severity: .error)
    }
    var older: [String] = []
    for platform in Platform.allCases {
      guard let target = app.deploymentTarget[platform] else { continue }
      guard let introduced = availability.introduced[platform] else {
        return AvailabilityGap(
          kind: .platform, message: "\(platform.rawValue) has no \(api())",
          help: "remove it, or leave \(platform.rawValue) out of the deployment target", severity: .error)
      }
      if target.value < introduced { older.append("\(platform.rawValue) before \(introduced)") }
    }
    guard !older.isEmpty else { return nil }
    return AvailabilityGap(
      kind: .version, message: "\(api()) does nothing on \(older.joined(separator: " and "))", help: nil,
      severity: .info)
  }
}
