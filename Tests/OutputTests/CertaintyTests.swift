import TestSupport
import Testing

/// Uncertain budgets, and options and budgets that require certainty.
@Suite struct CertaintyTests {
  /// Batches that take 1,790 s by the default rule of the limiter, and 31,910 s if the delay resets only
  /// while no work runs.
  private static func policy(_ certainty: String) -> String {
    """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions: { session: { identifier: com.example.lab, timeoutIntervalForResource: 7d } }
    transfers: { work: { session: session, count: 1000, duration: 5s, submit: { batch: 100 }, startedIn: background } }
    budgets: { work: { completion: { p95: 1h }, certainty: \(certainty) } }

    """
  }

  @Test(arguments: [("assumed", false, 0), ("assumed", true, 1), ("required", false, 1)])
  func assumptionsFailWhereCertaintyIsRequired(_ certainty: String, _ isStrict: Bool, _ status: Int32) throws
  {
    let words = ["--scenario", "lab"] + (isStrict ? ["--strict"] : [])
    let estimate = try Tool.run(words: ["estimate", "-"] + words, input: Self.policy(certainty))
    #expect(estimate.status == status)
    #expect(estimate.output.contains(status == 1 ? "✗ work.completion.p95" : "≈ work.completion.p95"))
    #expect(estimate.output.contains("broken with limiter.lapse=idle"))
    let folder = try ScratchFolder()
    let path = try folder.write(Self.policy(certainty), to: "bgpolicy.yaml")
    let gate = try Tool.run(words: ["gate", path, "--skip", "generated"] + words, input: "")
    #expect(gate.status == status)
    #expect(gate.output.contains("1 uncertain"))
    #expect(gate.output.contains("leave more room below the limit") == (status == 1))
  }
}
