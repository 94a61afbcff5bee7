internal import JSON
internal import PolicySyntax
internal import Quantities

extension Shape<EarliestBegin> {
  /// A duration, a time of day, a growing wait, or a date that the app computes at run time.
  static var earliestBegin: Shape {
    let scalar = Shape.scalar(
      "a duration or runtime",
      bounds: { Quantity.isTooLarge($0) { TimeSpan($0) } ? "at most \(Quantity.longestDuration)" : nil },
      sample: "6h",
      examples: "it as 15m or 6h, as runtime, or as { at: \"03:00\" }",
      types: .numberOrText, schema: ["anyOf": [["enum": ["runtime"]], .durationSchema]],
      meant: QuantitySuggestion.duration
    ) { text in
      if text == "runtime" { return .runtime }
      return TimeSpan(text).flatMap { $0 <= Quantity.longestDuration ? .after($0) : nil }
    }
    let mapping = Shape<EarliestBeginForm>.mapping(EarliestBeginForm.keys)
    return .either(
      scalar,
      orMapping: Shape(schema: mapping.schema()) { node, lowering in
        guard let form = mapping.lower(node, &lowering) else { return nil }
        switch (form.at, form.backoff) {
        case (let time?, nil): return .at(time.value)
        case (nil, let backoff?): return .backoff(backoff.value)
        default:
          // If the value could not be read, the problem has been reported already.
          if form.at != nil || form.writtenKeys.isEmpty {
            lowering.report(
              .policyBadValue, at: .value(node), "earliestBegin must have exactly one of at and backoff",
              help: "write { at: \"03:00\" }, or { backoff: { from: 1d, atMost: 7d } }")
          }
          return nil
        }
      })
  }
}

/// The mapping form of earliestBegin.
struct EarliestBeginForm: Sendable {
  var at: Located<ClockTime>?
  var backoff: Located<Backoff>?
  var writtenKeys: [WrittenKey] = []

  static let keys = KeyTable(
    "earliestBegin", { EarliestBeginForm() },
    [
      Key(
        "at", .clockTime,
        "A time on the device's clock, for example \"03:00\": the next one after the submission."
      ) {
        $0.at = $1
      },
      Key(
        "backoff", .mapping(Backoff.keys),
        "A wait that grows with each consecutive failure, for example { from: 1d, atMost: 7d }."
      ) {
        $0.backoff = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Backoff {
  static let keys = KeyTable(
    "backoff", { Backoff() },
    [
      Key("from", .duration, required: true, "The wait without a failure, for example 1d.") { $0.from = $1 },
      Key(
        "factor", .number(1...100), default: 2,
        "The factor by which each consecutive failure multiplies the wait."
      ) {
        $0.factor.written = $1
      },
      Key(
        "atMost", .duration, required: true,
        "The longest wait, for example 7d. Apple asks apps to keep it within a week."
      ) {
        $0.atMost = $1
      },
    ],
    check: { _, backoff, lowering in
      guard let from = backoff.from, let atMost = backoff.atMost, from.value > atMost.value else { return }
      lowering.report(
        .policyBadValue, at: .value(atMost.node),
        "atMost must be at least as long as from, which is \(from.value); found \(atMost.value)",
        help: "use a longer atMost or a shorter from")
    })
}

extension Shape<ClockTime> {
  /// A time of day: `03:00`.
  fileprivate static var clockTime: Shape {
    scalar(
      "a time of day", examples: "it as \"03:00\", with two digits each", types: .string,
      schema: .pattern(#"^([01]\d|2[0-3]):[0-5]\d$"#)
    ) { ClockTime($0) }
  }
}
