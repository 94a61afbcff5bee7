import JSON
import PolicyGen
import PolicyModel
import PolicySim

@testable import PolicyReports

/// The results of a policy: its files and its estimates.
///
/// Findings are ignored, so that the results also exist for policies with errors.
struct PolicyOutcome {
  /// The results that a change of a policy can affect.
  enum Part: CaseIterable {
    case swift, infoPlist, entitlements, pushRequests, otherFiles, estimate
  }

  private var texts: [Part: [String]] = [:]

  /// The results of a policy, with a few runs of each estimate. Empty if the text can't be read as a policy.
  init(_ reading: PolicyReading) {
    guard let policy = reading.policy else { return }
    let provenance = Provenance(policy: "policy.yaml")
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

  /// The parts that differ from the parts of another policy.
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
