import Foundation
import TestSupport
import Testing

/// Keys of transfers that an estimate ignores.
@Suite struct SessionAssumptionTests {
  private func estimate(_ rest: String) throws -> String {
    let folder = try ScratchFolder()
    let head = "schema: 1\napp: { name: Keys, bundleIdentifier: com.example.keys }\n"
    try folder.write(head + rest, to: "bgpolicy.yaml")
    let result = try Shell.run(
      [Tool.path, "estimate", "--runs", "60", "--format", "csv"], in: folder.path)
    #expect(result.errors == "")
    return result.output
  }

  private static let started = """
    sessions: { s: { identifier: com.example.keys.s, timeoutIntervalForResource: 1d } }
    tasks: { refresh: { type: appRefresh, identifier: com.example.keys.r, startsTransfers: [t] } }

    """
  private static let ofDefaultSession = "sessions: { s: { type: default } }\n"

  @Test(arguments: [
    // Lint calls it without effect.
    (
      ofDefaultSession + "transfers: { t: { session: s, size: 1MB, earliestBegin: 2h } }\n",
      ofDefaultSession + "transfers: { t: { session: s, size: 1MB } }\n"
    ),
    (
      started + "transfers: { t: { session: s, size: 1MB, every: 1h, startedIn: background } }\n",
      started + "transfers: { t: { session: s, size: 1MB } }\n"
    ),
  ])
  func estimateIsTheSame(_ one: String, _ other: String) throws {
    #expect(try estimate(one) == estimate(other))
  }
}
