internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax
internal import Quantities

extension GateReport {
  /// The verdict as a page: the result with its reasons, budgets, generated files and findings.
  var html: String {
    let sections = [
      outOfSightBlocks.isEmpty
        ? nil
        : ReportPage.Section(id: "out-of-sight", title: "About the change", parts: parts(outOfSightItems)),
      ReportPage.Section(id: "policies", title: "Policies", parts: parts([.table(overview)])),
      changeSection,
      budgetBlocks.isEmpty
        ? nil : ReportPage.Section(id: "budgets", title: "Budgets", parts: parts(budgetBlocks)),
      staleItems.isEmpty
        ? nil
        : ReportPage.Section(id: "generated", title: "Generated files", parts: parts([.list(staleItems)])),
      findingTable.map { ReportPage.Section(id: "findings", title: "Findings", parts: parts([.table($0)])) },
      nextSteps.isEmpty
        ? nil
        : ReportPage.Section(
          id: "next", title: "Next", parts: parts([.code(nextSteps.joined(separator: "\n"), .shell)])),
    ].compactMap(\.self)
    return ReportPage(
      title: "bgpolicy gate: \(isPassed ? "passed" : "failed")",
      about:
        "Findings, generated files, the app's code and budgets of \(policyCount == 1 ? "1 policy" : "\(policyCount) policies"). Findings of severity \(limit.rawValue) or above fail.",
      head: [answer, tiles], sections: sections
    ).text
  }

  private var changeSection: ReportPage.Section? {
    let blocks = changeBlocks(afterFindings: false)
    guard let base, !blocks.isEmpty else { return nil }
    return ReportPage.Section(id: "changes", title: "Changes since \(base)", parts: parts(blocks))
  }

  private func parts(_ blocks: [Document.Block]) -> [XMLNode] { Document(blocks: blocks).htmlParts }

  private var answer: XMLNode {
    let failing = lint.findings.filter { $0.finding.counts && $0.finding.severity >= limit }
      .sorted { $0.finding.severity > $1.finding.severity }
    let reasons =
      failing.prefix(Self.mostReasons).map { RichText($0.finding.diagnostic.message) }
      + (failing.count > Self.mostReasons ? [RichText("and \(failing.count - Self.mostReasons) more")] : [])
      + lint.failures.map { RichText($0) }
    let undone = policies.flatMap(\.undone)
    let isDoubtful = policies.contains { $0.verdicts.contains { $0.isUncertain } }
    return PageParts.answer(
      !isPassed || !undone.isEmpty ? .bad : isDoubtful ? .uncertain : .good, RichText(conclusion),
      undone.flatMap { [$0.headline] + $0.reasons } + (isPassed ? [] : reasons))
  }

  /// The most findings that the result lists.
  private static let mostReasons = 8

  private var tiles: XMLNode {
    let verdicts = policies.flatMap(\.verdicts)
    let days = Set(policies.flatMap { $0.scenarios.map(\.scenario) }).sorted { $0.isBefore($1) }
    let stale = policies.flatMap(\.staleFiles).count
    let isFresh = policies.contains { if case .checked = $0.generated { true } else { false } }
    let tiles: [PageParts.Tile?] = [
      PageParts.Tile(title: "Errors", value: "\(lint.count(.error))", notes: ["findings that count"]),
      PageParts.Tile(
        title: "Warnings", value: "\(lint.count(.warning))",
        notes: ["and \(DisplayText.count(lint.count(.info), "note"))"]),
      // A tile of a skipped check shows no number.
      isFresh
        ? PageParts.Tile(
          title: "Stale files", value: "\(stale)", notes: ["missing, out of date or left over"]) : nil,
      verdicts.isEmpty
        ? nil
        : PageParts.Tile(
          title: "Broken budgets", value: "\(verdicts.count { $0.isBroken }) of \(verdicts.count)",
          notes: [DisplayText.list(days)]),
    ]
    return PageParts.tiles(tiles.compactMap(\.self))
  }

  /// The headline of a finding, the reason, the way out, and the rule with a link to its page or source.
  private static func words(about finding: Finding, in site: DocumentationSite) -> RichText {
    let diagnostic = finding.diagnostic
    let way =
      diagnostic.fixes.first.map { " Fix: \($0.titleAndOption)." } ?? diagnostic.help.map { " Help: \($0)." }
    let rule: RichText = "\(finding.name.text, address: finding.address(in: site))"
    return "\(strong: diagnostic.message). \(finding.rule.why.firstSentence)\(way ?? "") \(rule)"
  }

  private var findingTable: Document.Table? {
    let rows = lint.files.flatMap { file -> [[Document.Cell]] in
      let regions = Regions(file)
      return file.listed.filter(\.counts).worstFirst.map { finding in
        let region = regions.region(of: finding.diagnostic.span)
        let name = "\(region.file):\(region.start.line)"
        let location: RichText = region.address == nil ? .code(name) : "\(name, address: region.address)"
        return [
          Document.Cell(.verdict(finding.severity.label, finding.severity)),
          Document.Cell(location),
          Document.Cell(Self.words(about: finding, in: file.site)),
        ]
      }
    }
    guard !rows.isEmpty else { return nil }
    return Document.Table(
      "Findings that count", columns: ["severity", "location", "finding"], rows: rows, textColumns: 3)
  }
}
