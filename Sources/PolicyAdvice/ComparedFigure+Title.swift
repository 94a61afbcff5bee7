internal import PolicyModel
package import PolicySim

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
