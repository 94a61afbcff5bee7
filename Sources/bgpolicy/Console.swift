/// Where a command prints.
struct Console {
  /// Whether to use colors on standard output.
  let usesColor: Bool
  /// Whether to leave out summaries and progress.
  let isQuiet: Bool

  /// When to use colors.
  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  init(color: ColorChoice, isQuiet: Bool) {
    usesColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        System.isOutputTerminal && System.environment("NO_COLOR") == nil
          && System.environment("TERM") != "dumb"
      }
    self.isQuiet = isQuiet
  }

  /// Prints a result.
  func print(_ text: String) {
    // Nobody is left to tell where the reader of a pipe has gone.
    if !System.writeOutput(text) { System.leave(with: ExitStatus.unusable.rawValue) }
  }

  /// Prints what is no result.
  func note(_ text: String) {
    if !isQuiet { System.writeError(text + "\n") }
  }
}
