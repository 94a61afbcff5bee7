/// Whether a terminal shows links (OSC 8). A program can't ask the terminal, so known terminals are listed.
enum TerminalLinks {
  /// Terminals that show links, by their `TERM_PROGRAM`.
  private static let programs: Set = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "WarpTerminal", "Tabby", "rio", "mintty",
  ]
  /// Terminals that show links, by the beginning of their `TERM`.
  private static let kinds = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
  /// Terminals that show links, by an environment variable that only they set.
  private static let variables = ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"]
  /// The first version with links of VTE, the widget of GNOME's terminals.
  private static let firstVTE = 5_000

  /// Whether reports have links. FORCE_HYPERLINK decides if it is set; otherwise, the terminal has to be
  /// known to show links.
  static func areShown(isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
    if let forced = variable("FORCE_HYPERLINK") { return !["", "0", "false"].contains(forced) }
    guard isTerminal, let kind = variable("TERM"), kind != "dumb" else { return false }
    if let program = variable("TERM_PROGRAM"), programs.contains(program) { return true }
    if let version = variable("VTE_VERSION").flatMap({ Int($0) }), version >= firstVTE { return true }
    return kinds.contains { kind.hasPrefix($0) } || variables.contains { variable($0) != nil }
  }
}
