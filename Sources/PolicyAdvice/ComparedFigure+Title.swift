package import PolicySim

extension ComparedFigure.Figure {
  /// The name of the figure in a table.
  package var title: String {
    switch self {
    case .validAndOnTimeShare: "valid and on time"
    case .unfinishedShare: "unfinished"
    case .expiredShare: "outlived validFor"
    case .missedDeadlineShare: "after the deadline"
    case .completionP50: "completion p50"
    case .completionP95: "completion p95"
    case .launchesPerDay: "launches a day"
    case .energyPerDay: "energy a day"
    case .cellularBytesPerDay: "cellular a day"
    }
  }
}

extension ComparedFigure {
  /// The name of the figure in a sentence.
  package var title: String {
    subject == .total ? "\(figure.title) in all" : "\(figure.title) of \(subject.title)"
  }
}

extension ComparedFigure.Subject {
  /// The name of the subject in a report.
  package var title: String {
    switch self {
    case .transfer(let name), .task(let name), .push(let name): name
    case .total: "in all"
    }
  }
}
