internal import PolicyModel
internal import PolicySim

/// A call that can't be carried out, or an estimate that would take too long.
struct UsageError: Error {
  /// A headline without a full stop.
  let message: String
  /// The command whose help explains more about the problem. An empty string means the tool's help. `nil` if
  /// no help explains the problem.
  var command: String?
  /// The excess of work if the policy has too much for an estimate. `nil` for a problem of the call.
  var excess: SimulationExcess?
}

extension UsageError {
  /// The error for a policy with too much work for an estimate.
  init(_ excess: SimulationExcess) {
    self.init(message: "The policy has too much to simulate", command: nil, excess: excess)
  }

  /// The error for an unknown name in a call. The message suggests the name that was probably meant; without a suggestion, the message ends
  /// with `otherwise`.
  static func unknown(
    _ message: String, _ name: String, among names: [String], otherwise: String, of command: String? = nil
  ) -> UsageError {
    let suggestion = Suggestion.nearest(to: name, among: names)
    return UsageError(message: message + (suggestion?.question ?? otherwise), command: command)
  }

  /// The error for an unknown name in a call. The message suggests the name that was probably meant; without a suggestion, the message
  /// lists all names.
  static func unknown(
    _ message: String, _ name: String, among names: [String], of command: String? = nil
  ) -> UsageError {
    unknown(
      message, name, among: names, otherwise: "; there are \(names.joined(separator: ", "))", of: command)
  }
}
