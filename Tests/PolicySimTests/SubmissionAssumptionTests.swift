import PolicyModel
import Testing

@testable import PolicySim

/// The sentences of an estimate about submissions, whose costs the estimate does not count.
@Suite struct SubmissionAssumptionTests {
  private static let disk = "The system copies the files of uploads: those of work take up to"
  private static let time = "items of work takes the app about"

  @Test(
    arguments: [
      ("direction: upload, source: file, size: 1MB..4MB, count: 1000", "4GB", "Submitting 1000 \(time) 22s"),
      ("direction: upload, source: file, size: 1MB..4MB, count: 1000, submit: { batch: 100 }", "400MB", nil),
      ("direction: upload, source: file, size: 1MB, count: 99", nil, nil),
      ("direction: download, size: 4MB, count: 300", nil, "Submitting 300 \(time) 6s"),
      ("direction: download, size: 4MB, count: unknown", nil, nil),
    ] as [(String, String?, String?)])
  func largeSubmissionsAreReported(_ transfer: String, _ disk: String?, _ time: String?) throws {
    for type in ["background", "default"] {
      let identifier = type == "background" ? "identifier: com.example.lab, " : ""
      let assumptions = try Lab.policy(
        """
        schema: 1
        app: { name: Lab, bundleIdentifier: com.example.lab }
        sessions: { session: { \(identifier)type: \(type) } }
        transfers: { work: { session: session, \(transfer) } }
        """
      ).estimateAssumptions
      let isBackground = type == "background"
      #expect(assumptions.contains { $0.hasPrefix("\(Self.disk) ") } == (isBackground && disk != nil))
      #expect(assumptions.contains { $0.contains(Self.time) } == (isBackground && time != nil))
      guard isBackground else { continue }
      if let disk { #expect(assumptions.contains("\(Self.disk) \(disk) of the disk until they are sent.")) }
      if let time { #expect(assumptions.contains { $0.hasPrefix(time) }) }
    }
  }
}
