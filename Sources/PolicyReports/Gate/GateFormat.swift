/// The formats of a gate's verdict: the formats of findings, and a page.
package enum GateFormat: String, ReportKind {
  /// The name of the value in help.
  package static let placeholder = "F[=FILE]"

  case text, concise, json, gcc, sarif, github, gitlab, junit, rdjson, markdown
  /// A page for a browser.
  case html

  /// The same format for findings. `nil` for the page, which is a format of gates only.
  var ofFindings: LintFormat? { LintFormat(rawValue: rawValue) }
}
