internal import JSON
internal import PlatformFacts
internal import PolicySim
internal import Quantities

extension Split {
  /// The threshold as text, such as `4.2GB`.
  var thresholdText: String {
    PlatformFacts.parameter(parameter).map { threshold.text(of: $0) } ?? threshold.text
  }

  /// The condition of the draws above the threshold, such as `wifi_budget from 4.2GB on`.
  var condition: String {
    switch threshold {
    case .word(let word): "\(parameter)=\(word)"
    case .none: "no \(parameter)"
    default: "\(parameter) from \(thresholdText) on"
    }
  }

  /// The condition of the draws above the threshold, for a narrow column, such as `wifi_budget ≥ 4.2GB`.
  var shortCondition: String {
    switch threshold {
    case .word, .none: condition
    default: "\(parameter) ≥ \(thresholdText)"
    }
  }

  /// The condition of the draws below the threshold, such as `wifi_budget below 4.2GB`.
  var opposite: String {
    switch threshold {
    case .word(let word): "another \(parameter) than \(word)"
    case .none: "a \(parameter)"
    default: "\(parameter) below \(thresholdText)"
    }
  }

  /// The parameter and the threshold in JSON; a duration is in seconds.
  var jsonMembers: [JSONMember] {
    let (value, unit): (JSONValue, String) =
      switch threshold {
      case .duration(let span): (.double(span.seconds), "s")
      case .size(let size): (.int(size.bytes), "B")
      case .number(let number): (.double(number), "")
      case .word(let word): (.string(word), "")
      case .none: (.null, "")
      }
    return [
      JSONMember("parameter", .string(parameter)), JSONMember("threshold", value),
      JSONMember("unit", .string(unit)), JSONMember("shareBelow", JSONValue.rounded(shareBelow)),
    ]
  }
}
