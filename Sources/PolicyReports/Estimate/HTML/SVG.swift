/// The parts of a chart. Horizontal positions are in percent, so that a chart is as wide as its page and its
/// text keeps its size.
enum SVG {
  /// A chart with a height in pixels and a description in words.
  static func chart(id: String, title: String, summary: String, height: Double, _ parts: [XMLNode])
    -> XMLNode
  {
    .tag(
      "svg",
      [
        "class": "chart", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc", "width": "100%",
        "height": number(height),
      ],
      [
        .tag("title", ["id": "\(id)-title"], text: title),
        .tag("desc", ["id": "\(id)-desc"], text: summary),
      ] + parts)
  }

  /// Shapes that stretch with the chart: positions are from 0 to 1000 in both directions.
  static func stretched(y: Double, height: Double, _ parts: [XMLNode]) -> XMLNode {
    .tag(
      "svg",
      [
        "x": "0", "y": number(y), "width": "100%", "height": number(height), "viewBox": "0 0 1000 1000",
        "preserveAspectRatio": "none",
      ], parts)
  }

  static func path(_ style: String, _ points: [(x: Double, y: Double)], isClosed: Bool = false) -> XMLNode {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
    }
    return .tag("path", ["class": style, "d": steps.joined() + (isClosed ? "Z" : "")])
  }

  static func line(_ style: String, x1: Double, y1: Double, x2: Double, y2: Double) -> XMLNode {
    .tag(
      "line",
      ["class": style, "x1": percent(x1), "y1": number(y1), "x2": percent(x2), "y2": number(y2)])
  }

  static func rectangle(_ style: String, x: Double, y: Double, width: Double, height: Double) -> XMLNode {
    .tag(
      "rect",
      [
        "class": style, "x": percent(x), "y": number(y), "width": percent(width), "height": number(height),
      ])
  }

  /// A text. `anchor` is `start`, `middle` or `end`, and `offset` moves the text horizontally by pixels.
  static func text(
    _ text: String, x: Double, y: Double, anchor: String = "start", style: String = "", offset: Double = 0
  ) -> XMLNode {
    let classes: KeyValuePairs<String, String> = [
      "class": style.isEmpty ? "label" : style, "x": percent(x), "y": number(y), "dx": number(offset),
      "text-anchor": anchor,
    ]
    return .tag("text", classes, text: text)
  }

  /// A text left of the chart.
  static func gutterText(_ text: String, y: Double, style: String = "label") -> XMLNode {
    .tag("text", ["class": style, "x": "-8", "y": number(y), "text-anchor": "end"], text: text)
  }

  /// A shape from the page's definitions, at a position.
  static func use(_ shape: String, x: Double, y: Double) -> XMLNode {
    .tag("use", ["href": "#\(shape)", "x": percent(x), "y": number(y)])
  }

  /// The shapes and patterns that charts use.
  static let definitions = XMLNode.tag(
    "svg", ["class": "defs", "width": "0", "height": "0", "aria-hidden": "true", "focusable": "false"],
    [
      .tag(
        "defs", [:],
        [
          pattern("held", color: "held"), pattern("lower", color: "accent"),
          .tag("path", ["id": "transfer", "class": "mark", "d": "M0 -5L5 5L-5 5Z"]),
          .tag("path", ["id": "push", "class": "mark", "d": "M0 -5.5L5.5 0L0 5.5L-5.5 0Z"]),
          .tag("circle", ["id": "task", "class": "mark", "r": "4.5"]),
        ])
    ])

  private static func pattern(_ id: String, color: String) -> XMLNode {
    .tag(
      "pattern",
      [
        "id": id, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ],
      [
        .tag("rect", ["width": "5", "height": "5", "style": "fill: var(--page)"]),
        .tag("rect", ["width": "2.5", "height": "5", "style": "fill: var(--\(color))"]),
      ])
  }

  /// A horizontal position, to a hundredth of a percent.
  static func percent(_ value: Double) -> String { "\(number(value))%" }

  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
  }
}

extension TimeAxis {
  /// Lines and labels of the labeled times, over a plot that ends at `bottom`.
  func marks(top: Double, bottom: Double) -> [XMLNode] {
    ticks.flatMap { tick in
      [
        SVG.line("grid", x1: tick.position, y1: top, x2: tick.position, y2: bottom + 4),
        SVG.text(
          tick.label, x: tick.position, y: bottom + 18, anchor: tick.position < 3 ? "start" : "middle",
          style: tick.isWideOnly ? "axis wide" : "axis"),
      ]
    }
  }
}
