internal import JSON
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

extension ThresholdVerdict {
  /// The figure, its increase and the threshold, as a headline.
  var message: String {
    let figure = compared.figure
    let after = figure.text(compared.after)
    guard case .absolute = threshold.limit else {
      let increase = compared.differenceTexts[0].drop { $0 == "+" }
      return
        "The change raises \(name) from \(figure.text(compared.before)) to \(after), by \(increase), which exceeds the threshold \(threshold.text) (scenario \(scenario))"
    }
    return "\(name) is \(after), which exceeds the threshold \(threshold.text) (scenario \(scenario))"
  }

  /// The verdict in a table.
  var word: String {
    switch outcome {
    case .kept: "kept"
    case .exceeded: "exceeded"
    case .noise: "within the noise"
    }
  }

  var json: JSONValue {
    [
      "threshold": .string(threshold.text), "scenario": .string(scenario),
      "verdict": .string(outcome.rawValue), "figure": compared.limitJSON,
    ]
  }
}

extension [ThresholdVerdict] {
  /// The verdicts on figures that change.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    let shown = filter { $0.outcome != .kept || !$0.compared.isUnchanged }
    let same = count - shown.count
    let note: [Document.Block] =
      same == 0 ? [] : [.paragraph("Unchanged and kept: \(DisplayText.count(same, "figure"))")]
    guard !shown.isEmpty else { return [.section("Thresholds", note)] }
    let names = Set(map(\.scenario)).count > 1
    let rows = shown.map { verdict -> [String] in
      let figure = verdict.compared.figure
      return [names ? "\(verdict.name) (\(verdict.scenario))" : verdict.name, verdict.threshold.limitText]
        + [figure.text(verdict.compared.before), figure.text(verdict.compared.after)]
        + [verdict.compared.differenceTexts[0], verdict.word]
    }
    return [
      .section(
        "Thresholds",
        [
          .table(
            Document.Table(
              "Verdicts of thresholds",
              columns: ["", "at most", "before", "after", "difference", "verdict"], rows: rows, textColumns: 1
            ))
        ] + note)
    ]
  }
}

extension CostThreshold {
  /// The limit as it is written in the threshold.
  fileprivate var limitText: String { String(text.drop { $0 != "=" }.dropFirst()) }
}
