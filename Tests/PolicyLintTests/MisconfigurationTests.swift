import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// Mistakes of real apps, written as policies. Each policy has the expected findings and no other findings.
@Suite struct MisconfigurationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The file's name without its ending.
    let name: String
    /// The rules of all findings, in the order of the text.
    let rules: [RuleName]

    var testDescription: String { name }

    /// A policy whose only finding is of the rule with the policy's name.
    init(_ name: String) {
      self.init(name, [RuleName(name)])
    }

    init(_ name: String, _ rules: [RuleName]) {
      self.name = name
      self.rules = rules
    }
  }

  static let folder = "Tests/Fixtures/Misconfigurations"

  static let cases: [Case] = [
    Case("bg-continued-static-id"),
    Case("bg-earliest-begin-too-far"),
    Case("bg-identifier-not-permitted"),
    Case("bg-identifier-not-reverse-dns"),
    Case("bg-identifier-of-session"),
    // The continued task also has a finding about its identifier, which has no wildcard.
    Case("bg-identifier-two-types", ["bg-identifier-two-types", "bg-continued-static-id"]),
    Case("bg-identifier-without-handler"),
    Case("bg-legacy-fetch-conflict"),
    Case("bg-legacy-fetch-deprecated"),
    Case("bg-mode-fetch-unused"),
    Case("bg-mode-processing-unused"),
    Case("bg-mode-remote-notification-unused"),
    Case("bg-mode-voip-unexplained"),
    Case("bg-processing-cadence"),
    Case("bg-refresh-floor"),
    Case("bg-refresh-mode-missing"),
    Case("bg-too-many-refresh"),
    Case("continued-wildcard", []),
    Case("empty-modes", []),
    Case("fetch-for-downloads", ["bg-mode-fetch-unused"]),
    Case("identifier-unresolved-variable"),
    Case("identifier-without-modes", ["bg-identifier-without-handler"]),
    Case("owner-sdk", []),
    Case("push-mode-missing"),
    Case("refresh-floor-of-30s", ["bg-refresh-floor"]),
    Case("session-discretionary-false-in-background"),
    Case("session-identifier-duplicate"),
    Case("session-identifier-dynamic"),
    Case("session-identifier-random", ["session-identifier-dynamic"]),
    Case("session-launch-events-redundant"),
    Case("session-resource-timeout-short-discretionary"),
    Case("session-split-by-cellular"),
    Case("session-too-many-background"),
    Case("session-waits-for-connectivity-noop"),
    Case("short-timeout", []),
    Case("yaml-duplicate-key"),
  ]

  /// Mistakes that no policy can express, each with the reason.
  static let elsewhere: [(misconfiguration: String, reason: String)] = [
    ("a background session without handleEventsForBackgroundURLSession", "a method of the app's delegate"),
    ("the completion handler of that method called at once, or on another object", "code; it is generated"),
    ("try? around submit", "code; the generated code reports the error"),
    (
      "one do block around several submits, of which the first failure skips the others",
      "code; it is generated"
    ),
    ("property lists of several brands or languages that differ", "the property lists themselves"),
    (
      "an identifier put together at run time that differs from the property list's",
      "code and a property list"
    ),
    ("one key twice in a property list", "the property list; in a policy it is yaml-duplicate-key"),
    ("a session of AVAssetDownloadURLSession beside others", "the language has no such kind of session"),
  ]

  @Test(arguments: cases) func getsTheseFindingsAndNoOthers(_ misconfiguration: Case) throws {
    let text = try Project.text("\(Self.folder)/\(misconfiguration.name).bgpolicy.yaml")
    #expect(text.hasPrefix("# "))
    let found = findings(in: text).findings
    #expect(found.map(\.name) == misconfiguration.rules, "\(found.map(\.diagnostic.message))")
  }

  @Test func eachFileIsLinted() throws {
    let files = try Project.names(in: Self.folder)
    #expect(files == Self.cases.map { "\($0.name).bgpolicy.yaml" })
  }
}
