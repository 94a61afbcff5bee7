internal import PolicyModel
internal import PolicySim

/// A call that can't be carried out, or an estimate that would take too much.
struct UsageError: Error {
  /// A headline without a full stop.
  let message: String
  /// The command whose help has more about the problem, or an empty string for the tool's own help; `nil` if
  /// help doesn't.
  var command: String?
  /// The work that is too much for an estimate, a problem of the policy; `nil` for a problem of the call.
  var excess: SimulationExcess?
}

extension UsageError {
  /// The error for work that is too much for an estimate.
  init(_ excess: SimulationExcess) {
    self.init(message: "The policy has too much to simulate", command: nil, excess: excess)
  }

  /// The error for an unknown name in a call: suggests the one that was probably meant, or else appends
  /// `otherwise`.
  static func unknown(
    _ message: String, _ name: String, among names: [String], otherwise: String, of command: String? = nil
  ) -> UsageError {
    let suggestion = Suggestion.nearest(to: name, among: names)
    return UsageError(message: message + (suggestion?.question ?? otherwise), command: command)
  }

  /// The error for an unknown name in a call: suggests the one that was probably meant, or else lists all
  /// names.
  static func unknown(
    _ message: String, _ name: String, among names: [String], of command: String? = nil
  ) -> UsageError {
    unknown(
      message, name, among: names, otherwise: "; there are \(names.joined(separator: ", "))", of: command)
  }
}
