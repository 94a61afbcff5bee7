import GenerationFixtures
import PolicyGen
import TestSupport
import Testing

/// Generated code that runs on fakes of Apple's frameworks. The fakes enforce the documented contract.
@Suite struct DrivenCodeTests {
  static let policies = PolicyFile.compiled

  private static let codes = Result {
    try policies.map { try DrivenCode(try Project.text($0), named: $0) }
  }

  @Test(arguments: policies.indices) func keepsTheContract(_ policy: Int) async throws {
    let code = try Self.codes.get()[policy]
    let broken = try await SharedProgram.ofPolicies.runSessions(of: code.name, DrivenScript(code).text)
    #expect(broken == "", "\(Self.policies[policy]) breaks:\n\(broken)")
  }

  /// Generated code does not use API that is newer than the app's oldest system when it runs on that system.
  @Test(arguments: policies.indices) func keepsTheContractOnTheOldestSystem(_ policy: Int) async throws {
    let code = try Self.codes.get()[policy].onOldestSystem
    let broken = try await SharedProgram.ofPolicies.runSessions(of: code.name, DrivenScript(code).text)
    #expect(broken == "", "\(Self.policies[policy]) breaks:\n\(broken)")
  }

  /// The generated code behaves in a run of the simulator as the estimate assumes.
  @Test(arguments: ["Photos", "Podcasts", "Transfers"], ["lab", "commuter"]) func followsTheSimulator(
    _ name: String, day: String
  ) async throws {
    let code = try #require(try Self.codes.get().first { $0.name == name })
    let script = try SimulatedScript(code, on: day)
    #expect(script.lines.contains { $0.hasPrefix("finish") })
    // On the ideal device the user never opens the app.
    #expect(day != "lab" || script.lines.contains { $0.hasPrefix("wake") })
    let broken = try await SharedProgram.ofPolicies.runSessions(of: code.name, script.text)
    #expect(broken == "", "\(name) on the day \(day) breaks:\n\(broken)")
  }
}

/// Generated code with deliberate mistakes, which the fakes have to detect.
@Suite struct DrivenMutantTests {
  private static let mutations = DrivenMutation.all.sampled

  private static let codes = Result {
    try mutations.indices.map { number in
      let kind = mutations[number].kind
      let code = try DrivenCode(DrivenMutation.policy(kind, "Mutant\(number)x"), named: "mutant.yaml")
      return kind == .oldSystem ? code.onOldestSystem : code
    }
  }

  private static let wholes = Result {
    try DrivenMutation.Kind.allCases.map { kind in
      try DrivenCode(DrivenMutation.policy(kind, "Whole\(kind.rawValue)"), named: "whole.yaml")
    }
  }

  private static let program = SharedProgram {
    try zip(mutations, codes.get()).map { mutation, code in
      try mutation.app(of: code).withOwnRuntime
    }
      + wholes.get().map(\.app)
  }

  @Test(arguments: mutations.indices) func isCaught(_ number: Int) async throws {
    let code = try Self.codes.get()[number]
    let broken = try await Self.program.runSessions(of: code.name, DrivenScript(code).text)
    #expect(broken.hasPrefix("line "), "nothing reports: \(Self.mutations[number].name). \(broken)")
  }

  /// Without a mutation, the code of the mutants breaks no contract.
  @Test(arguments: DrivenMutation.Kind.allCases) func isWholeWithoutMutation(_ kind: DrivenMutation.Kind)
    async throws
  {
    let code = try #require(try Self.wholes.get().first { $0.name == "Whole\(kind.rawValue)" })
    let broken = try await Self.program.runSessions(of: code.name, DrivenScript(code).text)
    #expect(broken == "", "\(broken)")
  }
}
