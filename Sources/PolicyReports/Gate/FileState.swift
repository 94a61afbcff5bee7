/// The state of a generated file.
package struct FileState {
  /// The state of a file.
  package enum State: String {
    case current, missing, outdated
    case leftOver = "left over"
  }

  /// The path as reports show it, relative to the folder of the call.
  package let path: String
  /// The file's state on disk.
  package let state: State

  /// The state of the file at `path`.
  package init(path: String, state: State) {
    self.path = path
    self.state = state
  }

  /// The state in a sentence about the file.
  package var text: String {
    switch state {
    case .current: "\(path) is current"
    case .missing: "\(path) is missing"
    case .outdated: "\(path) is out of date"
    case .leftOver: "\(path) is left over: the policy no longer generates it"
    }
  }
}
