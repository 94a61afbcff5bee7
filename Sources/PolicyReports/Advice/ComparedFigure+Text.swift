internal import JSON
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

/// The texts of differences in reports.
enum DifferenceText {
  /// A difference with its sign, formatted by `text`.
  static func signed(_ value: Double?, _ text: (Double?) -> String) -> String {
    guard let value, value.isFinite else { return "–" }
    let size = text(abs(value))
    // A difference that rounds to 0 has no sign.
    guard size != text(0), !size.hasPrefix("<") else { return "0" }
    return (value < 0 ? "−" : "+") + size
  }

  /// The interval of a difference, with a mark if the difference may be zero.
  static func interval(
    _ interval: ClosedRange<Double>?, of difference: Double?, isBeyondNoise: Bool,
    _ signed: (Double?) -> String
  ) -> String {
    guard let interval, let difference else { return "–" }
    if interval.lowerBound == interval.upperBound, difference == 0 || interval.lowerBound.isFinite {
      return difference == 0 ? "" : "exactly"
    }
    guard interval.lowerBound.isFinite, interval.upperBound.isFinite else {
      return isBeyondNoise ? "without a bound" : "within the noise"
    }
    let text = "\(signed(interval.lowerBound)) … \(signed(interval.upperBound))"
    return isBeyondNoise ? text : text + ", within the noise"
  }
}

extension FigureStatistic {
  /// The value as text for a report.
  func text(_ value: Double?) -> String { text(value, NumberFormat.count) }

  /// A value in a comparison. Counts have a decimal because they are averages.
  func averageText(_ value: Double?) -> String { text(value) { NumberFormat.decimals($0, 1) } }

  private func text(_ value: Double?, _ count: (Double) -> String) -> String {
    guard let value else { return "–" }
    guard value < .infinity else { return "never" }
    return switch figure.unit {
    case .seconds: NumberFormat.duration(value)
    case .bytes: NumberFormat.bytes(value)
    case .joules: NumberFormat.energy(value)
    case .one: figure.isShare ? NumberFormat.share(value) : count(value)
    }
  }

  /// A difference of the figure as text for a report, with its sign.
  func signed(_ value: Double?) -> String { DifferenceText.signed(value, text) }

  /// A difference in a comparison, with its sign. Counts have a decimal because they are averages.
  func signedAverage(_ value: Double?) -> String { DifferenceText.signed(value, averageText) }
}

extension ComparedFigure {
  /// The interval of the difference, with a mark if the difference may be zero.
  var intervalText: String {
    DifferenceText.interval(interval, of: difference, isBeyondNoise: isBeyondNoise, figure.signedAverage)
  }

  /// The share of draws in which the figure is better after the change. Empty without draws.
  var drawsText: String {
    guard let draws else { return "" }
    return draws.better + draws.worse == 0 ? "–" : NumberFormat.share(draws.better)
  }

  /// The two values and their difference. Averages that differ by less than their last decimal have more decimals, so that no difference
  /// between two numbers is 0.
  var texts: (before: String, after: String, difference: String) {
    let texts = (figure.averageText(before), figure.averageText(after), figure.signedAverage(difference))
    guard figure.figure.unit == .one, let before, let after, let difference, texts.0 != texts.1,
      texts.2 == "0"
    else { return texts }
    let scale = figure.figure.isShare ? 100.0 : 1
    func text(_ value: Double, _ decimals: Int) -> String {
      NumberFormat.decimals(value * scale, decimals) + (figure.figure.isShare ? " %" : "")
    }
    let decimals = (2...6).first { text(abs(difference), $0) != text(0, $0) } ?? 6
    let sign = difference < 0 ? "−" : "+"
    return (text(before, decimals), text(after, decimals), sign + text(abs(difference), decimals))
  }

  /// Whether a reader sees a difference between the two values.
  var differsInText: Bool { figure.averageText(before) != figure.averageText(after) }

  /// Whether the figure is worth a row. A share of items that keeps its best value, 0 or 1, is not worth a row, and neither is a number of
  /// bytes that stays zero.
  var isTelling: Bool {
    let one = figure.figure
    guard one.isShare || one.unit == .bytes else { return before != nil || after != nil }
    let best = one.prefersMore ? 1.0 : 0
    return before ?? best != best || after ?? best != best
  }

  var json: JSONValue {
    .members([
      "subject": subject.json, "figure": .string(figure.comparedName), "unit": .string(figure.unit),
      "before": JSONValue.rounded(before), "after": JSONValue.rounded(after),
      "difference": JSONValue.rounded(difference),
      "interval": interval.map { [JSONValue.rounded($0.lowerBound), JSONValue.rounded($0.upperBound)] }
        ?? .null,
      "betterInDraws": JSONValue.rounded(draws?.better), "worseInDraws": JSONValue.rounded(draws?.worse),
    ])
  }
}

extension ComparedFigure.Subject {
  /// The kind of the subject.
  var kind: String {
    switch self {
    case .transfer: "transfer"
    case .task: "task"
    case .push: "push"
    case .total: "total"
    }
  }

  /// The name; empty for the total.
  var name: String { self == .total ? "" : title }

  var json: JSONValue {
    .members(["kind": .string(kind), "name": self == .total ? nil : .string(title)])
  }
}

extension Comparison {
  /// The subjects in their order. The app as a whole is not a subject if it does no other work than one transfer, task or
  /// push.
  var subjects: [ComparedFigure.Subject] {
    var seen: Set<ComparedFigure.Subject> = []
    let all = figures.map(\.subject).filter { seen.insert($0).inserted }
    let parts = all.filter { $0 != .total }
    return parts.count == 1 ? parts : all
  }

  var figuresOfSubjects: [ComparedFigure] {
    let subjects = subjects
    return figures.filter { subjects.contains($0.subject) }
  }

  /// The figures of a subject that are worth showing.
  func figures(of subject: ComparedFigure.Subject) -> [ComparedFigure] {
    figures.filter { $0.subject == subject && $0.isTelling }
  }

  /// Whether the change has no effect on a subject.
  func isUnchanged(_ subject: ComparedFigure.Subject) -> Bool {
    figures(of: subject).allSatisfy {
      $0.difference == 0 && $0.interval.map { $0.lowerBound == $0.upperBound } ?? true
    }
  }

  /// Whether uncertain parameters were drawn.
  var hasDraws: Bool { figures.contains { $0.draws != nil } }

  /// The figures of the subjects that change, before and after the change.
  var table: Document.Table {
    let rows = subjects.filter { !isUnchanged($0) }.flatMap { subject -> [[String]] in
      figures(of: subject).enumerated().map { index, figure in
        let texts = figure.texts
        return [
          index == 0 ? subject.title : "", figure.figure.title, texts.before, texts.after, texts.difference,
          figure.intervalText,
        ] + (hasDraws ? [figure.drawsText] : [])
      }
    }
    return Document.Table(
      "Before and after the change",
      columns: ["", "", "before", "after", "difference", "95 % interval"]
        + (hasDraws ? ["better in"] : []),
      rows: rows, textColumns: 2)
  }

  /// The subjects that do not change, in a sentence. `nil` if all subjects change.
  var unchanged: String? {
    let names = subjects.filter { isUnchanged($0) && $0 != .total }.map(\.title)
    return names.isEmpty ? nil : "Unchanged: \(names.joined(separator: ", "))"
  }
}
