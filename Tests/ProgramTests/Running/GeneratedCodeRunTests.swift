import Foundation
import GenerationFixtures
import TestSupport
import Testing

/// Generated code that runs on fakes, which enforce the contracts that Apple documents.
@Suite struct GeneratedCodeRunTests {
  /// The policies with tasks, from the examples and fixtures.
  static let policies: [DrivenPolicy] = PolicyFile.compiled.compactMap { path in
    guard let text = try? Project.text(path), let driven = try? DrivenPolicy(path, text: text) else {
      return nil
    }
    return driven.tasks.isEmpty ? nil : driven
  }

  private static let oldest = policies.map(\.onOldestSystem)

  @Test(arguments: oldest) func keepsTheContractOnTheOldestSystem(_ driven: DrivenPolicy) async throws {
    let script = try EventScript.everything(driven)
    let run = try await SharedProgram.ofPolicies.runTasks(of: driven.name, script)
    #expect(run.status == 0, "\(run.report)")
    #expect(run.launches == script.launches)
  }

  @Test func thereArePolicies() { #expect(Self.policies.count >= 12) }

  @Test(arguments: policies) func keepsTheContract(_ driven: DrivenPolicy) async throws {
    let script = try EventScript.everything(driven)
    let run = try await SharedProgram.ofPolicies.runTasks(of: driven.name, script)
    #expect(run.status == 0, "\(run.report)")
    #expect(run.launches == script.launches)
  }

  @Test(arguments: policies, 0..<2) func keepsTheContractForAWeekOfTheSimulator(
    _ driven: DrivenPolicy, run: Int
  ) async throws {
    let script = try EventScript.week(of: driven, run: run)
    let run = try await SharedProgram.ofPolicies.runTasks(of: driven.name, script)
    #expect(run.status == 0, "\(run.report)")
    #expect(run.launches == script.launches)
  }
}
