import Foundation
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A policy has the same findings in every form, at the same texts.
@Suite struct MetamorphicTests {
  /// A way to write a policy.
  struct Form: Sendable, CustomTestStringConvertible {
    /// The parts of a policy, apart from its meaning, that a form keeps.
    enum Kept: Sendable {
      /// The form keeps the order of all entries, so that each finding is at the same text.
      case order
      /// The form keeps only the meaning, and changes the order of two declarations.
      case meaning
    }

    let testDescription: String
    let keeps: Kept
    /// Whether the form keeps the comments of the text.
    let keepsComments: Bool
    /// Writes a text in this form; returns `nil` if the text is not YAML.
    let apply: @Sendable (String) -> String?

    init(text description: String, _ apply: @escaping @Sendable (String) -> String?) {
      testDescription = description
      keeps = .order
      keepsComments = true
      self.apply = apply
    }

    init(_ description: String, keeps: Kept = .order, _ change: @escaping @Sendable (inout YAMLForm) -> Void)
    {
      let form = YAMLForm(description, change)
      testDescription = description
      self.keeps = keeps
      keepsComments = false
      apply = { YAMLData(text: $0).map(form.text) }
    }
  }

  static let forms: [Form] = [
    Form("block style") { _ in },
    Form("flow style") { $0.collections = .flow },
    Form("JSON") { $0.collections = .json },
    Form("single quotes") { $0.quotes = .single },
    Form("double quotes") { $0.quotes = .double },
    Form("anchors and aliases") { $0.hasAliases = true },
    Form("anchors and aliases in flow style") {
      $0.hasAliases = true
      $0.collections = .flow
    },
    Form("merge keys") { $0.hasMergeKeys = true },
    Form("deep indentation") { $0.indentation = 7 },
    Form("comments above and behind every line") { $0.hasComments = true },
    Form(text: "comments behind the lines of the text", TextForms.withComments),
    Form(text: "CR LF", TextForms.withCarriageReturns),
    Form(text: "a byte order mark", TextForms.withByteOrderMark),
    Form("entries in reverse", keeps: .meaning) { $0.order = .reversed },
    Form("entries rotated", keeps: .meaning) { $0.order = .rotated },
  ]

  /// A policy that has the same findings in every form.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The folder of the project that contains the policy's base policies.
    var folder: String?
    /// The rule that the policy is an example of, by the name of the policy's file.
    var rule: RuleName?
  }

  static let examples: [Case] =
    RuleExampleTests.triggers.map { example($0, "trigger") }
    + RuleExampleTests.passes.map { example($0, "pass") }

  private static func example(_ example: RuleExampleTests.Case, _ kind: String) -> Case {
    Case(
      testDescription: "\(example.rule.name) \(kind) \(example.number)",
      text: MarkedText(example.example.policy).text, rule: example.rule.name)
  }

  static let policies: [Case] = {
    let folders =
      ["Generation", "Language", "Misconfigurations"].map { "Tests/Fixtures/\($0)" }
      + ((try? Project.examples()) ?? [])
    return folders.flatMap { folder in
      ((try? Project.names(in: folder)) ?? []).filter { $0.hasSuffix(".yaml") }.compactMap { name in
        (try? Project.text("\(folder)/\(name)")).map {
          Case(
            testDescription: "\(folder)/\(name)", text: $0, folder: folder,
            rule: RuleName(String(name.prefix { $0 != "." })))
        }
      }
    }
  }()

  @Test(arguments: examples + policies) func everyFormHasTheSameFindings(_ policy: Case) {
    let before = Linting(policy.text, folder: policy.folder)
    keep(policy.text, of: policy, as: "original")
    let isAboutComments = policy.rule.flatMap(MetamorphicExceptions.of)?.forms == .withComments
    for form in Self.forms where form.keepsComments || !isAboutComments {
      guard let text = form.apply(policy.text) else {
        #expect(policy.rule.flatMap(MetamorphicExceptions.of)?.forms == .writtenAnew, "\(form): is not YAML")
        continue
      }
      keep(text, of: policy, as: form.testDescription)
      let after = Linting(text, folder: policy.folder)
      switch form.keeps {
      case .order:
        #expect(after.findings == before.findings, "\(form):\n\(text)")
        #expect(after.texts == before.texts, "\(form):\n\(text)")
      case .meaning:
        #expect(after.unordered == before.unordered, "\(form):\n\(text)")
      }
    }
  }

  /// Writes a form into the folder that FORMS_FOLDER names, for Scripts/oracles/forms.py to read with another YAML reader.
  private func keep(_ text: String, of policy: Case, as name: String) {
    guard let folder = ProcessInfo.processInfo.environment["FORMS_FOLDER"] else { return }
    let own = URL(filePath: folder).appending(path: policy.testDescription.replacing("/", with: "-"))
    #expect(throws: Never.self) {
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: own.appending(path: "\(name).yaml"))
    }
  }

  @Test func exceptionsAreThoseThatAreNeeded() {
    var needed: [RuleName: MetamorphicExceptions.Forms] = [:]
    for policy in Self.examples + Self.policies {
      let before = Linting(policy.text, folder: policy.folder)
      for form in Self.forms where form.keeps == .meaning {
        if let text = form.apply(policy.text) {
          let after = Linting(text, folder: policy.folder)
          let differences = Set(after.findings).symmetricDifference(before.findings)
          for finding in differences {
            needed[finding.rule] = after.unordered.count == before.unordered.count ? .inOrder : .withComments
          }
        } else if let rule = policy.rule {
          needed[rule] = .writtenAnew
        }
      }
    }
    let listed = MetamorphicExceptions.all.map { "\($0.rule) \($0.forms)" }
    #expect(listed.sorted() == needed.map { "\($0) \($1)" }.sorted())
  }
}

/// The findings in a text, without the locations that change with its form.
private struct Linting {
  let findings: [FindingText]
  /// The findings as texts. If a form may change the order of entries, a finding of a rule that depends on the order is only its severity
  /// and rule.
  let unordered: [String]
  /// The text at the location of each finding.
  let texts: [String]

  init(_ text: String, folder: String?) {
    let (found, sources) = PolicyLintTests.findings(in: text, folder: folder)
    let pairs = found.flatMap { finding in
      FindingText.all(of: finding).map { ($0, Self.text(at: finding.diagnostic.span, sources)) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    findings = pairs.map(\.0)
    texts = pairs.map { "\($0.0.rule) \($0.0.path): \($0.1)" }
    unordered = findings.map { finding in
      MetamorphicExceptions.of(finding.rule)?.forms == .inOrder
        ? "\(finding.severity)[\(finding.rule)]" : finding.description
    }.sorted()
  }

  /// The value at a location. A mapping or list is only the word for its kind.
  private static func text(at span: Span, _ sources: [SourceText]) -> String {
    let bytes = sources[Int(span.source.index)].bytes
    // An alias can't be read without its anchor, which is outside of the span. A placeholder instead of the alias doesn't change the kind
    // of the value.
    let words = bytes.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "_") : $0 }
    return switch YAMLData(text: bytes, at: span.range) ?? YAMLData(text: words, at: span.range) {
    case .scalar(let text, _)?: text
    case .list?: "a list"
    case .mapping?: "a mapping"
    case nil: ""
    }
  }
}
