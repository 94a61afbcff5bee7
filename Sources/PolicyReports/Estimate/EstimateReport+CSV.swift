internal import JSON
internal import PolicySim

extension EstimateReport {
  /// A row for each figure, as RFC 4180 has it; a missing figure is empty.
  var csv: String {
    let head = ["scenario", "section", "name", "quantity", "statistic", "value", "unit"]
    let rows = figures.map { figure in
      [
        estimate.scenario, figure.section, figure.name, figure.quantity, figure.statistic, figure.value,
        figure.unit,
      ]
    }
    return CSVText.rows([head] + rows, lineEnd: "\r\n")
  }

  /// A figure with what it is about.
  private struct Figure {
    let section: String
    let name: String
    let quantity: String
    let statistic: String
    let value: String
    let unit: String
  }

  private var figures: [Figure] {
    var rows = Rows(isExact: estimate.isExact)
    for (index, transfer) in estimate.transfers.enumerated() {
      rows.begin("transfer", transfer.name)
      rows.add(transfer, estimate)
      if let explanation = estimate.explanation { rows.add(explanation.transfers[index], "completion", "s") }
    }
    for thing in estimate.notEstimated {
      rows.begin(thing.kind.rawValue, thing.name)
      rows.addText("notEstimated", "because", thing.reason, "")
    }
    for task in estimate.tasks {
      rows.begin("task", task.name)
      rows.add("launchesPerDay", task.launchesPerDay, [.p05, .p50, .p95], unit: "")
      rows.add("firstLaunch", task.firstLaunch, [.p50, .p95], unit: "s")
    }
    for push in estimate.pushes {
      rows.begin("push", push.name)
      rows.add("sentPerDay", "value", push.sentPerDay, "")
      rows.add("launchesPerDay", push.launchesPerDay, [.p05, .p50, .p95], unit: "")
      rows.add("coalescedShare", "mean", push.coalescedShare, "")
    }
    rows.begin("total", "")
    rows.add("launchesPerDay", estimate.launchesPerDay, [.p50, .p95], unit: "")
    rows.add("wifiBytesPerDay", estimate.totals.wifiBytes, unit: "B")
    rows.add("cellularBytesPerDay", estimate.totals.cellularBytes, unit: "B")
    rows.add("energyPerDay", estimate.totals.energy, unit: "J")
    if let explanation = estimate.explanation { rows.add(explanation.launches, "launchesPerDay", "") }
    for verdict in verdicts {
      rows.begin("budget", verdict.name)
      rows.add("limit", "value", verdict.limit, verdict.unit)
      rows.add("actual", "value", verdict.actual, verdict.unit)
      rows.addText("verdict", "value", verdict.jsonName, "")
    }
    return rows.all
  }

  /// Rows that are about one thing after the other.
  private struct Rows {
    let isExact: Bool
    private(set) var all: [Figure] = []
    private var section = ""
    private var name = ""

    init(isExact: Bool) { self.isExact = isExact }

    mutating func begin(_ section: String, _ name: String) {
      (self.section, self.name) = (section, name)
    }

    mutating func addText(_ quantity: String, _ statistic: String, _ value: String, _ unit: String) {
      all.append(
        Figure(
          section: section, name: name, quantity: quantity, statistic: statistic, value: value, unit: unit))
    }

    mutating func add(_ quantity: String, _ statistic: String, _ value: Double?, _ unit: String) {
      addText(quantity, statistic, EstimateReport.plainNumber(value), unit)
    }

    /// A figure with the bounds of its Monte Carlo error.
    private mutating func add(
      _ quantity: String, _ statistic: String, _ value: Double?, _ interval: Interval?, _ unit: String
    ) {
      add(quantity, statistic, value, unit)
      guard !isExact else { return }
      add(quantity, "\(statistic).low", interval?.low, unit)
      add(quantity, "\(statistic).high", interval?.high, unit)
    }

    mutating func add(
      _ quantity: String, _ distribution: Distribution, _ quantiles: [Quantile], unit: String
    ) {
      for quantile in quantiles {
        add(
          quantity, quantile.rawValue, distribution.quantile(quantile.share),
          distribution.interval(of: quantile.share), unit)
      }
      add(quantity, "mean", distribution.mean, distribution.meanInterval, unit)
    }

    mutating func add(_ quantity: String, _ mean: Mean?, unit: String) {
      add(quantity, "mean", mean?.value, mean?.interval, unit)
    }

    mutating func add(_ transfer: TransferEstimate, _ estimate: Estimate) {
      let quantiles: [Quantile] = [.p05, .p50, .p90, .p95, .p99]
      add("completion", transfer.completion, quantiles, unit: "s")
      for (reading, distribution) in [("idle", transfer.bands.idle), ("literal", transfer.bands.literal)] {
        for quantile in quantiles {
          add("completion", "\(quantile).\(reading)", distribution.quantile(quantile.share), "s")
        }
        add("completion", "mean.\(reading)", distribution.mean, "s")
      }
      add("completeShare", transfer.completeRuns, unit: "")
      add("unfinishedShare", transfer.means.unfinishedShare, unit: "")
      add("expiredShare", transfer.means.expiredShare, unit: "")
      add("missedDeadlineShare", transfer.means.missedDeadlineShare, unit: "")
      add("launches", transfer.launches, [.p50, .p95], unit: "")
      add("launchesPerDay", transfer.launchesPerDay, [.p50, .p95], unit: "")
      add("limiterDelay", transfer.limiterDelay, [.p50, .p95], unit: "s")
      add("wifiBytes", transfer.means.wifiBytes, unit: "B")
      add("wifiBytesPerDay", transfer.means.wifiBytesPerDay, unit: "B")
      add("cellularBytes", transfer.means.cellularBytes, unit: "B")
      add("cellularBytesPerDay", transfer.means.cellularBytesPerDay, unit: "B")
      add("radioTime", transfer.means.radioSeconds, unit: "s")
      add("energy", transfer.means.energy, unit: "J")
      add("energyPerDay", transfer.means.energyPerDay, unit: "J")
    }

    mutating func add(_ causes: Explanation.Causes, _ quantity: String, _ unit: String) {
      for cost in causes.costs {
        add("\(quantity).why.\(cost.mechanism.rawValue)", "share", cost.share, cost.interval, "")
      }
      for swing in causes.swings {
        add("\(quantity).tornado.\(swing.parameter)", "p95.low", swing.low.quantile, unit)
        add("\(quantity).tornado.\(swing.parameter)", "p95.high", swing.high.quantile, unit)
      }
    }
  }

  /// A number as a program reads it, to six decimals; empty if there is none.
  private static func plainNumber(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    return number(value).compactText
  }
}
