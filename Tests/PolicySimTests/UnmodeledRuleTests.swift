import PolicyModel
import Testing

@testable import PolicySim

/// The sentences of an estimate about rules that the model leaves out, for the policies that they concern.
@Suite struct UnmodeledRuleTests {
  /// One device in twenty uploads less than 200 kB a second over cellular, and less than 670 kB a second over Wi-Fi.
  @Test(
    arguments: [
      ("", "direction: upload, source: file, size: 30MB", "500kB", "1m"),
      ("", "direction: upload, source: file, size: 10MB", nil, nil),
      ("", "direction: download, size: 30MB", nil, nil),
      (", allowsCellularAccess: false", "direction: upload, source: file, size: 30MB", nil, nil),
      (", timeoutIntervalForRequest: 10s", "direction: upload, source: file, size: 3MB", "300kB", "10s"),
    ] as [(String, String, String?, String?)])
  func longUploadsAssumeThatDataResetsTheTimer(
    _ session: String, _ transfer: String, _ rate: String?, _ timeout: String?
  ) throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab\(session) } }
      transfers: { work: { session: session, count: 1, \(transfer) } }
      """)
    let rules = try policy.unmodeledRules(with: Lab.parameters([:]))
    #expect(rules.count == (rate == nil ? 0 : 1), "\(rules)")
    guard let rate, let timeout else { return }
    #expect(
      rules[0].contains("less than \(rate) a second, an item takes longer than these \(timeout),"), "\(rules)"
    )
    // On fast devices, no upload takes longer than the request timeout.
    let fast = try policy.unmodeledRules(
      with: Lab.parameters(["wifi.throughput.up": "100MB", "lte.throughput.up": "100MB"]))
    #expect(fast.isEmpty)
  }

  @Test(
    arguments: [
      (
        "type: continuedProcessing, identifier: com.example.lab.export, title: Exporting, trigger: userAction",
        "reports progress"
      ),
      ("type: processing, identifier: com.example.lab.export", nil),
      (
        "type: healthResearch, identifier: com.example.lab.study, protectionTypeOfRequiredData: complete",
        "while the device is locked"
      ),
      (
        "type: healthResearch, identifier: com.example.lab.study, protectionTypeOfRequiredData: completeUntilFirstUserAuthentication",
        "until it is unlocked"
      ),
      ("type: healthResearch, identifier: com.example.lab.study, protectionTypeOfRequiredData: none", nil),
    ] as [(String, String?)])
  func tasksAssumeProgressAndReadableFiles(_ task: String, _ words: String?) throws {
    let rules = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      backgroundModes: [processing]
      permittedIdentifiers: [com.example.lab.export, com.example.lab.study]
      tasks: { work: { \(task) } }
      """
    ).unmodeledRules(with: Parameters())
    #expect(rules.count == (words == nil ? 0 : 1), "\(rules)")
    if let words {
      #expect(rules[0].hasPrefix("The estimate assumes that work ") && rules[0].contains(words))
    }
  }
}
