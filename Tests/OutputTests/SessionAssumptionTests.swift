import Foundation
import TestSupport
import Testing

/// Keys of sessions and transfers that an estimate ignores or replaces by an assumption. The estimate reports these keys.
@Suite struct SessionAssumptionTests {
  private func estimate(_ rest: String, format: String = "csv") throws -> String {
    let folder = try ScratchFolder()
    let head = "schema: 1\napp: { name: Keys, bundleIdentifier: com.example.keys }\n"
    try folder.write(head + rest, to: "bgpolicy.yaml")
    let result = try Shell.run(
      [Tool.path, "estimate", "--runs", "60", "--format", format, "--assumptions"], in: folder.path)
    #expect(result.errors == "")
    return result.output
  }

  private static let started = """
    sessions: { s: { identifier: com.example.keys.s, timeoutIntervalForResource: 1d } }
    tasks: { refresh: { type: appRefresh, identifier: com.example.keys.r, startsTransfers: [t] } }

    """
  private static let ofDefaultSession = "sessions: { s: { type: default } }\n"
  private static let switched = "sessions: { s: { identifier: com.example.keys.s, allowsCellularAccess: "

  @Test(arguments: [
    // Lint reports that the key has no effect.
    (
      ofDefaultSession + "transfers: { t: { session: s, size: 1MB, earliestBegin: 2h } }\n",
      ofDefaultSession + "transfers: { t: { session: s, size: 1MB } }\n"
    ),
    (
      started + "transfers: { t: { session: s, size: 1MB, startedIn: background } }\n",
      started + "transfers: { t: { session: s, size: 1MB } }\n"
    ),
    (
      switched + "{ runtime: false } } }\ntransfers: { t: { session: s, size: 90MB } }\n",
      switched + "false } }\ntransfers: { t: { session: s, size: 90MB } }\n"
    ),
    (
      switched + "runtime } }\ntransfers: { t: { session: s, size: 90MB } }\n",
      switched + "true } }\ntransfers: { t: { session: s, size: 90MB } }\n"
    ),
  ])
  func estimateIsTheSame(_ one: String, _ other: String) throws {
    #expect(try estimate(one) == estimate(other))
  }

  private static let assuming = """
    sessions:
      library:
        identifier: com.example.keys.{account}
        instances: { per: account, atMost: 3 }
        allowsCellularAccess: { runtime: false }
    transfers: { t: { session: library, size: 1MB } }

    """

  @Test(arguments: ["text", "markdown", "html", "json"]) func assumptionsAreSaid(_ format: String) throws {
    let output = try estimate(Self.assuming, format: format).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for words in [
      "library is estimated as one session that carries everything, though it is up to 3, one for each account.",
      "allowsCellularAccess of library is set at run time; the estimate assumes false.",
    ] {
      #expect(output.contains(words), "\(output.suffix(3_000))")
    }
  }
}
