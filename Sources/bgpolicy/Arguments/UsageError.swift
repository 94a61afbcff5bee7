internal import PolicyModel

/// An error in the call.
struct UsageError: Error {
  /// A headline without a full stop.
  let message: String
  /// The command whose help tells more, or an empty text for the tool's own help.
  var command: String?
}

extension UsageError {
  /// A name in a call that nothing has: says which one was probably meant, and otherwise what there is.
  static func unknown(
    _ message: String, _ name: String, among names: [String], otherwise: String, of command: String
  ) -> UsageError {
    let suggestion = Suggestion.nearest(to: name, among: names)
    return UsageError(message: message + (suggestion?.question ?? otherwise), command: command)
  }

  /// The same, which otherwise lists all that there is.
  static func unknown(
    _ message: String, _ name: String, among names: [String], of command: String
  ) -> UsageError {
    unknown(
      message, name, among: names, otherwise: "; there are \(names.joined(separator: ", "))", of: command)
  }
}
