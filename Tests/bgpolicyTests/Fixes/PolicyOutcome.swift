import JSON
import PolicyGen
import PolicyModel
internal import PolicyReports
import PolicySim

@testable import PolicyReports
@testable import bgpolicy

/// Everything that bgpolicy makes of a policy: its files and its estimates.
///
/// Findings don't stop it, so that it also covers the policies that show an error.
struct PolicyOutcome {
  /// The places in which a change of a policy can show.
  enum Part: CaseIterable {
    case swift, infoPlist, entitlements, pushRequests, otherFiles, estimate
  }

  private var texts: [Part: [String]] = [:]

  /// The outcome of a policy, with a few runs of each estimate; empty for a text that can't be read as one.
  init(_ reading: PolicyReading) {
    guard let policy = reading.policy else { return }
    // Without the input: its hash differs with every change.
    let provenance = Provenance(version: "0", policy: "policy.yaml")
    for file in Generator.files(for: policy, provenance: provenance) {
      texts[Self.part(of: file.path), default: []].append("\(file.path)\n\(file.text)")
    }
    for scenario in ["lab", "commuter"] + policy.scenarios.map(\.name.value) {
      guard let day = DeviceDay(scenario, in: policy) else { continue }
      var settings = Estimator.Settings(day: day, parameters: Parameters())
      settings.runs = 2
      let report = EstimateReport(policy, subject: "policy.yaml", Estimator.estimate(policy, settings))
      texts[.estimate, default: []].append(report.json.prettyText)
    }
  }

  /// The parts in which it differs from another.
  func differences(from other: PolicyOutcome) -> [Part] {
    Part.allCases.filter { texts[$0] != other.texts[$0] }
  }

  private static func part(of path: String) -> Part {
    if path.hasSuffix(".swift") { return .swift }
    if path.hasSuffix("Info.plist") { return .infoPlist }
    if path.hasSuffix(".entitlements") { return .entitlements }
    return path.hasSuffix("Pushes.json") ? .pushRequests : .otherFiles
  }
}
