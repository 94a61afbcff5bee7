internal import PolicySyntax

/// Text on one line, with parts that are code, emphasized or links. No part contains markup of any format.
struct RichText: Hashable, Sendable {
  /// A part of the line.
  enum Run: Hashable, Sendable {
    case plain(String)
    /// A name or a path.
    case code(String)
    /// A command to type, which a terminal shows in backticks.
    case command(String)
    case strong(String)
    case verdict(String, Severity)
    /// The sign of a verdict, which has a meaning without its color.
    case sign(VerdictSign)
    /// Text that links to an https address.
    case link(String, address: String)

    /// Whether the run is the sign of a verdict.
    var isSign: Bool { if case .sign = self { true } else { false } }

    /// The run without its role.
    var text: String {
      switch self {
      case .plain(let text), .code(let text), .strong(let text), .verdict(let text, _),
        .link(let text, address: _):
        text
      case .command(let text): "`\(text)`"
      case .sign(let sign): sign.rawValue
      }
    }
  }

  /// The parts in their order.
  private(set) var runs: [Run]

  /// A line with one plain part. The line has no part if the text is empty.
  init(_ text: String) { runs = text.isEmpty ? [] : [.plain(text)] }

  /// A line of code.
  static func code(_ text: String) -> RichText { RichText(runs: [.code(text)]) }
  /// An emphasized line.
  static func strong(_ text: String) -> RichText { RichText(runs: [.strong(text)]) }
  static func verdict(_ text: String, _ severity: Severity) -> RichText {
    RichText(runs: [.verdict(text, severity)])
  }

  /// A verdict's sign alone.
  static func sign(_ sign: VerdictSign) -> RichText { RichText(runs: [.sign(sign)]) }

  private init(runs: [Run]) { self.runs = runs }

  /// Lines one after the other, with a text between them.
  static func joined(_ lines: [RichText], _ separator: String) -> RichText {
    RichText(
      runs: lines.enumerated().flatMap { index, line in (index == 0 ? [] : [.plain(separator)]) + line.runs })
  }

  /// The text of the line without any roles.
  var plain: String { runs.map(\.text).joined() }
}

extension RichText: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self.init(text) }
  init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

  /// Strings in an interpolation are plain. `\(code: name)`, `\(command: line)` and `\(strong: name)` give a
  /// string a role.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      if case .plain(let start)? = runs.last {
        runs[runs.count - 1] = .plain(start + text)
      } else if !text.isEmpty {
        runs.append(.plain(text))
      }
    }

    mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }
    mutating func appendInterpolation(_ text: RichText) {
      for run in text.runs {
        if case .plain(let text) = run { appendLiteral(text) } else { runs.append(run) }
      }
    }
    mutating func appendInterpolation(code text: String) { runs.append(.code(text)) }
    mutating func appendInterpolation(command text: String) { runs.append(.command(text)) }
    mutating func appendInterpolation(sign: VerdictSign) { runs.append(.sign(sign)) }
    mutating func appendInterpolation(strong text: String) { runs.append(.strong(text)) }
    mutating func appendInterpolation(_ text: String, address: String?) {
      if let address { runs.append(.link(text, address: address)) } else { appendLiteral(text) }
    }
  }
}
