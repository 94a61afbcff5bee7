internal import JSON
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

  /// The design to choose, or the parameter to measure first; `null` if no choice is possible.
  var decisionJSON: JSONValue {
    guard let page = decision(details: [], hasLoads: false), let comparison = page.comparison else {
      return .null
    }
    func letter(_ index: Int) -> JSONValue { .string(page.designs[index].letter) }
    var (isEqual, first, because): (Bool, JSONValue, [JSONValue]) = (false, .null, [])
    switch comparison.recommendation {
    case .equal: isEqual = true
    case .measureFirst(let sides):
      first = .object(
        sides.split.jsonMembers + [
          JSONMember("below", letter(sides.below.winner)), JSONMember("above", letter(sides.above.winner)),
        ])
      because = Self.differences(sides)
    case .choose, .open: break
    }
    return [
      "choice": page.isChosen ? letter(comparison.best) : .null, "equal": .bool(isEqual),
      "measureFirst": first, "because": .array(because),
    ]
  }

  /// The figures of the design that is better above the threshold, minus the figures of the design that is better below the threshold, on
  /// both sides of the threshold.
  private static func differences(_ sides: DesignComparison.Sides) -> [JSONValue] {
    func difference(
      _ figure: (DesignComparison.SideFigures) -> Double?
    ) -> (below: JSONValue, above: JSONValue) {
      func minus(_ one: Double?, _ other: Double?) -> Double? {
        one.flatMap { one in other.map { one - $0 } }
      }
      return (
        JSONValue.rounded(minus(figure(sides.below.figures.loser), figure(sides.below.figures.winner))),
        JSONValue.rounded(minus(figure(sides.above.figures.winner), figure(sides.above.figures.loser)))
      )
    }
    let figures: [(name: String, value: (DesignComparison.SideFigures) -> Double?)] = [
      (Figure.validAndOnTimeShare.name, { $0.delivered }), ("completion.p95", { $0.late }),
      (Figure.launchesPerDay.name, { $0.launchesPerDay }),
    ]
    return figures.map { figure in
      let (below, above) = difference(figure.value)
      return ["figure": .string(figure.name), "below": below, "above": above]
    }
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
