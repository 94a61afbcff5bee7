internal import PolicyModel

/// The figures of one run that budgets limit and comparisons show: a column for each figure of each transfer.
struct RunFigures: Hashable, Sendable {
  /// Seconds until the last item finishes, for each job of each transfer that counts; infinite if any item never finishes.
  let completions: [[Double]]
  /// The growth of each transfer's outstanding work a day, in times that the work comes up.
  let backlogsPerDay: [Double]
  /// The numbers of each transfer, in the order of `Figure.ofRuns`.
  private let values: [Double]
  /// The sums of the app, in the order of `Figure.ofApp`.
  private let sums: [Double]

  init(_ experiment: Experiment, _ run: RunResult) {
    completions = experiment.transfers.indices.map { experiment.completions($0, run) }
    backlogsPerDay = experiment.transfers.indices.map { experiment.backlogPerDay($0, run) }
    values = experiment.transfers.indices.flatMap { index in
      let sums = experiment.sums(index, run)
      return Figure.ofRuns.map { $0.value(in: sums) }
    }
    sums = Figure.ofApp.map { experiment.sum(of: $0, run) }
  }

  /// A figure of a transfer; 0 if the figure does not have exactly one number for each run.
  subscript(figure: Figure, transfer: Int) -> Double {
    figure.column.map { values[transfer * Figure.ofRuns.count + $0] } ?? 0
  }

  /// The values of a figure of a transfer; a run may have several completions.
  func values(of figure: Figure, _ transfer: Int) -> [Double] {
    figure.column == nil ? completions[transfer] : [self[figure, transfer]]
  }

  /// A figure of the app as a whole; 0 if the app does not have this figure.
  func sum(of figure: Figure) -> Double {
    Figure.ofApp.firstIndex(of: figure).map { sums[$0] } ?? 0
  }
}

extension Experiment {
  /// The number of times a day that a transfer's work is submitted, minus the number of times that it ends; 0 if the transfer keeps up with
  /// its work.
  func backlogPerDay(_ transfer: Int, _ run: RunResult) -> Double {
    let window = model.transfers[transfers[transfer].index].window
    let days = Double(window?.count ?? 1) / Double(DailyPattern.day)
    return Double(work(transfer, run).backlogGrowth) / days
  }

  /// A figure of the app as a whole: the sum over the launches for tasks and pushes, and over all transfers.
  func sum(of figure: Figure, _ run: RunResult) -> Double {
    var sum = 0.0
    if let part = figure.launchPart {
      for task in run.tasks { sum += task.value(of: part) }
      for push in run.pushes { sum += push.value(of: part) }
    }
    for index in transfers.indices { sum += figure.value(in: sums(index, run)) }
    return sum
  }
}

extension RunResult.Launches {
  /// The part of the launches that a figure of the app includes.
  func value(of part: Figure.LaunchPart) -> Double {
    switch part {
    case .launches: launchesPerDay
    case .energy: energyPerDay
    }
  }
}

extension [RunFigures] {
  /// The mean of a figure over the runs; 0 without runs.
  func mean(_ figure: (RunFigures) -> Double) -> Double {
    reduce(0) { $0 + figure($1) } / Double(Swift.max(1, count))
  }
}
