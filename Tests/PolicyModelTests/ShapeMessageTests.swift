import JSON
import PlatformFacts
import PolicySyntax
import Quantities
import Testing

@testable import PolicyModel

/// The messages about values of the wrong shape.
@Suite struct ShapeMessageTests {
  private func diagnostics(_ text: String) -> [PolicySyntax.Diagnostic] {
    PolicyReader.read(SourceText(name: "policy.yaml", text: "schema: 1\n" + text)).diagnostics
  }

  private static let app = "app: { name: A, bundleIdentifier: a.b }\n"

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    var help: String?
    var testDescription: String { text }
  }

  static let cases = [
    Case(
      text: "app: { name: A, bundleIdentifier: a.b, deploymentTarget: 16 }",
      message: "deploymentTarget must be a mapping, for example { iOS: \"16\" }; found 16"),
    Case(
      text: "app: { name: A, bundleIdentifier: a.b, deploymentTarget: new }",
      message: "deploymentTarget must be a mapping, for example { iOS: \"16.0\" }; found \"new\""),
    Case(
      text: "budgets: { t: { completion: 12h } }",
      message: "completion must be a mapping, for example { p95: 12h }; found \"12h\""),
    Case(
      text: "budgets: { t: { launchesPerDay: 3 } }",
      message: "launchesPerDay must be a mapping, for example { p95: 3 }; found 3"),
    Case(
      text: "transfers: { t: { session: s, size: 1MB, submit: batch } }",
      message: "submit must be allAtOnce, oneAtATime or { batch: N }; found \"batch\"",
      help: "write { batch: 50 } for 50 at a time"),
    Case(
      text: "transfers: { t: { session: s, size: 1MB, submit: 20 } }",
      message: "submit must be allAtOnce, oneAtATime or { batch: N }; found 20",
      help: "write { batch: 20 } for 20 at a time"),
    Case(
      text: "transfers: { t: { session: s, size: 1MB, submit: oneAtTime } }",
      message:
        "submit must be allAtOnce, oneAtATime or { batch: N }; found \"oneAtTime\", did you mean oneAtATime?"),
    Case(
      text: "transfers: { t: { session: s, duration: soon } }",
      message: "duration must be a duration, for example 1h30m; found \"soon\""),
    Case(
      text: "transfers: { t: { session: s, duration: 99999999999999999999d } }",
      message: "duration must be at most 100000d; found \"99999999999999999999d\""),
    Case(
      text: "transfers: { t: { session: s, duration: 100001d } }",
      message: "duration must be at most 100000d; found \"100001d\""),
    Case(
      text: "transfers: { t: { session: s, size: 5MB..2MB } }",
      message:
        "size must be a size or a range of sizes, for example 2MB..6MB; found \"5MB..2MB\", did you mean 2MB..5MB?"
    ),
    Case(
      text: "transfers: { t: { session: s, size: 2MB..2000000000GB } }",
      message: "size must be at most 1000000000GB; found \"2MB..2000000000GB\""),
    Case(
      text: "transfers: { t: { session: s, size: 1MB, count: many } }",
      message: "count must be a whole number; found \"many\""),
    Case(
      text: "transfers: { t: { session: s, size: 1MB, resumable: \"no\" } }",
      message: "resumable must be true or false; found \"no\""),
    Case(
      text: "sessions: { s: { identifier: a, allowsCellularAccess: runtim } }",
      message: "allowsCellularAccess must be true, false or runtime; found \"runtim\"",
      help: "write runtime if the app decides it, or { runtime: false } with the value until then"),
    Case(
      text: "sessions: { s: { identifier: a, allowsConstrainedNetworkAccess: \"no\" } }",
      message: "allowsConstrainedNetworkAccess must be true, false or runtime; found \"no\"",
      help: "write false, without quotes"),
    Case(
      text: "sessions: { s: { identifier: a, allowsCellularAccess: { runtime: maybe } } }",
      message: "runtime must be true or false; found \"maybe\""),
    Case(
      text: "backgroundModes: audio",
      message: "backgroundModes must be a list, for example [audio]; found \"audio\""),
    Case(
      text: "backgroundModes:",
      message: "backgroundModes must be a list, for example [one, two]; found nothing"),
    Case(
      text: "generate: { style: swiftUI5 }",
      message: "style must be uikit or swiftui; found \"swiftUI5\", did you mean swiftui?"),
    Case(text: "tasks: { r: { type: appRefresh } }", message: "r must have the key identifier"),
    Case(
      text: "sessions: { s: { identifier: a, timeout: 1d } }",
      message: "s has no key timeout, did you mean timeoutIntervalForRequest or timeoutIntervalForResource?"),
  ]

  @Test(arguments: cases) func message(_ example: Case) throws {
    let text = example.text.hasPrefix("app:") ? example.text : Self.app + example.text
    let found = diagnostics(text)
    let diagnostic = try #require(
      found.first(where: { $0.message == example.message }), "\(found.map(\.message))")
    if let help = example.help { #expect(diagnostic.help == help) }
  }

  // MARK: Limits

  /// A value outside of sensible limits is rejected with a short message, even if the value is very long.
  @Test(arguments: [
    "timeoutIntervalForResource: 99999999999999999999d", "timeoutIntervalForResource: 100001d",
    "timeoutIntervalForResource: 9223372036854775807s",
    "timeoutIntervalForResource: \(String(repeating: "9", count: 1_000_000))",
    "timeoutIntervalForResource: 0.\(String(repeating: "0", count: 1_000_000))1s",
    "httpMaximumConnectionsPerHost: \(String(repeating: "1", count: 100_000))",
  ])
  func absurdQuantity(_ entry: String) {
    let found = diagnostics(Self.app + "sessions: { s: { identifier: a.b.c, \(entry) } }")
    #expect(found.map(\.rule) == [.policyBadValue])
    #expect(found.allSatisfy { $0.message.utf8.count < 250 })
  }

  @Test(arguments: [
    "size: 99999999999999999999GB", "size: 1000000001GB", "size: 1MB..1000000001GB", "duration: 110000d",
    "earliestBegin: 106751991167d", "count: 99999999999999999999",
    "failureShare: 1\(String(repeating: "0", count: 99))",
    "every: 99999999d",
  ])
  func absurdTransfer(_ entry: String) {
    let key = entry.prefix { $0 != ":" }
    let size = key == "size" ? "" : "size: 1MB, "
    let found = diagnostics(Self.app + "transfers: { t: { session: s, \(size)\(entry) } }")
    #expect(found.contains { $0.rule == .policyBadValue && $0.path == "transfers.t.\(key)" }, "\(found)")
  }

  @Test(arguments: [
    "budgets: { t: { energyPerDay: 99999999999kJ } }", "budgets: { t: { launchesPerDay: { p95: 1e300 } } }",
    "pushes: { p: { perDay: 1e18 } }", "model: { limiter.base: 99999999999999999999d }",
    "model: { wifi_budget: 99999999999999999999GB }",
    "scenarios: { a: { foreground: [{ at: 9223372036854775807s, for: 90s }] } }",
  ])
  func absurdSection(_ section: String) {
    #expect(diagnostics(Self.app + section).contains { $0.rule == .policyBadValue })
  }

  @Test func largestQuantitiesAreTaken() {
    let found = diagnostics(
      Self.app + """
        sessions: { s: { identifier: a.b.c, timeoutIntervalForResource: 100000d } }
        transfers: { t: { session: s, count: 10000000, size: 1000000000GB, earliestBegin: 100000d } }
        budgets: { t: { energyPerDay: 1000000kJ, launchesPerDay: { p95: 1000000000 } } }

        """)
    #expect(found.isEmpty, "\(found)")
  }

  // MARK: Other words

  /// Each synonym leads to a name that the language has.
  @Test func otherWordsMeanSomething() throws {
    let schema = Schema.json.compactText
    let modes = PlatformFacts.backgroundModes.value.map(\.name)
    #expect(Synonyms.table.count >= 40)
    for (word, meanings) in Synonyms.table {
      for meaning in meanings {
        #expect(schema.contains("\"\(meaning)\"") || modes.contains(meaning), "\(word) → \(meaning)")
      }
    }
    #expect(Set(Synonyms.table.map { Suggestion.fold($0.word) }).count == Synonyms.table.count)
  }

  @Test(arguments: [
    ("BGTaskSchedulerPermittedIdentifiers: []", "A policy has no key", "permittedIdentifiers"),
    ("UIBackgroundModes: []", "A policy has no key", "backgroundModes"),
    ("tasks: { r: { type: BGAppRefreshTask, identifier: a } }", "type must be", "appRefresh"),
    ("tasks: { r: { type: BGProcessingTaskRequest, identifier: a } }", "type must be", "processing"),
    (
      "tasks: { r: { type: appRefresh, identifier: a, earliestBeginDate: 1h } }", "r has no key",
      "earliestBegin"
    ),
    ("sessions: { s: { identifier: a, allowsCellular: true } }", "s has no key", "allowsCellularAccess"),
    ("budgets: { t: { launches: { p95: 3 } } }", "t has no key", "launchesPerDay"),
    ("budgets: { t: { cellular: 3MB } }", "t has no key", "cellularBytesPerDay"),
    ("budgets: { t: { energy: 3J } }", "t has no key", "energyPerDay"),
  ])
  func applesWordsAreKnown(_ text: String, _ head: String, _ name: String) {
    let found = diagnostics(Self.app + text).map(\.message)
    #expect(
      found.contains { $0.hasPrefix(head) && $0.hasSuffix(", did you mean \(name)?") }, "\(found)")
  }

  /// The time for a suggestion doesn't grow with the length of the text or the number of names.
  @Test func suggestionsAreBounded() {
    let long = String(repeating: "k", count: 10_000_000)
    #expect(Suggestion.nearest(to: long, among: ["sessions"]) == nil)
    #expect(Suggestion.nearest(to: "sesions", among: ["tasks", long, "sessions"])?.name == "sessions")
    let names = (0..<100_000).lazy.map { "name\($0)" }
    #expect(Suggestion.nearest(to: "nmae7", among: names)?.name == "name7")
    let found = diagnostics(Self.app + "? \(long)\n: 1\n")
    #expect(found.first?.message.hasPrefix("A policy has no key kkk") == true)
    #expect(found.allSatisfy { $0.message.utf8.count < 200 })
  }
}
