internal import Foundation
internal import JSON
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import SwiftParser
internal import SwiftSyntax

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

extension FuzzTarget {
  /// The stages of the compiler.
  static let policies = [
    FuzzTarget(name: "yaml", isPolicy: true, seeds: examples) { bytes in
      var tree = NodeTree()
      let (_, diagnostics) = YAMLReader.read(SourceText(name: "a.yaml", bytes: bytes), into: &tree)
      for diagnostic in diagnostics { check(diagnostic, [bytes.count]) }
    },
    FuzzTarget(name: "lowering", isPolicy: true, seeds: examples) { bytes in
      let reading = PolicyReader.read(SourceText(name: "a.yaml", bytes: bytes), file: base)
      for diagnostic in reading.diagnostics { check(diagnostic, reading.sources.map(\.bytes.count)) }
    },
    FuzzTarget(name: "lint", isPolicy: true, seeds: examples) { bytes in
      let reading = PolicyReader.read(SourceText(name: "a.yaml", bytes: bytes), file: base)
      let findings = Linter.findings(in: reading, on: RuleExample.day)
      for finding in findings { check(finding.diagnostic, reading.sources.map(\.bytes.count)) }
      let report = LintReport(
        [LintReport.File(findings: findings, sources: reading.sources)], limit: .error)
      for format in LintFormat.allCases {
        let text = report.rendered(as: format, style: Style(isColored: false), withSummary: true)
        checkOutput(text, "lint as \(format)")
        if [.json, .sarif, .gitlab, .rdjson].contains(format) {
          Fuzz.require((try? JSONReader.read(Array(text.utf8))) != nil, "\(format) is not JSON")
        }
        if format == .junit { checkXML(text) }
      }
    },
    FuzzTarget(name: "fix", isPolicy: true, seeds: examples) { bytes in
      let source = SourceText(name: "a.yaml", bytes: bytes)
      let before = findings(source)
      let wasReadable = syntax(before).isEmpty
      for scope in FixResult.Scope.allCases {
        let result = FixResult(source, allowing: scope, on: RuleExample.day) {
          PolicyReader.read($0, file: base)
        }
        let again = findings(result.source)
        Fuzz.require(
          errors(again) <= errors(before), "\(scope) fixes leave \(errors(again)) of \(errors(before)) errors"
        )
        if wasReadable { Fuzz.require(syntax(again).isEmpty, "\(scope) fixes leave \(syntax(again))") }
        // An unsafe fix leaves alone what another one has just written, and a second run does not know that.
        guard scope == .safe else { continue }
        let second = FixResult(result.source, allowing: scope, on: RuleExample.day) {
          PolicyReader.read($0, file: base)
        }
        Fuzz.require(
          second.source.bytes == result.source.bytes, "a second run of \(scope) fixes changes more")
      }
      guard wasReadable else { return }
      // As other tools make them, one by itself.
      for fix in before.flatMap(\.diagnostic.fixes) where fix.isWithinPolicy {
        let fixed = SourceText(
          name: "a.yaml", bytes: fix.edits.applied(to: bytes, of: SourceID(index: 0)))
        let left = syntax(findings(fixed))
        Fuzz.require(left.isEmpty, "the fix \(fix.title) leaves \(left)")
      }
    },
    FuzzTarget(name: "generate", isPolicy: true, seeds: examples) { bytes in
      let reading = PolicyReader.read(SourceText(name: "a.yaml", bytes: bytes), file: base)
      let findings = Linter.findings(in: reading, on: RuleExample.day)
      guard let policy = reading.policy, !findings.contains(where: { $0.severity == .error && $0.counts })
      else { return }
      let files = Generator.files(for: policy, provenance: Provenance(policy: "a.yaml"))
      for file in files { check(file) }
    },
  ]

  private static func findings(_ source: SourceText) -> [Finding] {
    Linter.findings(in: PolicyReader.read(source, file: base), on: RuleExample.day)
  }

  private static func errors(_ findings: [Finding]) -> Int {
    findings.count { $0.severity == .error && $0.counts }
  }

  private static func syntax(_ findings: [Finding]) -> [String] {
    findings.filter { ["yaml-syntax", "yaml-limit", "yaml-multiple-documents"].contains($0.name) }
      .map(\.diagnostic.message)
  }

  /// A base policy at any path but those with `none`.
  static let base: @Sendable (String) -> Result<[UInt8], UnreadableFile> = { path in
    path.contains("none")
      ? .failure(UnreadableFile("No such file or directory"))
      : .success(Array("schema: 1\nsessions: { base: { identifier: com.example.base } }\n".utf8))
  }

  /// Every span of a diagnostic lies in its source.
  private static func check(_ diagnostic: Diagnostic, _ counts: [Int]) {
    let spans =
      [diagnostic.span] + diagnostic.related.map(\.span) + diagnostic.fixes.flatMap(\.edits).map(\.span)
    for span in spans {
      let index = Int(span.source.index)
      Fuzz.require(
        index < counts.count && span.lower <= span.upper && Int(span.upper) <= counts[index],
        "\(diagnostic.rule): \(span) lies outside of \(counts)")
    }
  }

  /// No control character but line feeds and tabs, and no character that changes the direction of text.
  static func checkOutput(_ text: String, _ name: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: continue
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF:
        Fuzz.fail("\(name) holds U+\(String(scalar.value, radix: 16))")
      default: continue
      }
    }
  }

  private static func checkXML(_ text: String) {
    Fuzz.require(XMLParser(data: Data(text.utf8)).parse(), "the XML is not well-formed: \(text)")
  }

  /// A generated file is what its name says.
  private static func check(_ file: GeneratedFile) {
    checkOutput(file.text, file.path)
    switch file.path.split(separator: ".").last {
    case "swift":
      Fuzz.require(!Parser.parse(source: file.text).hasError, "\(file.path) is no Swift:\n\(file.text)")
    case "plist", "entitlements":
      let list = try? PropertyListSerialization.propertyList(from: Data(file.text.utf8), format: nil)
      Fuzz.require(list is [String: Any], "\(file.path) is no property list:\n\(file.text)")
    case "json":
      Fuzz.require((try? JSONReader.read(Array(file.text.utf8))) != nil, "\(file.path) is no JSON")
    case "yml", "yaml":
      var tree = NodeTree()
      let (_, diagnostics) = YAMLReader.read(SourceText(name: file.path, text: file.text), into: &tree)
      Fuzz.require(diagnostics.isEmpty, "\(file.path): \(diagnostics.map(\.message))\n\(file.text)")
    default: break
    }
  }
}
