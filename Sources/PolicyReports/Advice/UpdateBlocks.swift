internal import JSON
internal import PlatformFacts
internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax
internal import Quantities

// An update of a policy, as reports show it.

extension PolicyUpdate {
  /// The work on devices that the update strands. Empty if no work is stranded.
  var strandedBlocks: [Document.Block] { Self.blocks(about: stranded) }

  /// Work that is stranded on devices. Empty if no work is stranded.
  static func blocks(about stranded: [StrandedWork]) -> [Document.Block] {
    stranded.isEmpty ? [] : [.section("Work in progress on devices", [.list(stranded.map(\.item))])]
  }

  /// The findings that the update adds, and the findings that it removes.
  func findingBlocks(_ root: ReportRoot) -> [Document.Block] {
    Self.blocks(about: added, in: new, root, title: "Findings added") + goneBlocks
  }

  /// The findings that the update removes.
  var goneBlocks: [Document.Block] { Self.blocks(about: gone, in: old, .none, title: "Findings gone") }

  /// The stranded work as JSON.
  var strandedJSON: JSONValue { Self.json(of: stranded) }

  static func json(of stranded: [StrandedWork]) -> JSONValue { .array(stranded.map(\.json)) }

  var findingsJSON: JSONValue {
    [
      "added": .array(LintReport.File(findings: added, sources: new.sources).jsonFindings),
      "gone": .array(LintReport.File(findings: gone, sources: old.sources).jsonFindings),
    ]
  }

  private static func blocks(
    about findings: [Finding], in policy: Alternative, _ root: ReportRoot, title: String
  ) -> [Document.Block] {
    guard !findings.isEmpty else { return [] }
    var file = LintReport.File(findings: [], sources: policy.sources)
    file.root = root
    let regions = Regions(file)
    let items = findings.map { finding in
      let region = regions.region(of: finding.diagnostic.span)
      let location = "\(region.file):\(region.start.line)"
      let message = "\(finding.severity.label)[\(finding.name)]: \(finding.diagnostic.message)"
      return Document.Item("\(location, address: region.address): \(message)")
    }
    return [.section(title, [.list(items)])]
  }
}

extension UpdateCost {
  /// The figures that change, and the verdicts on budgets, before and after the update.
  var blocks: [Document.Block] {
    let settings = before.settings
    let runs = before.values.runs
    let basis =
      "Scenario \(settings.day.name), \(DisplayText.count(runs, "run")), the same random numbers before and after"
      + (comparison.hasDraws ? ", with the values of the model" : "")
    let table = comparison.table
    var blocks: [Document.Block] = [
      .section(
        "Cost",
        table.rows.isEmpty
          ? [.paragraph("\(basis): no figure of the estimate changes")]
          : [.paragraph(basis), .table(table)] + (comparison.unchanged.map { [.paragraph($0)] } ?? []))
    ]
    let names = after.verdicts.map(\.name)
    let lost = before.verdicts.filter { !names.contains($0.name) }
    guard !names.isEmpty || !lost.isEmpty else { return blocks + cohortBlocks }
    let compared = comparedLimits
    let rows = (after.verdicts + lost).map { verdict -> [String] in
      let old = before.verdicts.first { $0.name == verdict.name }
      let new = after.verdicts.first { $0.name == verdict.name }
      func cell(_ verdict: BudgetVerdict?) -> String {
        verdict.map { "\($0.word): \(BudgetText.actual($0))" } ?? "–"
      }
      let limits = [old, new].map { $0.map { BudgetText.figure($0.limit, of: $0) } ?? "–" }
      return [
        verdict.name, limits[0] == limits[1] ? limits[0] : "\(limits[0]) → \(limits[1])", cell(old),
        cell(new),
        difference(from: old, to: new, compared.first { $0.limitName == verdict.name }),
      ]
    }
    blocks.append(
      .section(
        comparison.hasDraws ? "Budgets, over the values that are possible" : "Budgets",
        [
          .table(
            Document.Table(
              "Verdicts on budgets", columns: ["", "limit", "before", "after", "difference"], rows: rows,
              textColumns: 1))
        ]))
    return blocks + cohortBlocks
  }

  /// The difference between the estimates of two verdicts, as text for the table; `compared` says whether the difference may be chance.
  private func difference(
    from old: BudgetVerdict?, to new: BudgetVerdict?, _ compared: ComparedFigure?
  ) -> String {
    guard let old, let new, let compared else { return "–" }
    let values = (
      BudgetText.value(of: old) ?? .infinity, BudgetText.value(of: new) ?? .infinity
    )
    if values.0 == values.1 { return "0" }
    if values.1 == .infinity { return "to never" }
    if values.0 == .infinity { return "from never" }
    return compared.figure.signed(values.1 - values.0)
      + (compared.isUnchanged || compared.isBeyondNoise ? "" : ", within the noise")
  }

  var json: JSONValue {
    [
      "model": [
        "seed": .int(Int64(bitPattern: before.settings.seed)), "runs": .number(before.values.runs),
      ],
      "scenario": .string(before.settings.day.name),
      "figures": .array(comparison.figures.map(\.json)),
      "budgets": [
        "before": .array(before.verdicts.map(BudgetText.json)),
        "after": .array(after.verdicts.map(BudgetText.json)),
        "compared": .array(comparedLimits.map(\.limitJSON)),
      ],
      "cohorts": cohortsJSON,
    ]
  }
}

extension StrandedWork {
  /// The severity. Stranded work is never an error, because the facts about it are reported or assumed.
  var severity: Severity { isLoss ? .warning : .info }

  /// The longest time that stranded work stays on devices, in words.
  var duration: String {
    longest.map { "for up to \($0)" } ?? "until the system launches it; no end is documented"
  }

  fileprivate var item: Document.Item {
    var seen: Set<Citation> = []
    let sources = facts.flatMap(\.citations).filter { seen.insert($0).inserted }
      .map { "\($0.title) (\($0.edition))" }
    return Document.Item(
      text: "\(severity.label)[\(change.rawValue)] \(path): \(message)",
      details: [
        "how long: \(duration)", "way out: \(help)",
        "source: \(sources.joined(separator: "; ")) [\(confidence.rawValue)]",
      ])
  }

  fileprivate var json: JSONValue {
    [
      "change": .string(change.rawValue), "severity": .string(severity.rawValue), "path": .string(path),
      "identifier": .string(identifier), "message": .string(message),
      "longestSeconds": longest.map { .double($0.seconds) } ?? .null, "help": .string(help),
      "confidence": .string(confidence.rawValue),
      "facts": .array(
        facts.map { fact in
          [
            "statement": .string(fact.value), "confidence": .string(fact.confidence.rawValue),
            "sources": .array(
              fact.citations.map {
                .members([
                  "title": .string($0.title), "edition": .string($0.edition),
                  "address": $0.address.map { .string($0) } ?? .null,
                ])
              }),
          ]
        }),
    ]
  }
}
