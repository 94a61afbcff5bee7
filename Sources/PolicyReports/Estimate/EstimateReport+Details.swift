internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension EstimateReport {
  /// Every figure of each transfer, task and push, for people at a terminal.
  var figureBlocks: [Document.Block] {
    var blocks = estimate.transfers.map { Document.Block.section($0.name, self.blocks(about: $0)) }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { blocks.append(launches) }
    if !estimate.transfers.isEmpty { blocks.append(totals) }
    return blocks
  }

  /// The number of runs, and the seed.
  var extent: String {
    estimate.isExact
      ? "one run, nothing is random" : "\(DisplayText.count(estimate.runs, "run")), seed \(estimate.seed)"
  }

  /// A table whose heads are on the line of its title. All tables of an estimate have columns of the same
  /// width.
  private func table(_ rows: [[String]], lastHead: String) -> Document.Block {
    var table = Document.Table(
      columns: [
        Document.Table.Column(title: "", isNumber: false, minimumWidth: 20),
        Document.Table.Column(title: "p50", isNumber: true, minimumWidth: 17),
        Document.Table.Column(title: "p95", isNumber: true, minimumWidth: 17),
        Document.Table.Column(title: lastHead, isNumber: false),
      ], rows: rows.map { $0.map { Document.Cell(text: $0) } })
    table.isOnTitleLine = true
    return .table(table)
  }

  // MARK: - Transfers

  private func blocks(about transfer: TransferEstimate) -> [Document.Block] {
    let predicted = predictive(.p95, of: transfer)
    let completion = [
      "completion", completion(.p50, of: transfer), completion(.p95, of: transfer),
      predicted ?? band(of: transfer),
    ]
    let rows: [[String]?] = [
      completion, deciding(transfer).map { ["  p95 depends on", "", "", $0] },
      predicted == nil ? nil : interpretations(of: transfer), firstTime(of: transfer),
      sparkline(of: transfer).map { ["distribution", $0] },
      incompleteText(of: transfer).map { [$0] },
      ["launches", launches(.p50, of: transfer), launches(.p95, of: transfer), ""],
      ["held by the limiter", held(.p50, of: transfer), held(.p95, of: transfer), ""],
    ]
    let backlog = transfer.backlog.map { Document.Block.paragraph(words(of: $0)) }
    return [backlog].compactMap(\.self) + [
      table(
        rows.compactMap { $0 },
        lastHead: predicted == nil ? "p95, readings of a rule" : "p95, if otherwise"),
      .paragraph(shares(of: transfer).joined(separator: ", ")),
      .paragraph(
        Figure.ofJob.map { $0.words(transfer[$0], in: estimate) }.joined(separator: ", ") + " on average"),
      .paragraph(
        "per day " + Figure.ofApp.map { $0.words(transfer[$0], in: estimate) }.joined(separator: ", ")),
    ]
  }

  /// The completion of the first occurrence of the work, if later occurrences take other times.
  private func firstTime(of transfer: TransferEstimate) -> [String]? {
    guard transfer.recurs else { return nil }
    let cells = [Quantile.p50, .p95].map { quantile in
      transfer.firstCompletion.quantile(quantile.share) == nil
        ? "never"
        : cell(
          quantile, of: transfer.firstCompletion, band: nil, as: NumberFormat.duration,
          error: NumberFormat.durationError)
    }
    return ["  the first time"] + cells + [""]
  }

  /// The range over the interpretations of the limiter's rules, if the interpretations give different
  /// results.
  private func interpretations(of transfer: TransferEstimate) -> [String]? {
    guard !transfer.isBandTooWide else { return nil }
    let band = transfer.completionBand(\.p95)
    guard let low = band.low, let high = band.high else { return nil }
    let ends = [low, high].map { NumberFormat.duration($0) }
    return ends[0] == ends[1] ? nil : ["  readings of a rule", "", "", "\(ends[0]) … \(ends[1])"]
  }

  /// The results with the other interpretations of the limiter's rules.
  private func band(of transfer: TransferEstimate) -> String {
    let band = transfer.completionBand(\.p95)
    // Without a completion there is no range.
    if band.low == nil { return "" }
    if transfer.isBandTooWide {
      return "the readings of an unclear rule differ by more than 3×: use the range"
    }
    return NumberFormat.range(band, NumberFormat.duration)
  }

  private func sparkline(of transfer: TransferEstimate) -> String? {
    guard let sparkline = Sparkline(transfer.completion) else { return nil }
    let high = NumberFormat.duration(sparkline.high)
    let ends =
      "p01 \(NumberFormat.duration(sparkline.low)) … "
      + (transfer.completion.p99 == nil ? "\(high), then never" : "p99 \(high)")
      + (sparkline.isLogarithmic ? ", logarithmic" : "")
    // If the interpretations are far apart, the bars show the results of a single interpretation.
    let interpretation =
      transfer.isBandTooWide ? ", reading \(estimate.parameters[.delayReset].rawValue)" : ""
    return "\(sparkline.text)  \(ends)\(interpretation)"
  }

  private func shares(of transfer: TransferEstimate) -> [String] {
    let declared = declaration(of: transfer)
    return [
      "unfinished \(NumberFormat.share(transfer.share(of: .unfinishedShare)))",
      declared?.validFor.map {
        "outlived validFor (\($0.value)) \(NumberFormat.share(transfer.share(of: .expiredShare)))"
      },
      declared?.deadline.map {
        "after the deadline (\($0.value)) \(NumberFormat.share(transfer.share(of: .missedDeadlineShare)))"
      },
    ].compactMap { $0 }
  }

  // MARK: - Tasks and pushes

  private var launches: Document.Block {
    let tasks = estimate.tasks.map { task in
      [
        title(of: task), cell(.p50, of: task.launchesPerDay, as: NumberFormat.count),
        cell(.p95, of: task.launchesPerDay, as: NumberFormat.count),
        task.noteText,
      ]
    }
    let pushes = estimate.pushes.map { push in
      [
        title(of: push), cell(.p50, of: push.launchesPerDay, as: NumberFormat.count),
        cell(.p95, of: push.launchesPerDay, as: NumberFormat.count),
        "of \(NumberFormat.count(push.sentPerDay)) pushes, \(push.outcomeText)",
      ]
    }
    return .section("launches a day", [table(tasks + pushes, lastHead: "")])
  }

  private var totals: Document.Block {
    let app = Document.Block.paragraph(Figure.ofApp.map(wordsOfMean).joined(separator: ", "))
    let fleet = fleetText.map { Document.Block.paragraph($0) }
    return .section("the app, per day, on average", [app] + [fleet].compactMap(\.self))
  }

  /// The mean of a figure of the app with its Monte Carlo error, in words.
  func wordsOfMean(of figure: Figure) -> String {
    let mean = estimate.totals[figure]
    let form = figure.unit == .bytes ? NumberFormat.roughBytes : figure.text
    let error = estimate.isExact ? "" : NumberFormat.error(mean.interval, of: mean.value, form)
    return figure.words(mean.value, error: error, in: estimate)
  }

  // MARK: - Basis

  /// The limits of every estimate.
  static let disclaimer =
    "The figures are a model's estimate: Apple publishes neither schedules nor budgets. Two rules of iOS can be read in several ways."

  /// The runs, the share of assumed values, the draws of uncertain parameters, and the Monte Carlo error.
  var basis: String { estimate.isExact ? certainty : "\(certainty) \(spreadText)" }

  /// The draws of uncertain parameters, and the Monte Carlo error.
  var spreadText: String {
    let draws = estimate.prediction.map { prediction in
      "\(prediction.count) times, every uncertain value is taken from its published or measured range and the same devices run again: 90 of 100 times the result is within the range that is called uncertain, if the ranges are right. "
    }
    return (draws ?? "")
      + "± is the Monte Carlo error: 95 of 100 estimates with this many runs are this close."
  }

  /// The source of a parameter's value.
  func source(of fact: ParameterFact) -> String {
    let basis = estimate.parameters.basis(of: fact)
    let interval = estimate.parameters.range(of: fact).map { ", \($0.low) … \($0.high)" } ?? ""
    return "\(basis.confidence.rawValue)\(interval): \(basis.source)"
  }
}
