package import PolicyModel

/// The results of each run in order. A run has the same random numbers for every policy, so two sets of results can be
/// compared run by run.
package struct PairedRunResults: Hashable, Sendable {
  /// The figures of a transfer, a column for each.
  package struct Transfer: Hashable, Sendable {
    /// The transfer's name.
    package let name: String
    /// Seconds until the last item finishes, for each job that counts in each run; infinite if any item never finishes,
    /// empty if the transfer has no items.
    package let completions: [[Double]]
    /// The numbers of each run, by figure in the order of `Figure.ofRuns`.
    fileprivate let columns: [[Double]]

    /// A figure by run; empty if the figure does not have exactly one number for each run.
    package subscript(figure: Figure) -> [Double] { figure.column.map { columns[$0] } ?? [] }

    /// The values of a figure by run; each run may have several values.
    func values(of figure: Figure) -> [[Double]] {
      figure.column.map { columns[$0].map { [$0] } } ?? completions
    }
  }

  /// The launches for a task or a push by run.
  package struct Launches: Hashable, Sendable {
    /// The task's or the push's name.
    package let name: String
    /// Launches a day.
    fileprivate let perDay: [Double]
    /// Joules of the launches and of the work in them a day.
    fileprivate let energyPerDay: [Double]

    /// The part of the launches that a figure of the app includes, by run; `nil` if the figure does not include launches.
    func values(of figure: Figure) -> [Double]? {
      switch figure.launchPart {
      case .launches: perDay
      case .energy: energyPerDay
      case nil: nil
      }
    }
  }

  /// The number of runs.
  package let runs: Int
  /// The transfers in the order of the policy.
  package let transfers: [Transfer]
  /// The tasks that the system launches, in the order of the policy.
  package let tasks: [Launches]
  /// The pushes in the order of the policy.
  package let pushes: [Launches]

  /// A figure of the app as a whole, by run.
  func sum(of figure: Figure) -> [Double] {
    let columns = transfers.map { $0[figure] } + (tasks + pushes).compactMap { $0.values(of: figure) }
    return (0..<runs).map { run in columns.reduce(0) { $0 + $1[run] } }
  }
}

extension Estimator {
  /// The number of runs that a thread makes at a time.
  private static let part = 25

  /// The results of each run, for comparisons run by run.
  package static func pairedRunResults(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> PairedRunResults {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let experiment = Experiment(policy, settings)
    let parts = (0..<runs).divided(into: part)
    let results = workers.map(parts, done: 0, of: parts.count) { part in
      experiment.results(part).map { PairedRun(experiment, $0) }
    }
    return PairedRunResults(experiment, results.flatMap { $0 })
  }
}

/// The figures of one run that comparisons need.
struct PairedRun: Sendable {
  let figures: RunFigures
  let tasks: [RunResult.Launches]
  let pushes: [RunResult.Launches]

  init(_ experiment: Experiment, _ run: RunResult) {
    figures = RunFigures(experiment, run)
    tasks = run.tasks
    pushes = run.pushes
  }
}

extension PairedRunResults {
  init(_ experiment: Experiment, _ results: [PairedRun]) {
    runs = results.count
    transfers = experiment.transfers.enumerated().map { index, transfer in
      Transfer(
        name: transfer.name, completions: results.map { $0.figures.completions[index] },
        columns: Figure.ofRuns.map { figure in results.map { $0.figures[figure, index] } })
    }
    tasks = experiment.tasks.enumerated().map { index, task in
      Launches(name: task.name.value, results.map { $0.tasks[index] })
    }
    pushes = experiment.pushes.enumerated().map { index, push in
      Launches(name: push.name.value, results.map { $0.pushes[index] })
    }
  }

  /// The results of a policy without any work, in as many runs as `other`.
  init(emptyLike other: PairedRunResults) {
    self.init(runs: other.runs, transfers: [], tasks: [], pushes: [])
  }

  /// Some of the runs, in their order.
  package func part(_ numbers: [Int]) -> PairedRunResults {
    func some<Value>(_ values: [Value]) -> [Value] { numbers.map { values[$0] } }
    func some(_ launches: [Launches]) -> [Launches] {
      launches.map {
        Launches(name: $0.name, perDay: some($0.perDay), energyPerDay: some($0.energyPerDay))
      }
    }
    return PairedRunResults(
      runs: numbers.count,
      transfers: transfers.map {
        Transfer(name: $0.name, completions: some($0.completions), columns: $0.columns.map { some($0) })
      }, tasks: some(tasks), pushes: some(pushes))
  }
}

extension PairedRunResults.Launches {
  fileprivate init(name: String, _ runs: [RunResult.Launches]) {
    self.init(name: name, perDay: runs.map(\.launchesPerDay), energyPerDay: runs.map(\.energyPerDay))
  }
}
