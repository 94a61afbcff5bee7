internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

extension EstimatePage {
  private typealias Cell = HTMLTable.Cell

  private static func count(_ value: Double?) -> Cell { .number(value.map(NumberFormat.count)) }

  /// A figure, or the range over the interpretations if they differ too much for a single number.
  private static func cell(
    _ figure: @escaping (Distribution) -> Double?, of distribution: Distribution,
    band: ((Distribution) -> Double?) -> Band, as form: (Double) -> String
  ) -> Cell {
    // If one quantile is shown as a range, all quantiles are, so that p50 is never later than p95.
    guard band(\.p50).isTooWide || band(\.p95).isTooWide else {
      return .number(figure(distribution).map(form))
    }
    return .range(NumberFormat.range(band(figure), form))
  }

  private static func launches(_ transfer: TransferEstimate) -> [Cell] {
    [\.p50, \.p95, \.mean].map {
      cell($0, of: transfer.launches, band: transfer.launchesBand, as: NumberFormat.count)
    }
  }

  private static func held(_ transfer: TransferEstimate) -> [Cell] {
    [\.p50, \.p95, \.mean].map {
      cell($0, of: transfer.limiterDelay, band: transfer.limiterDelayBand, as: NumberFormat.duration)
    }
  }

  /// The numbers of a completion curve and of its band.
  func completionTable(_ transfer: TransferEstimate) -> XMLNode {
    let used = report.estimate.parameters[.delayReset].rawValue
    let figures: [(String, (Distribution) -> Double?)] = [
      ("p05", \.p05), ("p50", \.p50), ("p90", \.p90), ("p95", \.p95), ("p99", \.p99), ("mean", \.mean),
    ]
    let otherHold = report.estimate.parameters[.delayHold] == .creation ? "resume" : "creation"
    let interpretations: [(name: String, distribution: Distribution)] =
      [(used, transfer.completion)]
      + [("literal", transfer.bands.literal), ("idle", transfer.bands.idle)].filter { $0.0 != used }
      // The interpretations of the rule for held items differ only if the app has several sessions.
      + [(otherHold, transfer.bands.hold)].filter { _, hold in
        figures.contains { $0.1(hold) != $0.1(transfer.completion) }
      }
    return HTMLTable(
      caption: "Completion, by reading of an unclear rule of iOS"
        + (report.estimate.prediction == nil ? "" : ", with the values of the model"),
      columns: ["quantile"] + interpretations.enumerated().map { $0 == 0 ? "\($1.name), used" : $1.name },
      rows: figures.map { name, figure in
        [.text(name)]
          + interpretations.map { _, distribution in
            .number(
              figure(distribution).map(NumberFormat.duration) ?? (distribution.count > 0 ? "never" : nil))
          }
      }, numberColumns: Set(1...4)
    ).node
  }

  /// The other figures of a transfer.
  func transferTable(_ transfer: TransferEstimate) -> XMLNode {
    let declared = report.declaration(of: transfer)
    func average(_ title: String, _ text: String?) -> [Cell] {
      [.text(title), .number(""), .number(""), .number(text)]
    }
    func share(_ title: String, _ value: MeanShare?) -> [Cell] { average(title, NumberFormat.share(value)) }
    let distributions: [[Cell]] = [
      [.text("background launches")] + Self.launches(transfer),
      [.text("time held by the limiter")] + Self.held(transfer),
    ]
    let shares: [[Cell]?] = [
      share("items that never arrive", transfer.share(of: .unfinishedShare)),
      declared?.validFor.map {
        share("items that outlive validFor (\($0.value))", transfer.share(of: .expiredShare))
      },
      declared?.deadline.map {
        share("items after the deadline (\($0.value))", transfer.share(of: .missedDeadlineShare))
      },
    ]
    let costs = Figure.ofJob.map { average($0.title, $0.text(transfer[$0])) }
    return HTMLTable(
      caption:
        "Each time the transfer is due. The limiter is a rule of iOS: transfers that the app starts while in the background wait, longer after each launch",
      columns: ["figure", "p50", "p95", "average"],
      rows: distributions + shares.compactMap { $0 } + costs, numberColumns: [1, 2, 3]
    ).node
  }

