internal import JSON
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

extension ComparedFigure {
  /// The name of the limit: the transfer and the figure, as in budgets.
  var limitName: String { "\(subject.title).\(figure.name)" }

  /// The difference and its interval, with a mark if the difference may be chance.
  var differenceTexts: [String] {
    [
      difference.map { $0.isFinite ? figure.signed($0) : $0 > 0 ? "to never" : "from never" } ?? "–",
      DifferenceText.interval(interval, of: difference, isBeyondNoise: isBeyondNoise, figure.signed),
    ]
  }

  /// The figure as JSON, with the name that budgets use.
  var limitJSON: JSONValue {
    [
      "name": .string(limitName), "unit": .string(figure.unit), "before": JSONValue.rounded(before),
      "after": JSONValue.rounded(after), "difference": JSONValue.rounded(difference),
      "interval": interval.map { [JSONValue.rounded($0.lowerBound), JSONValue.rounded($0.upperBound)] }
        ?? .null,
      "withinNoise": .bool(!isUnchanged && !isBeyondNoise),
    ]
  }
}

extension UpdateCost {
  /// The figures that budgets of either version limit. The new version gives the order.
  private var limited: [(transfer: String, figure: FigureStatistic)] {
    var seen: Set<String> = []
    return (after.verdicts + before.verdicts).filter { seen.insert($0.name).inserted }.map {
      ($0.transfer, $0.figure)
    }
  }

  /// The limited figures, before and after the update.
  var comparedLimits: [ComparedFigure] {
    let limits = limits
    return limited.map { limits.figure($0.figure, of: $0.transfer) }
  }

  /// The figures of each cohort. Without budgets, the completion of each transfer.
  private var cohortFigures: [(scenario: String, runs: Int, figures: [ComparedFigure])] {
    let limited = limited
    return cohorts.map { scenario, runs, limits in
      let figures =
        limited.isEmpty
        ? limits.transfers.flatMap { transfer in
          [Statistic.p50, .p95].map { (transfer: transfer, figure: FigureStatistic(.completion, $0)) }
        } : limited
      return (scenario, runs, figures.map { limits.figure($0.figure, of: $0.transfer) })
    }
  }

  /// The figures of each cohort that the change affects. Empty if all devices are alike.
  var cohortBlocks: [Document.Block] {
    let cohorts = cohortFigures
    guard !cohorts.isEmpty else { return [] }
    let all = cohorts.reduce(0) { $0 + $1.runs }
    let rows = cohorts.flatMap { cohort -> [[String]] in
      let share = NumberFormat.share(Double(cohort.runs) / Double(max(1, all)))
      return cohort.figures.filter { !$0.isUnchanged }.enumerated().map { index, figure in
        [
          index == 0 ? "\(cohort.scenario) (\(share))" : "", figure.limitName,
          figure.figure.text(figure.before),
          figure.figure.text(figure.after),
        ] + figure.differenceTexts
      }
    }
    let same = cohorts.filter { $0.figures.allSatisfy(\.isUnchanged) }.map(\.scenario)
    let unchanged: [Document.Block] =
      same.isEmpty ? [] : [.paragraph("Unchanged: \(same.joined(separator: ", "))")]
    guard !rows.isEmpty else { return [.section("By cohort", [.paragraph("No cohort changes")])] }
    return [
      .section(
        "By cohort",
        [
          .table(
            Document.Table(
              "Before and after the change by cohort",
              columns: ["", "", "before", "after", "difference", "95 % interval"], rows: rows, textColumns: 2)
          )
        ] + unchanged)
    ]
  }

  var cohortsJSON: JSONValue {
    .array(
      cohortFigures.map { cohort in
        [
          "scenario": .string(cohort.scenario), "runs": .number(cohort.runs),
          "figures": .array(cohort.figures.map(\.limitJSON)),
        ]
      })
  }
}
