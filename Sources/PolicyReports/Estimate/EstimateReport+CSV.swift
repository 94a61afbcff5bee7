internal import JSON
internal import PolicyModel
internal import PolicySim

extension EstimateReport {
  /// The estimate as CSV (RFC 4180), with a row for each figure. The field of a missing figure is empty.
  var csv: String { Self.csv(of: [self]) }

  /// The rows of several estimates, one after the other.
  static func csv(of reports: [EstimateReport]) -> String {
    let head = ["scenario", "section", "name", "quantity", "statistic", "value", "unit"]
    return CSVText.rows([head] + reports.flatMap(\.csvRows), lineEnd: "\r\n")
  }

  private var csvRows: [[String]] {
    figures.map { figure in
      [
        estimate.scenario, figure.section, figure.name, figure.quantity, figure.statistic, figure.value,
        figure.unit,
      ]
    }
  }

  /// A figure with its subject.
  private struct Row {
    let section: String
    let name: String
    let quantity: String
    let statistic: String
    let value: String
    let unit: String
  }

  private var figures: [Row] {
    var rows = Rows(isExact: estimate.isExact)
    for (index, transfer) in estimate.transfers.enumerated() {
      rows.begin("transfer", transfer.name)
      rows.add(transfer, in: estimate)
      if let explanation = estimate.explanation {
        rows.add(explanation.transfers[index], quantity: "completion", unit: "s")
      }
    }
    for thing in estimate.notEstimated {
      rows.begin(thing.kind.rawValue, thing.name)
      rows.addText("notEstimated", statistic: "because", value: thing.reason, unit: "")
    }
    for task in estimate.tasks {
      rows.begin("task", task.name)
      rows.add("launchesPerDay", of: task.launchesPerDay, quantiles: [.p05, .p50, .p95], unit: "")
      rows.add("firstLaunch", of: task.firstLaunch, quantiles: [.p50, .p95], unit: "s")
      if task.ageAtOpen.count > 0 {
        rows.add("ageAtOpen", of: task.ageAtOpen, quantiles: [.p50, .p95], unit: "s")
      }
      if let starts = task.startsPerDay {
        rows.add("startsPerDay", statistic: "mean", value: starts.value, unit: "")
      }
    }
    for push in estimate.pushes {
      rows.begin("push", push.name)
      rows.add("sentPerDay", statistic: "value", value: push.sentPerDay, unit: "")
      rows.add("launchesPerDay", of: push.launchesPerDay, quantiles: [.p05, .p50, .p95], unit: "")
      for outcome in PushOutcome.allCases {
        rows.add(outcome.member, statistic: "mean", value: push.outcomes.share(outcome), unit: "")
      }
    }
    rows.begin("total", "")
    rows.add("launchesPerDay", of: estimate.launchesPerDay, quantiles: [.p50, .p95], unit: "")
    for figure in Figure.ofApp where !figure.hasQuantiles {
      rows.add(figure.name, of: estimate.totals[figure], unit: figure.unit.rawValue)
    }
    if let cost = estimate.fleetCost {
      rows.add("cellularCostPerDay", statistic: "mean", value: cost.price, unit: "")
    }
    if let explanation = estimate.explanation {
      rows.add(explanation.launches, quantity: "launchesPerDay", unit: "")
    }
    for verdict in verdicts {
      rows.begin("budget", verdict.name)
      rows.add("limit", statistic: "value", value: verdict.limit, unit: verdict.unit)
      rows.add("actual", statistic: "value", value: verdict.actual, unit: verdict.unit)
      rows.addText("verdict", statistic: "value", value: verdict.jsonName, unit: "")
      rows.add("keptShare", statistic: "value", value: verdict.keptShare, unit: "")
    }
    return rows.all
  }

  /// Rows of figures, grouped by subject.
  private struct Rows {
    let isExact: Bool
    private(set) var all: [Row] = []
    private var section = ""
    private var name = ""

    init(isExact: Bool) { self.isExact = isExact }

