/// The colors of a page in one scheme, as `#rrggbb`.
struct Palette {
  /// The color of the page's background.
  let page: String
  /// The background of boxes on the page.
  let surface: String
  /// The color of text.
  let ink: String
  /// The color of secondary text.
  let muted: String
  /// The color of lines of grids and tables, which carry no information.
  let line: String
  /// The color of the main marks of a chart.
  let accent: String
  /// The color of the band around the main marks.
  let band: String
  /// The color of limits.
  let limit: String
  /// The color of limits that are kept.
  let kept: String
  /// The color of items that the limiter holds.
  let held: String
  /// The color of items that wait for the device.
  let waiting: String
  /// The color of the device's state.
  let device: String

  static let light = Palette(
    page: "#ffffff", surface: "#f5f6f8", ink: "#1b2027", muted: "#566069", line: "#d5dae0",
    accent: "#0f5ea8", band: "#c9ddf1", limit: "#9c3a00", kept: "#19693a", held: "#a86500",
    waiting: "#7a858f", device: "#7a8794")

  static let dark = Palette(
    page: "#14181d", surface: "#1d232a", ink: "#e7eaee", muted: "#a3adb8", line: "#3a434d",
    accent: "#6fb3f7", band: "#214a70", limit: "#ffa873", kept: "#79d297", held: "#dba548",
    waiting: "#8b96a1", device: "#8793a0")

  /// The colors with their names in the style sheet.
  var named: [(name: String, value: String)] {
    [
      ("page", page), ("surface", surface), ("ink", ink), ("muted", muted), ("line", line),
      ("accent", accent), ("band", band), ("limit", limit), ("kept", kept), ("held", held),
      ("waiting", waiting), ("device", device),
    ]
  }

  /// The colors as properties of the style sheet.
  var declarations: String { named.map { "--\($0.name): \($0.value);" }.joined(separator: " ") }
}
