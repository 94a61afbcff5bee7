package import PolicyLint
package import PolicySim
internal import PolicySyntax

extension LintReport {
  /// The report for people.
  package func text(
    style: Style, withSummary: Bool, on workers: some ParallelMap = SequentialMap()
  ) -> String {
    let text = showsStatistics ? statisticsText(style: style) : findingsText(style: style, on: workers)
    return withSummary ? text + (text.isEmpty ? "" : "\n") + summary + "\n" : text
  }

  private func findingsText(style: Style, on workers: some ParallelMap) -> String {
    let shown = files.filter { $0.findings.contains(where: \.counts) }
    guard !shown.isEmpty else { return "" }
    return workers.map(shown, done: 0, of: shown.count) { file in
      var tables: [SourceID: LineTable] = [:]
      return file.listed.filter(\.counts).worstFirst.map { finding in
        FindingText(finding, in: file, style: style, tables: &tables).text
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The counts of findings, the number of fixes, and the part of the app that was not compared.
  var summary: String {
    let counts: [String?] = [
      count(.error) > 0 ? DisplayText.count(count(.error), "error") : nil,
      count(.warning) > 0 ? DisplayText.count(count(.warning), "warning") : nil,
      count(.info) > 0 ? DisplayText.count(count(.info), "note") : nil,
    ]
    let found = counts.compactMap { $0 }
    let suppressed = suppressedCount > 0 ? ", \(suppressedCount) suppressed" : ""
    let what = found.isEmpty ? "Nothing found" : found.joined(separator: ", ")
    return "\(what)\(suppressed) in \(files.count == 1 ? "1 policy" : "\(files.count) policies")"
      + [fixable.text, notCompared].compactMap { $0.map { "\n\($0)" } }.joined()
  }

  /// The sentence after the changes that `--fix` would make: whether there are changes, and the number of
  /// further changes that `--fix=all` would make. `nil` if the changes are complete.
  package func unfixed(with scope: FixResult.Scope) -> String? {
    let others = scope == .safe ? fixable.others : 0
    let rest = others > 0 ? "\(others) fixable with --fix=all" : nil
    switch scope {
    case .safe where fixable.safe == 0: return "--fix would fix nothing" + (rest.map { "; \($0)" } ?? "")
    case .all where fixable.safe + fixable.others == 0: return "--fix=all would fix nothing"
    default: return rest
    }
  }
}