    mutating func begin(_ section: String, _ name: String) {
      (self.section, self.name) = (section, name)
    }

    mutating func addText(_ quantity: String, statistic: String, value: String, unit: String) {
      all.append(
        Row(
          section: section, name: name, quantity: quantity, statistic: statistic, value: value, unit: unit))
    }

    mutating func add(_ quantity: String, statistic: String, value: Double?, unit: String) {
      addText(quantity, statistic: statistic, value: JSONValue.plainText(of: value), unit: unit)
    }

    /// A figure with the bounds of its Monte Carlo error.
    private mutating func add(
      _ quantity: String, statistic: String, value: Double?, interval: Interval?, unit: String
    ) {
      add(quantity, statistic: statistic, value: value, unit: unit)
      guard !isExact else { return }
      add(quantity, statistic: "\(statistic).low", value: interval?.low, unit: unit)
      add(quantity, statistic: "\(statistic).high", value: interval?.high, unit: unit)
    }

    mutating func add(
      _ quantity: String, of distribution: Distribution, quantiles: [Quantile], unit: String
    ) {
      for quantile in quantiles {
        add(
          quantity, statistic: quantile.rawValue, value: distribution.quantile(quantile.share),
          interval: distribution.interval(of: quantile.share), unit: unit)
      }
      add(
        quantity, statistic: "mean", value: distribution.mean, interval: distribution.meanInterval, unit: unit
      )
    }

    mutating func add(_ quantity: String, of mean: Mean?, unit: String) {
      add(quantity, statistic: "mean", value: mean?.value, interval: mean?.interval, unit: unit)
    }

    mutating func add(_ quantity: String, of share: MeanShare?, unit: String) {
      add(quantity, statistic: "mean", value: share?.value, interval: share?.interval, unit: unit)
    }

    mutating func add(_ transfer: TransferEstimate, in estimate: Estimate) {
      let quantiles: [Quantile] = [.p05, .p50, .p90, .p95, .p99]
      add("completion", of: transfer.completion, quantiles: quantiles, unit: "s")
      add("firstCompletion", of: transfer.firstCompletion, quantiles: quantiles, unit: "s")
      add("backlogPerDay", statistic: "mean", value: transfer.backlog?.bytesPerDay ?? 0, unit: "B")
      for (interpretation, distribution) in [
        ("idle", transfer.bands.idle), ("literal", transfer.bands.literal), ("hold", transfer.bands.hold),
      ] {
        for quantile in quantiles {
          add(
            "completion", statistic: "\(quantile).\(interpretation)",
            value: distribution.quantile(quantile.share),
            unit: "s")
        }
        add("completion", statistic: "mean.\(interpretation)", value: distribution.mean, unit: "s")
      }
      add("completeShare", of: transfer.completeRuns, unit: "")
      for figure in Figure.ofRuns where figure.isShare {
        add(figure.name, of: transfer.share(of: figure), unit: figure.unit.rawValue)
      }
      add("launches", of: transfer.launches, quantiles: [.p50, .p95], unit: "")
      add("launchesPerDay", of: transfer.launchesPerDay, quantiles: [.p50, .p95], unit: "")
      add("limiterDelay", of: transfer.limiterDelay, quantiles: [.p50, .p95], unit: "s")
      for figure in Figure.ofRuns where !figure.isShare && !figure.hasQuantiles {
        add(figure.name, of: transfer.mean(of: figure), unit: figure.unit.rawValue)
      }
    }

    mutating func add(_ causes: Explanation.Causes, quantity: String, unit: String) {
      for cost in causes.costs {
        add(
          "\(quantity).why.\(cost.mechanism.rawValue)", statistic: "share", value: cost.share,
          interval: cost.interval, unit: "")
      }
      for swing in causes.swings {
        add(
          "\(quantity).tornado.\(swing.parameter)", statistic: "p95.low", value: swing.low.quantile,
          unit: unit)
        add(
          "\(quantity).tornado.\(swing.parameter)", statistic: "p95.high", value: swing.high.quantile,
          unit: unit)
      }
    }
  }
}
