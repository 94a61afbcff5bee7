package import PolicyModel

/// The figures of a transfer as means over the runs.
struct TransferMeans: Sendable {
  /// Whether the transfer has items: without items, shares of items have no meaning.
  let hasItems: Bool
  /// The means in the order of `Figure.ofRuns`.
  private var values = [Mean](repeating: Mean(), count: Figure.ofRuns.count)
  /// The number of times a day that the work is submitted, minus the number of times that it ends; 0 if the transfer keeps up
  /// with its work.
  private(set) var backlogPerDay = Mean()

  /// The means of a transfer without runs.
  init(_ transfer: PlannedTransfer) { hasItems = transfer.count > 0 }

  /// The mean of a figure; a mean without runs for a figure that does not have exactly one number for each run.
  subscript(figure: Figure) -> Mean {
    get { figure.column.map { values[$0] } ?? Mean() }
    set { if let column = figure.column { values[column] = newValue } }
  }

  mutating func add(_ run: RunResult, _ number: Int, of experiment: Experiment) {
    let sums = experiment.sums(number, run)
    for (column, figure) in Figure.ofRuns.enumerated() { values[column].add(figure.value(in: sums)) }
    backlogPerDay.add(experiment.backlogPerDay(number, run))
  }

  /// Adds the figures of other runs.
  mutating func add(_ other: TransferMeans) {
    for column in values.indices { values[column].add(other.values[column]) }
    backlogPerDay.add(other.backlogPerDay)
  }
}

/// The distributions of those figures of a transfer that have one number for each run and that reports show as quantiles.
struct TransferDistributions: Sendable {
  /// The figures that have distributions.
  static let figures = Figure.ofRuns.filter(\.hasQuantiles)

  private var values = [Distribution](repeating: Distribution(), count: figures.count)

  /// The distributions without runs.
  init() {}

  /// The distributions of a transfer in some runs.
  init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunResult]) {
    values = Self.figures.map { figure in
      Distribution(runs.map { figure.value(in: experiment.sums(transfer, $0)) })
    }
  }

  /// The distribution of a figure; empty for a figure that is not in `figures`.
  subscript(figure: Figure) -> Distribution {
    get { Self.figures.firstIndex(of: figure).map { values[$0] } ?? Distribution() }
    set { if let index = Self.figures.firstIndex(of: figure) { values[index] = newValue } }
  }

  mutating func add(_ run: TransferRun) {
    for (index, figure) in Self.figures.enumerated() { values[index].add(figure.value(in: run)) }
  }

  /// Adds the figures of other runs.
  mutating func add(_ other: TransferDistributions) {
    for index in values.indices { values[index].add(other.values[index]) }
  }
}

/// The figures of the whole app a day, as means over the runs.
package struct TotalMeans: Sendable {
  /// The means in the order of `Figure.ofApp`.
  private var values = [Mean](repeating: Mean(), count: Figure.ofApp.count)

  /// The means without runs.
  init() {}

  /// The means of some runs.
  init(_ experiment: Experiment, _ runs: [RunResult]) {
    for run in runs {
      for (index, figure) in Figure.ofApp.enumerated() { values[index].add(experiment.sum(of: figure, run)) }
    }
  }

  /// The mean of a figure; a mean without runs for a figure that the app does not have.
  package subscript(figure: Figure) -> Mean {
    Figure.ofApp.firstIndex(of: figure).map { values[$0] } ?? Mean()
  }

  /// Adds the figures of other runs.
  mutating func add(_ other: TotalMeans) {
    for index in values.indices { values[index].add(other.values[index]) }
  }
}
