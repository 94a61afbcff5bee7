import PolicyLint
import PolicyModel
import PolicySyntax
import Testing

/// A rule whose findings have different severities: a certain mistake is an error, and a value that may be intended is less severe.
@Suite struct SeverityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: RuleName
    let severity: Severity
    let text: String
    var deploymentTarget = "iOS: \"16.0\""

    var testDescription: String { "\(rule) \(severity): \(text)" }
  }

  static let cases = [
    Case(
      rule: "push-type-missing", severity: .warning,
      text: "pushes: { p: { headers: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } } }"),
    Case(
      rule: "push-type-missing", severity: .error,
      text: "pushes: { p: { headers: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } } }",
      deploymentTarget: "watchOS: \"9.0\""),
    Case(
      rule: "push-type-missing", severity: .warning,
      text: "pushes: { p: { headers: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } } }",
      deploymentTarget: "iOS: \"16.0\", watchOS: \"9.0\""),
    Case(
      rule: "push-priority", severity: .error,
      text: "pushes: { p: { headers: { apns-push-type: background, apns-priority: 10 } } }"),
    Case(
      rule: "push-priority", severity: .warning,
      text: "pushes: { p: { headers: { apns-push-type: background, apns-priority: 1 } } }"),
    Case(
      rule: "push-content-available", severity: .error,
      text:
        "pushes: { p: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: {} } } }"),
    Case(
      rule: "push-content-available", severity: .warning,
      text: "pushes: { p: { headers: { apns-push-type: background, apns-priority: 5 } } }"),
    Case(
      rule: "push-content-available", severity: .warning,
      text:
        "pushes: { p: { headers: { apns-push-type: alert }, payload: { aps: { alert: New } }, expectedRuntime: 5s } }"
    ),
    Case(
      rule: "session-identifier-dynamic", severity: .warning,
      text: "sessions: { s: { identifier: com.example.%@ } }"),
    Case(
      rule: "session-identifier-dynamic", severity: .info,
      text: "sessions: { s: { identifier: com.example.1760000000 } }"),
    Case(
      rule: "session-waits-for-connectivity-noop", severity: .info,
      text: "sessions: { s: { identifier: a.b, waitsForConnectivity: true } }"),
    Case(
      rule: "session-waits-for-connectivity-noop", severity: .warning,
      text: "sessions: { s: { identifier: a.b, waitsForConnectivity: false } }"),
    Case(
      rule: "session-discretionary-on-constrained", severity: .info,
      text: "sessions: { s: { identifier: a.b, isDiscretionary: true } }"),
    Case(
      rule: "session-discretionary-on-constrained", severity: .warning,
      text:
        "sessions: { s: { identifier: a.b, isDiscretionary: true, allowsConstrainedNetworkAccess: true } }"),
    Case(
      rule: "session-discretionary-false-in-background", severity: .info,
      text: """
        sessions: { s: { identifier: a.b, isDiscretionary: false } }
        transfers: { a: { session: s, size: 1MB, startedIn: background }, b: { session: s, size: 1MB } }
        """),
    Case(rule: "bg-mode-unknown", severity: .error, text: "backgroundModes: [Fetch]"),
    Case(rule: "bg-mode-unknown", severity: .warning, text: "backgroundModes: [holodeck]"),
    Case(
      rule: "bg-identifier-case", severity: .error,
      text: "permittedIdentifiers: [a.B]\ntasks: { t: { type: processing, identifier: a.b } }"),
    Case(
      rule: "bg-identifier-case", severity: .warning,
      text: "tasks: { t: { type: processing, identifier: a.b }, u: { type: processing, identifier: a.B } }"),
    Case(
      rule: "session-scheme-unsupported", severity: .error,
      text:
        "sessions: { s: { identifier: a.b } }\ntransfers: { t: { session: s, size: 1MB, endpoint: \"ftp://a.b\" } }"
    ),
    Case(
      rule: "session-scheme-unsupported", severity: .warning,
      text:
        "sessions: { s: { identifier: a.b } }\ntransfers: { t: { session: s, size: 1MB, endpoint: a.b/c } }"),
    Case(
      rule: "uitask-over-30s", severity: .warning, text: "backgroundTasks: { a: { expectedRuntime: 1m } }"),
    Case(
      rule: "uitask-over-30s", severity: .info,
      text: "backgroundTasks: { a: { expectedRuntime: 20s }, b: { expectedRuntime: 25s } }"),
    Case(
      rule: "bg-too-many-refresh", severity: .warning,
      text: "tasks: { t: { type: appRefresh, identifier: a.b }, u: { type: appRefresh, identifier: a.c } }"),
    Case(
      rule: "bg-too-many-refresh", severity: .warning,
      text:
        "tasks: { t: { type: appRefresh, identifier: a.b, owner: sdk }, u: { type: appRefresh, identifier: a.c } }"
    ),
    Case(
      rule: "bg-too-many-refresh", severity: .info,
      text: """
        backgroundModes: [fetch]
        permittedIdentifiers: [a.b, { identifier: d.e, owner: sdk }]
        tasks: { t: { type: appRefresh, identifier: a.b } }
        """),
  ]

  @Test(arguments: cases) func isAsGraveAsItIsCertain(_ example: Case) {
    let head = "app: { name: A, bundleIdentifier: a, deploymentTarget: { \(example.deploymentTarget) } }"
    let found = findings(in: "schema: 1\n\(head)\n\(example.text)\n").findings
    #expect(found.filter { $0.name == example.rule }.map(\.severity) == [example.severity])
  }

  /// An app for iOS may extend the same base, or have the same Info.plist, so that the modes are not useless.
  @Test(arguments: [
    ("", false, Severity.error), ("", true, .info), ("infoPlist: App/Info.plist, ", false, .info),
  ])
  func modesThatAnotherAppMayShareAreANote(_ file: String, _ isInBase: Bool, _ severity: Severity) {
    let modes = "backgroundModes: [audio]\n"
    let text = """
      schema: 1
      extends: base.yaml
      app: { name: A, bundleIdentifier: a, \(file)deploymentTarget: { macOS: "13.0" } }
      \(isInBase ? "" : modes)
      """
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { _ in
      .success(Array("schema: 1\n\(isInBase ? modes : "")".utf8))
    }
    let found = Linter.findings(in: reading).filter { $0.name == "bg-mode-macos" }
    #expect(found.map(\.severity) == [severity])
    #expect(found.flatMap(\.diagnostic.fixes).isEmpty == (severity == .info))
  }
}