  /// Launches, bytes and energy of the transfers per day.
  var dayTable: XMLNode? {
    let transfers = report.estimate.transfers
    guard !transfers.isEmpty else { return nil }
    return HTMLTable(
      caption: "Transfers, average per day",
      columns: ["transfer"] + Figure.ofApp.map(\.titleWithoutDay),
      rows: transfers.map { transfer in
        [.name(DisplayText.line(transfer.name))] + Figure.ofApp.map { .number($0.text(transfer[$0])) }
      }, numberColumns: Set(1...Figure.ofApp.count)
    ).node
  }

  /// Launches of tasks and for pushes per day.
  var launchTable: XMLNode? {
    let tasks = report.estimate.tasks.map { task -> [Cell] in
      [
        .name(DisplayText.line(task.name)), Self.count(task.launchesPerDay.p05),
        Self.count(task.launchesPerDay.p50), Self.count(task.launchesPerDay.p95),
        .text(task.noteText),
      ]
    }
    let pushes = report.estimate.pushes.map { push -> [Cell] in
      [
        .name(DisplayText.line(push.name)), Self.count(push.launchesPerDay.p05),
        Self.count(push.launchesPerDay.p50), Self.count(push.launchesPerDay.p95),
        .text(
          "of \(NumberFormat.count(push.sentPerDay)) pushes, \(push.outcomeText)"
        ),
      ]
    }
    guard !tasks.isEmpty || !pushes.isEmpty else { return nil }
    return HTMLTable(
      caption: "Tasks and pushes: launches per day",
      columns: ["task or push", "p05", "p50", "p95", "notes"], rows: tasks + pushes,
      numberColumns: Set(1...3)
    ).node
  }

  var budgetTable: [XMLNode] {
    Document(blocks: [.table(BudgetTable(report.verdicts.worstFirst).table)]).htmlParts
  }

  /// The parameters with their meanings and sources, the least certain first.
  var assumptionTables: [XMLNode] {
    let parameters = report.estimate.parameters
    let groups = Confidence.allCases.reversed().map { confidence in
      (
        Self.words(confidence),
        report.usedParameters.filter { parameters.basis(of: $0.fact).confidence == confidence }
      )
    }
    return groups.filter { !$0.1.isEmpty }.map { title, rows in
      assumptionTable("\(DisplayText.count(rows.count, "parameter")), \(title)", rows)
    }
  }

  private static func words(_ confidence: Confidence) -> String {
    let link = confidence == .assumed ? "" : "that is, "
    return "\(confidence.rawValue), \(link)\(confidence.meaning)"
  }

  private func assumptionTable(
    _ caption: String, _ parameters: [(fact: ParameterFact, value: ParameterValue)]
  ) -> XMLNode {
    HTMLTable(
      caption: caption, columns: ["parameter", "value", "meaning and source"],
      rows: parameters.map { fact, value in
        let basis = report.estimate.parameters.basis(of: fact)
        let cited = fact.citations.map { "\($0.title) (\($0.edition))" }.joined(separator: "; ")
        let sources =
          basis.source == fact.citations.map(\.title).joined(separator: "; ") ? cited : basis.source
        return [
          .name(fact.name), Cell(nodes: [.text(value.text(of: fact))], style: "t"),
          Cell(nodes: [.text(fact.meaning), .tag("small", text: sources)]),
        ]
      }, style: "full parameters"
    ).node
  }

  func swingTable(_ swings: [ParameterSwing]) -> XMLNode {
    HTMLTable(
      caption: "The p95 with each parameter at the ends of its range",
      columns: ["parameter", "least", "p95", "largest", "p95"],
      rows: swings.map { swing in
        [
          .name(swing.parameter), .number(swing.low.value),
          .number(swing.low.quantile.map(NumberFormat.duration) ?? "never"), .number(swing.high.value),
          .number(swing.high.quantile.map(NumberFormat.duration) ?? "never"),
        ]
      }, numberColumns: Set(1...4)
    ).node
  }
}
