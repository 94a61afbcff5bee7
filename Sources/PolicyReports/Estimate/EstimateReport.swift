internal import JSON
internal import PlatformFacts
package import PolicyModel
package import PolicySim
internal import Quantities

/// The values of `--format` for an estimate.
package enum EstimateFormat: String, ReportKind {
  /// A report for people.
  case text
  /// A report for programs.
  case json
  /// A page for a browser.
  case html
  /// A report for a pull request or a job's summary.
  case markdown
  /// A table for plotting, with a row for each figure.
  case csv

  /// The name of the value in help.
  package static let placeholder = "text|json|html|markdown|csv[=FILE]"
}

extension EstimateReport {
  /// The report in a format.
  ///
  /// Only text uses `style` and `detail`; a `detail` of `nil` shows only failures. `settings` are the
  /// settings of the estimate.
  package func rendered(
    as kind: EstimateFormat, style: Style, _ settings: Estimator.Settings, _ detail: EstimateDetail? = []
  ) -> String {
    switch kind {
    case .html: html(settings)
    case .text: detail.map { text(style: style, $0) } ?? failures(style: style)
    case .json: json.prettyText + "\n"
    case .markdown: summary.markdown
    case .csv: csv
    }
  }
}

/// An estimate with its policy and the verdicts on its budgets.
package struct EstimateReport {
  /// The app's name, or the policy's file name.
  package let subject: String
  /// The estimated policy, whose names, keys and budgets the report shows.
  package let policy: Policy
  let estimate: Estimate
  /// The verdicts on the policy's budgets.
  private(set) var verdicts: [BudgetVerdict]
  /// The findings that `lint` reports in the policy; `nil` if the report is about the estimate alone.
  package var lint: LintSummary?
  /// The indices of the policy's transfers, by name.
  private let indices: [String: Int]
  /// The indices of the estimated transfers, by name; empty without a prediction.
  private let predictedIndices: [String: Int]

  /// A report on an estimate of a policy. `subject` is the app's name or the policy's file name.
  package init(_ policy: Policy, subject: String, _ estimate: Estimate) {
    self.policy = policy
    self.subject = policy.app?.value.name?.value ?? (subject == "-" ? "<stdin>" : subject)
    self.estimate = estimate
    verdicts = BudgetVerdict.all(of: policy, estimate)
    predictedIndices = Dictionary(
      (estimate.prediction == nil ? [] : estimate.transfers).enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first })
    indices = Dictionary(
      policy.transfers.indices.map { (policy.transfers[$0].name.value, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The description of the scenario: the shares of a population, the differences of the policy's own
  /// scenario from its base, or the habits of a built-in scenario.
  var scenarioText: String? {
    let name = estimate.scenario
    if let own = policy.scenarios.first(where: { $0.name.value == name }) {
      let base = own.extends?.value ?? PlatformFacts.usualScenarioName
      return "the policy's own, which changes \(DisplayText.line(base))"
    }
    if name == Policy.populationName, let shares = policy.population?.value {
      return shares.map { "\(NumberFormat.share($0.share.fraction)) \(DisplayText.line($0.scenario.value))" }
        .joined(separator: ", ")
    }
    return PlatformFacts.scenario(name)?.summary
  }

  func declaration(of transfer: TransferEstimate) -> Policy.Transfer? {
    indices[transfer.name].map { policy.transfers[$0] }
  }

  /// Makes each budget that is kept by assumption count as broken.
  package mutating func requireCertainty() {
    verdicts = verdicts.map(\.withRequiredCertainty)
  }

  /// The prediction, and the index of a transfer in it. `nil` if uncertain parameters were not drawn.
  func prediction(of transfer: TransferEstimate) -> (Prediction, index: Int)? {
    guard let prediction = estimate.prediction, let index = predictedIndices[transfer.name] else {
      return nil
    }
    return (prediction, index)
  }

  /// The name of a task, with its kind if a push has the same name.
  func title(of task: TaskEstimate) -> String { title(task.name, .task) }

  /// The name of a push, with its kind if a task has the same name.
  func title(of push: PushEstimate) -> String { title(push.name, .push) }

  /// The name of work that is not estimated, with its kind if other work has the same name.
  func title(of part: NotEstimated) -> String { title(part.name, part.kind) }

  private func title(_ name: String, _ kind: NotEstimated.Kind) -> String {
    let named: [(name: String, kind: NotEstimated.Kind)] =
      estimate.tasks.map { ($0.name, .task) } + estimate.pushes.map { ($0.name, .push) }
      + estimate.notEstimated.map { ($0.name, $0.kind) }
    return named.contains { $0.name == name && $0.kind != kind } ? "\(name) (\(kind.word))" : name
  }

  /// Whether a budget that counts as an error is broken.
  package var breaksBudget: Bool { verdicts.contains { $0.isViolated && $0.severity == .error } }

  /// The parameters in their order, each with the value that was used and its confidence.
  var parameters: [(fact: ParameterFact, value: ParameterValue)] {
    PlatformFacts.parameters.map { ($0, estimate.parameters.value(of: $0)) }
  }

  /// The meaning of 100 % of the assumed share.
  enum AssumedShareBasis: String {
    /// The effect of all parameters when each varies over its range.
    case influence
    /// The number of parameters.
    case count
  }

  /// The basis of `assumedShare`: influence if it was computed, otherwise the number of parameters.
  var assumedShareBasis: AssumedShareBasis {
    influence == nil ? .count : .influence
  }

  /// The share of assumed values in the effect of all parameters, the same with and without an explanation. `nil` if effects were
  /// not computed.
  private var influence: Double? { estimate.prediction?.assumedShare ?? estimate.explanation?.assumedShare }

  /// The least and the greatest share of assumed values in the spread of the results, which is the same in every report for people; `nil`
  /// if the share was not computed, or if the results have no spread.
  var spreadShares: ClosedRange<Double>? {
    guard !estimate.isExact else { return nil }
    return estimate.prediction.flatMap(\.assumedShares) ?? estimate.explanation?.assumedShare.map { $0...$0 }
  }

  /// The share of the result that depends on assumed values, for programs.
  var assumedShare: Double {
    if let influence { return influence }
    let all = parameters
    let assumed = all.filter { estimate.parameters.basis(of: $0.fact).confidence == .assumed }
    return all.isEmpty ? 0 : Double(assumed.count) / Double(all.count)
  }
}

extension NotEstimated.Kind {
  /// The kind of work for people.
  fileprivate var word: String {
    switch self {
    case .transfer, .task, .push: rawValue
    case .otherWork: "other work"
    }
  }
}

extension ParameterValue {
  /// The value as text with its unit. In policies, a rate has no `/s`.
  func text(of fact: ParameterFact) -> String {
    if case .rate = fact.kind, self != .none { return "\(text)/s" }
    return text
  }

  /// The value as text, as a policy writes it.
  var text: String {
    switch self {
    case .duration(let span): span.description
    case .size(let size): size.description
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .word(let word): word
    case .none: "none"
    }
  }
}
