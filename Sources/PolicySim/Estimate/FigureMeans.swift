package import PolicyModel

/// The figures of a transfer as means over the runs.
struct TransferMeans: Sendable {
  /// Whether it has items: without, its shares mean nothing.
  let hasItems: Bool
  /// The means in the order of `Figure.ofRuns`.
  private var values = [Mean](repeating: Mean(), count: Figure.ofRuns.count)
  /// The times that the work comes up, less those at which it ends, a day; 0 if it keeps up.
  private(set) var backlogPerDay = Mean()

  /// The means of a transfer without runs.
  init(_ transfer: PlannedTransfer) { hasItems = transfer.count > 0 }

  /// The mean of a figure; without runs for one that has not one number for each run.
  subscript(figure: Figure) -> Mean {
    get { figure.column.map { values[$0] } ?? Mean() }
    set { if let column = figure.column { values[column] = newValue } }
  }

  /// Adds a run.
  mutating func add(_ run: RunResult, _ number: Int, of experiment: Experiment) {
    let sums = experiment.sums(number, run)
    for (column, figure) in Figure.ofRuns.enumerated() { values[column].add(figure.value(in: sums)) }
    backlogPerDay.add(Double(experiment.work(number, run).backlogGrowth) / sums.days)
  }

  /// Adds other runs.
  mutating func add(_ other: TransferMeans) {
    for column in values.indices { values[column].add(other.values[column]) }
    backlogPerDay.add(other.backlogPerDay)
  }
}

/// The figures of a transfer with one number for each run whose quantiles are of interest.
struct TransferDistributions: Sendable {
  /// These figures.
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

  /// The distribution of a figure; empty if its quantiles are of no interest.
  subscript(figure: Figure) -> Distribution {
    get { Self.figures.firstIndex(of: figure).map { values[$0] } ?? Distribution() }
    set { if let index = Self.figures.firstIndex(of: figure) { values[index] = newValue } }
  }

  /// Adds a run.
  mutating func add(_ run: TransferRun) {
    for (index, figure) in Self.figures.enumerated() { values[index].add(figure.value(in: run)) }
  }

  /// Adds other runs.
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

  /// The mean of a figure; without runs for one that the app does not have.
  package subscript(figure: Figure) -> Mean {
    Figure.ofApp.firstIndex(of: figure).map { values[$0] } ?? Mean()
  }

  /// Adds other runs.
  mutating func add(_ other: TotalMeans) {
    for index in values.indices { values[index].add(other.values[index]) }
  }
}
