internal import JSON

/// The user's settings: the member `bgpolicy` of the editor's settings, or the options of the initialization.
struct Settings: Sendable, Equatable {
  /// Whether hints show estimates.
  var showsHints = true
  /// The scenario of estimates; `nil` for the usual scenario.
  var scenario: String?
  /// The number of runs of estimates; `nil` for the usual number.
  var runs: Int?

  init() {}

  /// The settings of a client. A setting that the client omits has its default.
  init(_ json: JSONValue) {
    let own = json["bgpolicy"] ?? json
    if own["inlayHints"] == false || own.at("inlayHints", "enabled") == false { showsHints = false }
    scenario = own.at("estimate", "scenario")?.text ?? own["scenario"]?.text
    runs = (own.at("estimate", "runs") ?? own["runs"])?.whole.map { min(max($0, 1), 100_000) }
  }
}
