/// The formats of a gate's verdict: those of findings, and a page.
package enum GateFormat: String, ReportKind {
  /// The name of the value in help.
  package static let placeholder = "F[=FILE]"

  case text, concise, json, gcc, sarif, github, gitlab, junit, rdjson, markdown
  /// A page for a browser.
  case html

  /// The format of findings; `nil` for the page, which only a gate has.
  var ofFindings: LintFormat? { LintFormat(rawValue: rawValue) }
}
