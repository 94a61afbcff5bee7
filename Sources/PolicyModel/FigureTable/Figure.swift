/// A figure that an estimate has of a transfer.
///
/// `all` is the only table of figures. Runs, means, quantiles, comparisons, draws, budgets with their keys in the language,
/// thresholds, advice, JSON, CSV and text follow from the entries of this table.
package struct Figure: Sendable {
  /// The unit of a value.
  package enum Unit: String, Sendable {
    case seconds = "s"
    case bytes = "B"
    case joules = "J"
    /// A number or a share.
    case one = ""
  }

  /// The values of a figure in a run.
  package enum Source: Sendable {
    /// The seconds until all items of a job are finished, for each job that counts.
    ///
    /// The value is infinite if an item never finishes. A job without items has no value.
    case completions
    /// A number for each run.
    case run(@Sendable (TransferRun) -> Double)
  }

  /// The quantity that launches for tasks and pushes add to the same figure of the app.
  package enum LaunchPart: Sendable {
    /// Launches a day.
    case launches
    /// Joules a day.
    case energy
  }

  /// The key of a figure in budgets.
  package struct Limit: Sendable {
    /// The position among the keys of budgets, from 1.
    package let position: Int
    /// The documentation of the key.
    let summary: StaticString
    /// Other words that mean the key.
    let synonyms: [String]

    init(_ position: Int, _ summary: StaticString, synonyms: [String]) {
      self.position = position
      self.summary = summary
      self.synonyms = synonyms
    }
  }

  /// The position of a figure in comparisons of two policies, and the statistics that are compared.
  package struct Change: Sendable {
    /// The position in comparisons, from 1.
    package let position: Int
    /// The statistics that are compared.
    let statistics: [Statistic]

    init(_ position: Int, _ statistics: [Statistic] = [.mean]) {
      self.position = position
      self.statistics = statistics
    }
  }

  /// The weight of a figure in advice.
  package struct Advice: Sendable {
    /// The objective for which a figure counts.
    package enum Objective: Sendable {
      case delivery, completion, launches, energy
    }

    /// The objective that the figure serves.
    package let objective: Objective
    /// The statistics whose improvement is a reason for an edit.
    package let reasons: [Statistic]
    /// Whether only the figure of the whole app counts.
    package let isOfApp: Bool

    init(_ objective: Objective, reasons: [Statistic] = [.mean], isOfApp: Bool = false) {
      self.objective = objective
      self.reasons = reasons
      self.isOfApp = isOfApp
    }
  }

  /// The key in budgets, JSON and CSV.
  package let key: StaticString
  /// The name in tables.
  package let title: String
  /// The unit of the figure's values.
  package let unit: Unit
  /// Whether the figure is a share of items, from 0 to 1.
  package let isShare: Bool
  /// Whether a higher value is better.
  package let prefersMore: Bool
  /// Whether the figure's quantiles are of interest, in addition to its mean.
  package let hasQuantiles: Bool
  /// The members that lead to the figure's mean in the JSON of an estimate.
  package let jsonPath: [String]
  /// The values in a run.
  package let source: Source
  /// The quantity that launches for tasks and pushes add to the app's sum; `nil` if only transfers add to the sum.
  package let launchPart: LaunchPart?
  /// Whether the sum over all transfers is a figure of the app.
  package let isSummed: Bool
  /// The key in budgets; `nil` if budgets don't limit the figure.
  package let limit: Limit?
  /// The figure's position in comparisons; `nil` if comparisons omit the figure.
  package let change: Change?
  /// The figure's weight in advice; `nil` if the figure has no weight of its own.
  package let advice: Advice?

  init(
    _ key: StaticString, _ title: String, unit: Unit = .one, isShare: Bool = false, prefersMore: Bool = false,
    hasQuantiles: Bool = false, json jsonPath: [String]? = nil, launchPart: LaunchPart? = nil,
    isSummed: Bool = false, limit: Limit? = nil, change: Change? = nil, advice: Advice? = nil,
    _ source: Source
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.isShare = isShare
    self.prefersMore = prefersMore
    self.hasQuantiles = hasQuantiles
    self.jsonPath = jsonPath ?? ["\(key)"]
    self.source = source
    self.launchPart = launchPart
    self.isSummed = isSummed
    self.limit = limit
    self.change = change
    self.advice = advice
  }

  /// The key as text.
  package var name: String { "\(key)" }

  /// The name in tables whose caption says that all numbers are for a day.
  package var titleWithoutDay: String {
    title.hasSuffix(Self.daySuffix) ? String(title.dropLast(Self.daySuffix.count)) : title
  }

  /// The name as the first words of a sentence or the title of a column.
  package var capitalizedTitle: String { title.prefix(1).uppercased() + title.dropFirst() }

  private static let daySuffix = " a day"
}

extension Figure: Hashable {
  /// Whether two figures have the same key.
  package static func == (left: Figure, right: Figure) -> Bool { left.name == right.name }
  /// Hashes the key.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Figure {
  /// The figures with one number for each run, in the order of their columns.
  package static let ofRuns = all.filter { if case .run = $0.source { true } else { false } }
  /// The figures of the app as a whole, each for a day, in the order of their columns.
  package static let ofApp = all.filter(\.isSummed)
  /// The averages for each job of a transfer, in the order of their columns.
  package static let ofJob = ofRuns.filter { !$0.isShare && !$0.isSummed }
  /// The figures for a day that distinguish transfers in tables with few columns.
  package static let ofAppCompared = ofApp.filter { $0.change != nil }
  /// The figures that budgets limit, in the order of their keys.
  package static let limited = all.filter { $0.limit != nil }
    .sorted { ($0.limit?.position ?? 0) < ($1.limit?.position ?? 0) }
  /// The figures in comparisons, in their order.
  package static let compared = all.filter { $0.change != nil }
    .sorted { ($0.change?.position ?? 0) < ($1.change?.position ?? 0) }

  private static let columns = Dictionary(
    ofRuns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The index in `ofRuns`; `nil` if the figure doesn't have exactly one number for each run.
  package var column: Int? { Self.columns[name] }

  /// The number in a run; 0 if the figure doesn't have exactly one number for each run.
  package func value(in run: TransferRun) -> Double {
    if case .run(let value) = source { value(run) } else { 0 }
  }
}
