internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// A condition under which an API may be used on the systems of a deployment target.
struct AvailabilityCondition {
  /// The inside of `#available(…)` and `@available(…)`.
  let versions: String

  /// The condition for an API. `nil` if every system of the deployment target has the API.
  init?(_ availability: Availability, on target: DeploymentTarget) {
    let needed = target.platforms.compactMap { platform -> (Platform, Version)? in
      guard let introduced = availability.introduced[platform], let oldest = target[platform]?.value,
        oldest < introduced
      else { return nil }
      return (platform, introduced)
    }
    guard !needed.isEmpty else { return nil }
    versions = (needed.map { "\($0.rawValue) \($1)" } + ["*"]).joined(separator: ", ")
  }
}
