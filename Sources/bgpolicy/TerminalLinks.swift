/// Whether a terminal shows links (OSC 8), which no terminal can be asked.
enum TerminalLinks {
  /// Terminals that do, by their `TERM_PROGRAM`.
  private static let programs: Set = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "WarpTerminal", "Tabby", "rio", "mintty",
  ]
  /// Terminals that do, by the beginning of their `TERM`.
  private static let kinds = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
  /// Terminals that do, by a variable of their own.
  private static let variables = ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"]
  /// The first version of VTE, the widget of GNOME's terminals, that does.
  private static let firstVTE = 5_000

  /// Whether reports have links: if the terminal is known to show them, or FORCE_HYPERLINK asks for them; never if that is 0.
  static func areShown(isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
    if let forced = variable("FORCE_HYPERLINK") { return !["", "0", "false"].contains(forced) }
    guard isTerminal, let kind = variable("TERM"), kind != "dumb" else { return false }
    if let program = variable("TERM_PROGRAM"), programs.contains(program) { return true }
    if let version = variable("VTE_VERSION").flatMap({ Int($0) }), version >= firstVTE { return true }
    return kinds.contains { kind.hasPrefix($0) } || variables.contains { variable($0) != nil }
  }
}
