import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import SimulationBenchmark

/// The loads of the benchmark.
@Suite struct ReferenceLoadTests {
  @Test func kernelDoesTheWorkOfTheWholeSimulation() throws {
    let text = try Project.text("Benchmarks/reference.bgpolicy.yaml")
    let policy = try #require(PolicyReader.read(SourceText(name: "reference", text: text)).policy)
    let day = try #require(DeviceDay("reference", in: policy))
    let settings = Estimator.Settings(day: day, parameters: Parameters(nil, policy.modelOverrides))
    let load = try #require(ReferenceLoad(policy, settings))
    for runs in [0..<1, 1..<20, 100..<110] {
      let work = load.runs(runs, seed: settings.seed)
      #expect(work == Workload(policy, settings, runs: runs))
      // The equality above would prove nothing if both loads had no work.
      #expect(work.runs == runs.count && work.finished > 100 * runs.count && work.held > 0)
    }
  }
}
