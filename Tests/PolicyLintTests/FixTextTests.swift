import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Fixes of policies in unusual YAML.
@Suite struct FixTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: RuleName
    let before: String
    /// `nil` if no fix may be offered.
    let after: String?

    init(_ description: String, _ rule: RuleName, _ before: String, _ after: String?) {
      testDescription = description
      self.rule = rule
      self.before = before
      self.after = after
    }
  }

  private static let head = "schema: 1\napp: { name: A, bundleIdentifier: a.b }\n"

  static let cases: [Case] = [
    Case(
      "a value of which a part is repeated", "push-content-available",
      "pushes:\n  message:\n    payload: { aps: { content-available: { a: &part { b: 1 } } }, part: *part }\n",
      nil),
    Case(
      "last in braces with a comma behind it", "session-discretionary-noop",
      "sessions: { api: { type: default, isDiscretionary: true, } }\n",
      "sessions: { api: { type: default, } }\n"),
    Case(
      "alone in brackets with a comma behind it", "bg-mode-fetch-unused",
      "backgroundModes: [fetch,]\n", "backgroundModes: []\n"),
    Case(
      "alone in brackets beside a comment", "bg-mode-fetch-unused",
      "backgroundModes: [ # none yet\n  fetch,\n]\n", "backgroundModes: [ # none yet\n  \n]\n"),
    Case(
      "first in brackets over lines", "bg-mode-fetch-unused",
      "backgroundModes: [\n  fetch, # why\n  audio, # music\n]\n",
      "backgroundModes: [\n   # why\n  audio, # music\n]\n"),
    Case(
      "last in brackets over lines", "bg-mode-fetch-unused",
      "backgroundModes: [\n  audio, # music\n  fetch # why\n]\n",
      "backgroundModes: [\n  audio # music\n   # why\n]\n"),
    Case(
      "a comma on a line of its own", "bg-mode-fetch-unused",
      "backgroundModes: [ fetch # why\n  , audio ]\n", "backgroundModes: [  # why\n   audio ]\n"),
    Case(
      "with a tag of its own", "bg-mode-fetch-unused",
      "backgroundModes: [!!str fetch, audio]\n", "backgroundModes: [audio]\n"),
    Case(
      "before one with a tag and an anchor", "bg-mode-fetch-unused",
      "backgroundModes: [fetch, !!str &mode audio]\n", "backgroundModes: [!!str &mode audio]\n"),
    Case(
      "a list with comments in it", "session-custom-protocol-classes",
      """
      sessions:
        library:
          identifier: a.b.library
          protocolClasses: # ours
            - LoggingProtocol # logs
            - OtherProtocol
          # in seconds
          timeoutIntervalForResource: 1d

      """,
      """
      sessions:
        library:
          identifier: a.b.library
          # ours
          # logs
          # in seconds
          timeoutIntervalForResource: 1d

      """),
    Case(
      "the last line without a line break", "session-discretionary-noop",
      "sessions:\n  api:\n    type: default\n    isDiscretionary: true",
      "sessions:\n  api:\n    type: default\n"),
    Case(
      "beside a merge key", "session-discretionary-noop",
      "sessions:\n  base: &base { type: default }\n  api:\n    <<: *base\n    isDiscretionary: true\n",
      "sessions:\n  base: &base { type: default }\n  api:\n    <<: *base\n"),
    Case(
      "an alias of another value", "session-discretionary-noop",
      "sessions:\n  library: { identifier: a.b.c, isDiscretionary: &yes true }\n  api: { type: default, isDiscretionary: *yes }\n",
      "sessions:\n  library: { identifier: a.b.c, isDiscretionary: &yes true }\n  api: { type: default }\n"),
    Case(
      "a value that an alias repeats", "session-discretionary-noop",
      "sessions:\n  api: { type: default, isDiscretionary: &yes true, allowsCellularAccess: *yes }\n", nil),
    Case(
      "a mapping that a merge key repeats", "session-discretionary-noop",
      "sessions:\n  api: &api { type: default, isDiscretionary: true }\n  library: { <<: *api, type: background, identifier: a.b.c }\n",
      nil),
    Case(
      "behind a question mark", "session-discretionary-noop",
      "sessions:\n  api:\n    ? isDiscretionary\n    : true\n    ? type\n    : default\n", nil),
    Case(
      "added below a nested mapping with a comment", "session-resource-timeout-implicit",
      "sessions:\n  library:\n    identifier: a.b.c\n    httpAdditionalHeaders:\n      X-Client: a # who\n  api: { type: default }\n",
      "sessions:\n  library:\n    identifier: a.b.c\n    httpAdditionalHeaders:\n      X-Client: a # who\n    timeoutIntervalForResource: 7d\n  api: { type: default }\n"
    ),
    Case(
      "added to a mapping with a comma at its end", "session-resource-timeout-implicit",
      "sessions: { library: { identifier: a.b.c, } }\n",
      "sessions: { library: { identifier: a.b.c, timeoutIntervalForResource: 7d, } }\n"),
    Case(
      "added to an empty list with a comment", "bg-refresh-mode-missing",
      "backgroundModes: [ # none yet\n  ]\ntasks: { r: { type: appRefresh, identifier: a.b.r, reschedule: true } }\n",
      "backgroundModes: [fetch # none yet\n  ]\ntasks: { r: { type: appRefresh, identifier: a.b.r, reschedule: true } }\n"
    ),
    Case(
      "added to a list under its key", "bg-refresh-mode-missing",
      "backgroundModes:\n- audio # music\ntasks: { r: { type: appRefresh, identifier: a.b.r, reschedule: true } }\n",
      "backgroundModes:\n- audio # music\n- fetch\ntasks: { r: { type: appRefresh, identifier: a.b.r, reschedule: true } }\n"
    ),
    Case(
      "a block text", "bg-identifier-case",
      "permittedIdentifiers: [a.b.Refresh]\ntasks:\n  r:\n    type: appRefresh\n    identifier: |-\n      a.b.refresh\n    reschedule: true\n",
      "permittedIdentifiers: [a.b.Refresh]\ntasks:\n  r:\n    type: appRefresh\n    identifier: a.b.Refresh\n    reschedule: true\n"
    ),
    Case(
      "alone in a list whose dashes stand under its key", "bg-mode-fetch-unused",
      "backgroundModes:\n- fetch # why\nsessions: {}\n", "backgroundModes: [] # why\nsessions: {}\n"),
    Case(
      "alone in a list below a comment", "bg-mode-fetch-unused",
      "backgroundModes: # none\n- fetch\nsessions: {}\n", "backgroundModes: # none\n  []\nsessions: {}\n"),
    Case(
      "alone in a list that is deeper than its key", "bg-mode-fetch-unused",
      "backgroundModes:\n  - fetch\n", "backgroundModes: []\n"),
    Case(
      "alone in a list with an anchor", "bg-mode-fetch-unused",
      "backgroundModes: &modes\n- fetch\n", "backgroundModes: &modes\n  []\n"),
    Case(
      "added below a first key with an anchor", "session-resource-timeout-implicit",
      "sessions:\n  library:\n    &key identifier: a.b.c\n    isDiscretionary: false\n",
      "sessions:\n  library:\n    &key identifier: a.b.c\n    isDiscretionary: false\n    timeoutIntervalForResource: 7d\n"
    ),
    Case(
      "added below a first key behind a question mark", "session-resource-timeout-implicit",
      "sessions:\n  library:\n    ? identifier\n    : a.b.c\n    isDiscretionary: false\n",
      "sessions:\n  library:\n    ? identifier\n    : a.b.c\n    isDiscretionary: false\n    timeoutIntervalForResource: 7d\n"
    ),
    Case(
      "a line that ends with U+2028", "session-discretionary-noop",
      "sessions:\n  api:\n    type: default\n    isDiscretionary: true\u{2028}    allowsCellularAccess: true\n",
      "sessions:\n  api:\n    type: default\n    allowsCellularAccess: true\n"),
    Case(
      "a line that ends with U+0085", "session-discretionary-noop",
      "sessions:\n  api:\u{85}    type: default\u{85}    isDiscretionary: true\u{85}    allowsCellularAccess: true\u{85}",
      "sessions:\n  api:\u{85}    type: default\u{85}    allowsCellularAccess: true\u{85}"),
    Case(
      "a list whose lines end with U+2028", "bg-mode-fetch-unused",
      "backgroundModes:\u{2028}- fetch\u{2028}- audio\u{2028}", "backgroundModes:\u{2028}- audio\u{2028}"),
    Case(
      "nothing behind the colon", "push-content-available",
      "pushes: { changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: } } } }\n",
      "pushes: { changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1} } } }\n"
    ),
  ]

  @Test(arguments: cases) func fixWritesExactlyThis(_ example: Case) {
    let text = Self.head + example.before
    let fixes = findings(in: text).findings.filter { $0.name == example.rule }.flatMap(\.diagnostic.fixes)
    guard let fix = fixes.first else {
      #expect(example.after == nil)
      return
    }
    let fixed = fix.edits.applied(to: Array(text.utf8), of: SourceID(index: 0))
    #expect(String(decoding: fixed, as: UTF8.self) == example.after.map { Self.head + $0 })
  }

  /// A policy, its base policy, and both texts after the fix; `nil` if lint must not offer a fix.
  @Test(arguments: [
    (
      "sessions: { library: { identifier: a.b.c } }\n",
      "sessions: { library: { allowsCellularAccess: false } }\n",
      "sessions: { library: { identifier: a.b.c, timeoutIntervalForResource: 7d } }\n", 0
    ),
    (
      "sessions: { library: {} }\n", "sessions: { library: { identifier: a.b.c } }\n",
      "sessions: { library: { timeoutIntervalForResource: 7d } }\n", 0
    ),
    (
      "", "sessions: { library: { identifier: a.b.c } }\n",
      "sessions: { library: { identifier: a.b.c, timeoutIntervalForResource: 7d } }\n", 1
    ),
  ]) func fixOfAnInheritedThingStaysInOneFile(
    _ policy: String, _ base: String, _ after: String, _ file: UInt16
  )
    throws
  {
    let text = "extends: base.yaml\n" + Self.head + policy
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { _ in
      .success(Array(base.utf8))
    }
    let found = Linter.findings(in: reading).filter { $0.name == "session-resource-timeout-implicit" }
    let fix = try #require(found.first?.diagnostic.fixes.first)
    #expect(Set(fix.edits.map(\.span.source)) == [SourceID(index: file)])
    let bytes = reading.sources[Int(file)].bytes
    let fixed = String(decoding: fix.edits.applied(to: bytes, of: SourceID(index: file)), as: UTF8.self)
    #expect(fixed.hasSuffix(after), "\(fixed)")
  }

  @Test func listOfABaseIsNotMendedFromThePolicy() {
    let text =
      "extends: base.yaml\n" + Self.head
      + "tasks: { r: { type: appRefresh, identifier: a.b.r, reschedule: true } }\n"
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { _ in
      .success(Array("backgroundModes: [audio]\n".utf8))
    }
    let found = Linter.findings(in: reading).filter { $0.name == "bg-refresh-mode-missing" }
    #expect(found.count == 1)
    #expect(found.flatMap(\.diagnostic.fixes).isEmpty)
  }
}
