import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A safe fix changes neither a generated file nor the estimate, without exceptions.
@Suite struct SafeFixTests {
  /// A policy whose fixes are applied.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var appFiles: AppFileReader?
    /// The folder of the project with the base policies.
    var folder: String?

    func reading(of source: SourceText) -> PolicyReading {
      PolicyReader.read(
        source,
        file: { path in
          guard let folder, let base = try? Project.text("\(folder)/\(path)") else {
            return .failure(UnreadableFile("it is not at hand"))
          }
          return .success(Array(base.utf8))
        }, appFiles: appFiles)
    }

    var source: SourceText { SourceText(name: "policy.yaml", text: text) }
  }

  static let examples: [Case] = Catalog.rules.flatMap { rule in
    rule.triggers().enumerated().map {
      Case(testDescription: "\(rule.name) \($0)", text: MarkedText($1.policy).text, appFiles: $1.appFiles)
    }
  }

  static let policies: [Case] = {
    let fixtures = ["Generation", "Language", "Misconfigurations", "Lint", "Advice"].map {
      "Tests/Fixtures/\($0)"
    }
    return (fixtures + ((try? Project.examples()) ?? [])).flatMap { folder in
      ((try? Project.names(in: folder)) ?? []).filter { $0.hasSuffix(".yaml") }.compactMap { name in
        (try? Project.text("\(folder)/\(name)")).map {
          Case(testDescription: "\(folder)/\(name)", text: $0, folder: folder)
        }
      }
    }
  }()

  /// The results of a policy after one of its fixes.
  private struct Change {
    let fix: Fix
    let differences: [PolicyOutcome.Part]
    let text: String
  }

  /// The changes that each `included` fix makes to a policy by itself.
  private static func changes(
    of policy: Case, where isIncluded: (Finding, Fix) -> Bool
  ) -> [Change] {
    let source = policy.source
    let reading = policy.reading(of: source)
    var before: PolicyOutcome?
    return Linter.findings(in: reading, on: RuleExample.day).flatMap { finding in
      finding.diagnostic.fixes.filter { $0.isWithinPolicy && isIncluded(finding, $0) }.map { fix in
        let outcome = before ?? PolicyOutcome(reading)
        before = outcome
        let fixed = SourceText(
          name: source.name, bytes: fix.edits.applied(to: source.bytes, of: SourceID(index: 0)))
        return Change(
          fix: fix, differences: PolicyOutcome(policy.reading(of: fixed)).differences(from: outcome),
          text: String(decoding: fixed.bytes, as: UTF8.self))
      }
    }
  }

  @Test(arguments: examples + policies) func safeFixesChangeNothing(_ policy: Case) {
    for change in Self.changes(of: policy, where: { $1.safety == .safe }) {
      #expect(change.differences == [], "\(change.fix.title):\n\(change.text)")
    }
  }

  /// All safe fixes of a policy together, as `--fix` applies them.
  @Test(arguments: examples + policies) func safelyFixedPoliciesAreWhatTheyWere(_ policy: Case) {
    let fixing = FixResult(policy.source, allowing: .safe, on: RuleExample.day) { policy.reading(of: $0) }
    guard !fixing.fixes.isEmpty else { return }
    let before = PolicyOutcome(policy.reading(of: policy.source))
    #expect(
      PolicyOutcome(fixing.reading).differences(from: before) == [],
      "\(fixing.fixes.map(\.title)):\n\(String(decoding: fixing.source.bytes, as: UTF8.self))")
  }

  /// The comparison detects the effects of unsafe fixes, so an unsafe fix that is graded safe would fail.
  @Test(
    arguments: [
      ("bg-refresh-not-rescheduled", [.swift, .otherFiles, .estimate]),
      ("bg-mode-fetch-unused", [.infoPlist]),
      ("session-container-not-entitled", [.entitlements]), ("push-user-visible-keys", [.pushRequests]),
      ("session-discretionary-noop", [.swift]),
    ] as [(RuleName, [PolicyOutcome.Part])])
  func unsafeFixesAreSeen(_ rule: RuleName, _ parts: [PolicyOutcome.Part]) throws {
    let policy = try #require(Self.examples.first { $0.testDescription == "\(rule) 0" })
    let changes = Self.changes(of: policy) { finding, _ in finding.name == rule }
    #expect(changes.map(\.differences) == [parts])
  }

  /// The reason of an unsafe fix is correct: the fix changes the part of the results that the reason names.
  @Test(arguments: examples) func reasonsAreTrue(_ policy: Case) {
    let name = policy.testDescription.prefix { $0 != " " }
    for change in Self.changes(of: policy, where: { $0.rule.name.text == name && $1.safety != .safe }) {
      let parts: [PolicyOutcome.Part]? =
        switch change.fix.safety {
        case .changesSwift: [.swift]
        case .changesInfoPlist: [.infoPlist]
        case .changesEntitlements: [.entitlements]
        case .changesPushes: [.pushRequests]
        case .changesIdentifiers: [.swift]
        default: nil
        }
      guard let parts else { continue }
      #expect(Set(parts).isSubset(of: change.differences), "\(change.fix.title): \(change.fix.safety)")
    }
  }
}
