internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension EstimateReport {
  /// Every figure, for people at a terminal; `showsSources` lists each parameter with its source.
  func details(showsSources: Bool) -> Document {
    var blocks: [Document.Block] = [.report("bgpolicy estimate", headline: RichText(headline))]
    if estimate.transfers.isEmpty, estimate.tasks.isEmpty, estimate.pushes.isEmpty,
      estimate.notEstimated.isEmpty
    {
      blocks.append(.section(nil, [.paragraph(Self.nothingText)]))
    }
    blocks += estimate.transfers.map { .section($0.name, self.blocks(about: $0)) }
    blocks += estimate.notEstimated.map { thing in
      .section(thing.name, [.paragraph("not estimated, because \(thing.reason); the totals leave it out")])
    }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { blocks.append(launches) }
    if !estimate.transfers.isEmpty { blocks.append(totals) }
    if let explanation = estimate.explanation { blocks += causes(explanation) }
    if !verdicts.isEmpty { blocks.append(budgets) }
    blocks.append(.section("Assumptions", [basisText, showsSources ? sources : parametersByConfidence]))
    return Document(blocks: blocks)
  }

  /// The estimate for a terminal; `showsSources` lists each parameter with its source.
  package func text(style: Style, showsSources: Bool) -> String {
    details(showsSources: showsSources).text(style: style)
  }

  /// The sentence for a policy that declares no work.
  static let nothingText = "The policy declares nothing to estimate: no transfers, tasks or pushes."

  private var headline: String {
    "Estimate for \(subject), scenario \(estimate.scenario) (\(extent))"
  }

  /// The number of runs, and the seed.
  var extent: String {
    estimate.isExact
      ? "one run, nothing is random" : "\(DisplayText.count(estimate.runs, "run")), seed \(estimate.seed)"
  }

  /// A table whose heads are on the line of its title; the tables of an estimate have columns of the same
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
        lastHead: predicted == nil ? "p95, interpretations" : "p95, 90 % of the draws"),
      .paragraph(shares(of: transfer).joined(separator: ", ")),
      .paragraph(
        "Wi-Fi \(NumberFormat.bytes(transfer[.wifiBytes])), cellular \(NumberFormat.bytes(transfer[.cellularBytes])), "
          + "radio on for \(NumberFormat.duration(transfer[.radioTime])), "
          + "\(NumberFormat.energy(transfer[.energy], in: estimate)) on average"),
      .paragraph(
        "per day \(NumberFormat.launches(transfer.launchesPerDay.mean)), "
          + "Wi-Fi \(NumberFormat.bytes(transfer[.wifiBytesPerDay])), "
          + "cellular \(NumberFormat.bytes(transfer[.cellularBytesPerDay])), "
          + NumberFormat.energy(transfer[.energyPerDay], in: estimate)),
    ]
  }

  /// The completion of work that comes up for the first time, if later times differ.
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

  /// The interpretations of the limiter's rules, if they differ.
  private func interpretations(of transfer: TransferEstimate) -> [String]? {
    guard !transfer.isBandTooWide else { return nil }
    let band = transfer.completionBand(\.p95)
    guard let low = band.low, let high = band.high else { return nil }
    let ends = [low, high].map { NumberFormat.duration($0) }
    return ends[0] == ends[1] ? nil : ["  interpretations", "", "", "\(ends[0]) … \(ends[1])"]
  }

  /// The other interpretations of the limiter's rules.
  private func band(of transfer: TransferEstimate) -> String {
    let band = transfer.completionBand(\.p95)
    // Without a completion there is nothing to compare.
    if band.low == nil { return "" }
    if transfer.isBandTooWide {
      return "the interpretations differ by more than 3×: use the range"
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
    // If the interpretations are far apart, the bars show only one of them.
    let interpretation =
      transfer.isBandTooWide ? ", interpretation \(estimate.parameters[.delayReset].rawValue)" : ""
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
        task.name, cell(.p50, of: task.launchesPerDay, as: NumberFormat.count),
        cell(.p95, of: task.launchesPerDay, as: NumberFormat.count),
        task.noteText,
      ]
    }
    let pushes = estimate.pushes.map { push in
      [
        push.name, cell(.p50, of: push.launchesPerDay, as: NumberFormat.count),
        cell(.p95, of: push.launchesPerDay, as: NumberFormat.count),
        "of \(NumberFormat.count(push.sentPerDay)) pushes, \(push.outcomeText)",
      ]
    }
    return .section("launches a day", [table(tasks + pushes, lastHead: "")])
  }

  private var totals: Document.Block {
    let mean = estimate.launchesPerDay.mean
    let interval = estimate.isExact ? nil : estimate.launchesPerDay.meanInterval
    let launches = NumberFormat.launches(mean, NumberFormat.error(interval, of: mean, NumberFormat.count))
    let charge = NumberFormat.charge(estimate.charge(of: estimate.totals[.energyPerDay].value))
    let wifi = meanBytes(estimate.totals[.wifiBytesPerDay])
    let cellular = meanBytes(estimate.totals[.cellularBytesPerDay])
    let energy = self.mean(estimate.totals[.energyPerDay], NumberFormat.energy)
    let app = Document.Block.paragraph(
      "\(launches), Wi-Fi \(wifi), cellular \(cellular), \(energy) (\(charge))")
    let fleet = fleetText.map { Document.Block.paragraph($0) }
    return .section("the app, per day, on average", [app] + [fleet].compactMap(\.self))
  }

  // MARK: - Budgets

  private var budgets: Document.Block {
    let rows = verdicts.map { verdict -> [RichText] in
      guard verdict.isEstimated else {
        return [
          "not estimated", "\(verdict.name): the limit is \(BudgetText.figure(verdict.limit, of: verdict))",
        ]
      }
      let actual = BudgetText.actual(verdict)
      let assumptions = BudgetText.assumptions(of: verdict).map { ", \($0)" } ?? ""
      return [
        verdict.isKept
          ? RichText(verdict.word) : .verdict("broken", verdict.severity == .error ? .error : .warning),
        "\(verdict.name): \(actual) of \(BudgetText.figure(verdict.limit, of: verdict))\(assumptions)",
      ]
    }
    return .section("Budgets", [.table(Document.Table(texts: rows))])
  }

  // MARK: - Basis

  /// The limits of every estimate.
  static let disclaimer =
    "The figures are a model's estimate: Apple publishes neither schedules nor budgets. The band shows the interpretations of two ambiguous rules."

  /// The share of assumed values, in a sentence.
  var assumedText: String {
    switch assumedShareBasis {
    case .influence:
      "Assumed values account for \(NumberFormat.share(assumedShare)) of the influence of all parameters."
    case .count:
      "\(NumberFormat.share(assumedShare)) of the model's parameters are assumed, whether this estimate uses them or not."
    }
  }

  /// The share of assumed values, the draws of uncertain parameters, and the Monte Carlo error.
  var basis: String {
    estimate.isExact ? assumedText : "\(assumedText) \(spreadText)"
  }

  /// The draws of uncertain parameters, and the Monte Carlo error.
  var spreadText: String {
    let draws = estimate.prediction.map { prediction in
      "Each of \(prediction.count) draws takes every uncertain parameter from its published or measured range and runs the same devices again: in 90 % of them p95 is within the range of that column, if the ranges are right. "
    }
    return (draws ?? "")
      + "± is the Monte Carlo error: 95 of 100 estimates with this many runs are this close."
  }

  private var basisText: Document.Block {
    .paragraph(([Self.disclaimer, basis] + estimate.assumptions).joined(separator: " "))
  }

  /// The parameters by confidence.
  private var parametersByConfidence: Document.Block {
    .entries(
      Confidence.allCases.compactMap { confidence in
        let values = parameters.filter { estimate.parameters.basis(of: $0.fact).confidence == confidence }
          .map { "\($0.fact.name) \($0.value.text(of: $0.fact))" }
        guard !values.isEmpty else { return nil }
        return Document.Entry(name: confidence.rawValue, text: RichText(values.joined(separator: ", ")))
      })
  }

  /// The parameters with their sources.
  private var sources: Document.Block {
    .table(
      Document.Table(
        texts: parameters.map { fact, value in
          ["\(fact.name) \(value.text(of: fact))", RichText(source(of: fact))]
        }))
  }

  /// The source of a parameter's value.
  func source(of fact: ParameterFact) -> String {
    let basis = estimate.parameters.basis(of: fact)
    let interval = estimate.parameters.range(of: fact).map { ", \($0.low) … \($0.high)" } ?? ""
    return "\(basis.confidence.rawValue)\(interval): \(basis.source)"
  }
}
