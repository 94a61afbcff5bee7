internal import JSON
internal import PolicySyntax
internal import Quantities

extension Shape<EarliestBegin> {
  /// A duration, a time of the day, a wait that grows, or a date that is known at run time.
  static var earliestBegin: Shape {
    let scalar = Shape.scalar(
      "a duration or runtime", examples: "it as 15m or 6h, as runtime, or as { at: \"03:00\" }",
      types: .numberOrText, schema: ["anyOf": [["enum": ["runtime"]], .durationSchema]],
      meant: QuantitySuggestion.duration
    ) { text in text == "runtime" ? .runtime : TimeSpan(text).map { .after($0) } }
    let mapping = Shape<EarliestBeginForm>.mapping(EarliestBeginForm.keys)
    return .either(
      scalar,
      orMapping: Shape(schema: mapping.schema()) { node, lowering in
        guard let form = mapping.lower(node, &lowering) else { return nil }
        switch (form.at, form.backoff) {
        case (let time?, nil): return .at(time.value)
        case (nil, let backoff?): return .backoff(backoff.value)
        default:
          // What is written and can't be read is reported already.
          if form.at != nil || form.writtenKeys.isEmpty {
            lowering.report(
              .policyBadValue, at: .value(node), "earliestBegin takes either at or backoff",
              help: "write { at: \"03:00\" }, or { backoff: { from: 1d, atMost: 7d } }")
          }
          return nil
        }
      })
  }
}

/// The mapping that earliestBegin may be.
struct EarliestBeginForm: Sendable {
  var at: Located<ClockTime>?
  var backoff: Located<Backoff>?
  var writtenKeys: [WrittenKey] = []

  static let keys = KeyTable(
    "earliestBegin", { EarliestBeginForm() },
    [
      Key(
        "at", .clockTime,
        "A time of the device's clock, such as \"03:00\": the next one after the submission."
      ) {
        $0.at = $1
      },
      Key("backoff", .mapping(Backoff.keys), "A wait that grows with each failure in a row.") {
        $0.backoff = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Backoff {
  static let keys = KeyTable(
    "backoff", { Backoff() },
    [
      Key("from", .duration, required: true, "The wait without a failure.") { $0.from = $1 },
      Key("factor", .number(1...100), default: 2, "By how much each failure in a row multiplies it.") {
        $0.factor.written = $1
      },
      Key("atMost", .duration, required: true, "The longest wait, which Apple asks to keep within a week.") {
        $0.atMost = $1
      },
    ],
    check: { _, backoff, lowering in
      guard let from = backoff.from, let atMost = backoff.atMost, from.value > atMost.value else { return }
      lowering.report(
        .policyBadValue, at: .value(atMost.node),
        "atMost is \(atMost.value), shorter than from, which is \(from.value)",
        help: "write the longer one as atMost")
    })
}

extension Shape<ClockTime> {
  /// A time of the day: `03:00`.
  fileprivate static var clockTime: Shape {
    scalar(
      "a time of the day", examples: "it as \"03:00\", with two digits each", types: .string,
      schema: .pattern(#"^([01]\d|2[0-3]):[0-5]\d$"#)
    ) { ClockTime($0) }
  }
}
