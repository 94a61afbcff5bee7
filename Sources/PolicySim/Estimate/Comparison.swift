package import PolicyModel

/// The effect of a change on an estimate, from paired runs.
package struct Comparison: Sendable {
  private let before: PairedRunResults
  private let after: PairedRunResults
  private let resamples: Resamples

  /// The figures of each transfer, each task and each push, and finally of the whole app. Each kind follows the order of the
  /// policy before the change; added declarations come last.
  package private(set) var figures: [ComparedFigure] = []

  /// Compares two sets of runs with the same random numbers.
  package init(_ before: PairedRunResults, _ after: PairedRunResults) {
    self.init(limitsOf: before, after)
    let names = { (part: KeyPath<PairedRunResults, [PairedRunResults.Launches]>) in
      Self.names(before[keyPath: part].map(\.name), after[keyPath: part].map(\.name))
    }
    let subjects =
      transfers.map(ComparedFigure.Subject.transfer) + names(\.tasks).map(ComparedFigure.Subject.task)
      + names(\.pushes).map(ComparedFigure.Subject.push) + [.total]
    figures = subjects.flatMap { subject in
      FigureStatistic.compared.compactMap { figure($0, of: subject) }
    }
  }

  /// Compares two sets of runs, without the list of all figures.
  package init(limitsOf before: PairedRunResults, _ after: PairedRunResults) {
    self.before = before
    self.after = after
    resamples = Resamples(runs: before.runs)
  }

  /// Compares the runs of a policy that has no earlier version with runs without any work, without the list of all figures.
  package init(limitsOf after: PairedRunResults) {
    self.init(limitsOf: PairedRunResults(emptyLike: after), after)
  }

  /// Compares two estimates with the same random numbers, in their runs and in the draws of uncertain parameters.
  package init(_ before: PairedEstimate, _ after: PairedEstimate) {
    self.init(before.results, after.results)
    for index in figures.indices {
      figures[index].draws = DrawShares(
        figures[index].figure, of: figures[index].subject, before: before, after: after)
    }
  }

  /// The transfers of both policies, in the order of the policy before the change; added transfers come last.
  package var transfers: [String] { Self.names(before.transfers.map(\.name), after.transfers.map(\.name)) }

  /// A figure in the list; `nil` if the list does not have this figure of the subject.
  package subscript(subject: ComparedFigure.Subject, figure: FigureStatistic) -> ComparedFigure? {
    figures.first { $0.subject == subject && $0.figure == figure }
  }

  /// A figure of a transfer, even if the list does not have the figure.
  package func figure(_ figure: FigureStatistic, of transfer: String) -> ComparedFigure {
    let subject = ComparedFigure.Subject.transfer(transfer)
    return self.figure(figure, of: subject)
      ?? ComparedFigure(subject: subject, figure: figure, before: nil, after: nil, interval: nil)
  }

  private static func names(_ before: [String], _ after: [String]) -> [String] {
    before + after.filter { !before.contains($0) }
  }

  // MARK: - Statistics

  /// A figure of a subject; `nil` if a subject of that kind has no such figure.
  private func figure(_ figure: FigureStatistic, of subject: ComparedFigure.Subject) -> ComparedFigure? {
    guard subject.has(figure.figure) else { return nil }
    let old = before.values(of: figure.figure, subject)
    let new = after.values(of: figure.figure, subject)
    guard let share = figure.statistic.share else {
      // As in an estimate, this is the mean of all values, which is infinite if any value is infinite.
      func mean(_ runs: [[Double]]) -> Double? {
        let values = runs.joined()
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      }
      return ComparedFigure(
        subject: subject, figure: figure, before: old.flatMap(mean), after: new.flatMap(mean),
        interval: old.flatMap { old in new.flatMap { PairedMeans.interval(ofGroups: old, $0) } })
    }
    let quantiles = resamples.quantiles(share, before: old, after: new)
    return ComparedFigure(
      subject: subject, figure: figure, before: quantiles.before, after: quantiles.after,
      interval: quantiles.interval)
  }
}

extension ComparedFigure.Subject {
  /// Whether a subject of this kind has a figure.
  fileprivate func has(_ figure: Figure) -> Bool {
    switch self {
    case .transfer: true
    case .task, .push: figure.launchPart != nil
    case .total: figure.isSummed
    }
  }
}

extension PairedRunResults {
  /// The values of a figure of a subject by run; `nil` if the subject does not exist.
  fileprivate func values(of figure: Figure, _ subject: ComparedFigure.Subject) -> [[Double]]? {
    func launches(_ all: [Launches], _ name: String) -> [[Double]]? {
      all.first { $0.name == name }?.values(of: figure)?.map { [$0] }
    }
    return switch subject {
    case .transfer(let name): transfers.first { $0.name == name }?.values(of: figure)
    case .task(let name): launches(tasks, name)
    case .push(let name): launches(pushes, name)
    case .total: sum(of: figure).map { [$0] }
    }
  }
}
