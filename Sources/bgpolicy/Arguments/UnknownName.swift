internal import PolicyModel

extension UnusableCall {
  /// A name in a call that nothing has: says which one was probably meant, and otherwise what there is.
  static func unknown(
    _ message: String, _ name: String, among names: [String], otherwise: String, of command: String
  ) -> UnusableCall {
    let suggestion = Suggestion.nearest(to: name, among: names).map { ", did you mean \($0)?" }
    return UnusableCall(message: message + (suggestion ?? otherwise), command: command)
  }

  /// The same, which otherwise lists all that there is.
  static func unknown(
    _ message: String, _ name: String, among names: [String], of command: String
  ) -> UnusableCall {
    unknown(
      message, name, among: names, otherwise: "; there are \(names.joined(separator: ", "))", of: command)
  }
}
