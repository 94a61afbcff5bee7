internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension WhatIfReport {
  /// The page that compares the policy and its variants. `nil` if there are too many variants.
  var decisionPage: DecisionPage? {
    var details = document
    details.blocks = details.blocks.filter { block in
      switch block {
      case .report, .verdict: false
      default: true
      }
    }
    return decision(details: Self.folded(details.htmlParts), hasLoads: true)
  }

  /// The design to choose, and the certainty of the choice, in a line. `nil` if no variant changes a value,
  /// or if there are too many variants.
  var choice: Document.Block? {
    guard let verdict = decision(details: [], hasLoads: false)?.verdict else { return nil }
    return .verdict(verdict.sign, verdict.headline, verdict.reasons)
  }

  private func decision(details: [XMLNode], hasLoads: Bool) -> DecisionPage? {
    // A variant that changes no value equals the unchanged policy.
    let others = variants.filter { variant in
      variant.assignments.contains { original.value(at: $0.path) != $0.value }
    }
    guard !others.isEmpty, others.count < DecisionPage.mostDesigns else { return nil }
    let unchanged = DecisionPage.Design(
      letter: "A", changes: [], policy: before, objections: Self.broken(before.verdicts))
    let designs = others.enumerated().map { index, variant in
      DecisionPage.Design(
        letter: String("BCDEF".dropFirst(index).prefix(1)),
        changes: changes(variant.assignments.filter { original.value(at: $0.path) != $0.value }),
        policy: variant.changed,
        objections: Self.broken(variant.budgets)
          + variant.findings.filter { $0.severity == .error }.map(\.diagnostic.message))
    }
    return DecisionPage(subject: subject, [unchanged] + designs, details: details, hasLoads: hasLoads)
  }

  private static func folded(_ parts: [XMLNode]) -> [XMLNode] {
    [.tag("details", [:], [.tag("summary", text: "Every figure, before and after")] + parts)]
  }

  /// The violated budgets that count as errors, in words.
  private static func broken(_ verdicts: [BudgetVerdict]) -> [String] {
    verdicts.filter { $0.isViolated && $0.severity == .error }.map(BudgetText.text)
  }
}
