internal import JSON
internal import PlatformFacts
package import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// The values of `--format` for advice.
package enum AdviceFormat: String, ReportKind {
  /// A report for people.
  case text
  /// A report for programs.
  case json
  /// A report for a pull request.
  case markdown
  /// A page for a browser.
  case html

  /// The name of the value in help.
  package static let placeholder = "text|json|markdown|html[=FILE]"
}

/// The proposals of an advisor.
package struct AdviceReport {
  /// The policy's path.
  let path: String
  let advisor: Advisor
  /// The findings that `lint` reports in the policy.
  let lint: LintSummary

  /// A report on the advice for the policy at `path`.
  package init(path: String, advisor: Advisor, lint: LintSummary) {
    self.path = path
    self.advisor = advisor
    self.lint = lint
  }

  /// The report in a format; only text uses `style`.
  package func rendered(as kind: AdviceFormat, style: Style) -> String {
    switch kind {
    case .text: document.text(style: style)
    case .json: json.prettyText + "\n"
    case .markdown: document.markdown
    case .html: html
    }
  }

  private var settings: Estimator.Settings { advisor.before.settings }
  var subject: String { advisor.before.alternative.policy.app?.value.name?.value ?? path }

  var headline: String {
    let runs = advisor.before.values.runs
    let what = runs == 1 ? "one run" : "\(runs) runs, seed \(settings.seed)"
    return "Advice for \(subject): scenario \(settings.day.name), \(what)"
  }

  private var tried: Int { advisor.proposals.count + advisor.rejections.count }

  /// The result in a sentence.
  var conclusion: String {
    guard advisor.proposals.isEmpty else {
      return "\(DisplayText.count(tried, "edit")) tried under the same random numbers, "
        + "\(advisor.proposals.count) of them \(advisor.proposals.count == 1 ? "helps" : "help")"
    }
    return tried == 0
      ? "Nothing to propose: none of the edits that bgpolicy knows applies to this policy"
      : "Nothing to propose: \(DisplayText.count(tried, "edit")) tried, and none helps by 5 % or more, beyond the noise, "
        + "without making something else worse"
  }

  /// The best edit with its effect on the work that it speeds up most, in a sentence; `nil` if no edit helps.
  var bestEdit: String? {
    guard let proposal = advisor.proposals.first else { return nil }
    let late = FigureStatistic(.completion, .p95)
    let gains = proposal.comparison.figures.filter { figure in
      figure.figure == late && (figure.after ?? .infinity) < (figure.before ?? 0)
    }
    let gain = gains.max { ($0.before ?? 0) - ($0.after ?? 0) < ($1.before ?? 0) - ($1.after ?? 0) }
    let done = advisor.before.paired.isExact ? "done in" : "95 % done in"
    let effect = gain.map {
      "\(done) \(late.averageText($0.after)) instead of \(late.averageText($0.before))"
    }
    return effect.map { "\(proposal.candidate.title): \($0)" } ?? proposal.candidate.title
  }

  var nextStep: RichText {
    "Each proposal changes the policy as it is: apply one with \(command: "bgpolicy advise \(path) --apply 1"), then ask again"
  }

  /// The reasons, costs and assumptions of a proposal.
  private func notes(of proposal: Advisor.Proposal) -> [Document.Entry] {
    let fixed = proposal.fixed.map(BudgetText.text)
    let subjects = Set(proposal.comparison.subjects)
    let costs = proposal.costs.filter { subjects.contains($0.figure.subject) }.map { cost in
      let (figure, difference) = (cost.figure, cost.figure.figure.signedAverage(cost.figure.difference))
      return "\(figure.title) \(difference == "0" ? "by too little to show" : difference)"
        + (cost.interpretation.map { " with \($0)" } ?? "")
    }
    func findings(_ findings: [Finding]) -> String {
      findings.map { "\($0.severity.label)[\($0.name)]" }.joined(separator: ", ")
    }
    let parameters = proposal.candidate.parameters.compactMap(PlatformFacts.parameter).map { fact in
      let isSet = settings.parameters.overridden.contains(fact.name)
      return "\(fact.name) (\(isSet ? "set for this estimate" : fact.confidence.rawValue))"
    }
    return [
      ("why", proposal.candidate.why),
      ("keeps", fixed.joined(separator: "; ")),
      ("weakens", proposal.weakened.map(BudgetText.text).joined(separator: "; ")),
      (
        "costs",
        costs.isEmpty
          ? "no figure gets worse beyond the noise, under any reading of the model's rules"
          : costs.joined(separator: ", ")
      ),
      ("removes", findings(proposal.resolved)),
      ("brings", findings(proposal.notes)),
      ("caution", proposal.candidate.caution ?? ""),
      ("depends on", parameters.joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }.map { Document.Entry(name: $0, text: RichText($1)) }
  }

  /// A budget that no edit keeps: its excess without an edit, and its excess with the closest edit.
  private func text(_ budget: Advisor.UnmetBudget) -> String {
    let text = BudgetText.text(budget.verdict)
    guard let closest = budget.closest else { return "\(text); no harmless edit brings it closer" }
    return "\(text); \(BudgetText.actual(closest.verdict)) with \"\(closest.title)\""
  }

  private func diff(of proposal: Advisor.Proposal) -> String {
    let old = advisor.before.alternative.source
    return UnifiedDiff(of: old.name, from: old.bytes, to: proposal.alternative.source.bytes).text
  }

  // MARK: - Document

  private var document: Document {
    var blocks: [Document.Block] = [
      .report("bgpolicy advise", headline: RichText(headline), result: RichText(conclusion))
    ]
    for (index, proposal) in advisor.proposals.enumerated() {
      let parts = self.blocks(about: proposal)
      blocks.append(.section("\(index + 1). \(proposal.candidate.title)", Array(parts.dropLast())))
      blocks += parts.suffix(1)
    }
    if !advisor.proposals.isEmpty { blocks.append(.prose(nextStep)) }
    if let sentence = lint.sentence { blocks.append(.prose("\(sentence).")) }
    if !advisor.unmet.isEmpty {
      blocks.append(.section("Budgets that no edit keeps", [unmetList]))
    }
    if !advisor.rejections.isEmpty {
      blocks.append(.folded("Tried and rejected", [rejectionList]))
    }
    return Document(blocks: blocks, isForComments: true)
  }

  /// The figures of a proposal before and after the edit, the reasons and costs, and the diff.
  func blocks(about proposal: Advisor.Proposal) -> [Document.Block] {
    [
      .table(proposal.comparison.table), .entries(notes(of: proposal)), .code(diff(of: proposal), .diff),
    ]
  }

  /// The budgets that no edit keeps, each with the edit that comes closest.
  var unmetList: Document.Block { .list(advisor.unmet.map { Document.Item(text: text($0)) }) }

  /// The rejected edits with the reasons.
  var rejectionList: Document.Block {
    .list(advisor.rejections.map { Document.Item(text: "\($0.candidate.title): \($0.reason)") })
  }

  // MARK: - For programs

  /// The advice as JSON, version 1.
  private var json: JSONValue {
    [
      "version": 1,
      "policy": .string(advisor.before.alternative.source.name),
      "model": [
        "seed": .int(Int64(bitPattern: settings.seed)), "runs": .number(advisor.before.values.runs),
      ],
      "scenario": .string(settings.day.name),
      "budgets": .array(advisor.before.verdicts.map(BudgetText.json)),
      "proposals": .array(
        advisor.proposals.enumerated().map { index, proposal in
          .members([
            "number": .number(index + 1), "kind": .string(proposal.candidate.kind.rawValue),
            "title": .string(proposal.candidate.title), "why": .string(proposal.candidate.why),
            "caution": proposal.candidate.caution.map { .string($0) } ?? .null,
            "objective": .string("\(proposal.objective)"), "gain": JSONValue.rounded(proposal.gain),
            "costs": .array(proposal.costs.map(Self.cost)),
            "removedFindings": .array(proposal.resolved.map { .string("\($0.name)") }),
            "addedFindings": .array(proposal.notes.map { .string("\($0.name)") }),
            "fixedBudgets": .array(proposal.fixed.map { .string($0.name) }),
            "weakenedBudgets": .array(proposal.weakened.map { .string($0.name) }),
            "figures": .array(proposal.comparison.figures.map(\.json)),
            "parameters": .array(
              proposal.candidate.parameters.compactMap(PlatformFacts.parameter).map {
                ["name": .string($0.name), "confidence": .string($0.confidence.rawValue)]
              }),
            "edits": .array(
              proposal.candidate.edits.map { edit in
                let value: JSONValue = if case .set(let text) = edit.change { .string(text) } else { .null }
                return ["path": .string("\(edit.path)"), "value": value]
              }),
            "diff": .string(diff(of: proposal)),
          ])
        }),
      "unmetBudgets": .array(
        advisor.unmet.map { budget in
          [
            "name": .string(budget.verdict.name), "limit": JSONValue.rounded(budget.verdict.limit),
            "actual": JSONValue.rounded(budget.verdict.actual),
            "closest": budget.closest.map {
              ["title": .string($0.title), "actual": JSONValue.rounded($0.verdict.actual)]
            } ?? .null,
          ]
        }),
      "rejected": .array(
        advisor.rejections.map {
          [
            "kind": .string($0.candidate.kind.rawValue), "title": .string($0.candidate.title),
            "reason": .string($0.reason),
          ]
        }),
    ]
  }

  private static func cost(_ cost: Advisor.Cost) -> JSONValue {
    [
      "subject": cost.figure.subject.json, "figure": .string(cost.figure.figure.comparedName),
      "unit": .string(cost.figure.figure.unit), "difference": JSONValue.rounded(cost.figure.difference),
      "interpretation": cost.interpretation.map { .string($0) } ?? .null,
    ]
  }
}
