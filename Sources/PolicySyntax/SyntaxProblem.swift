extension YAMLProblem {
  /// The problem as a diagnostic that requires no knowledge of YAML parsers.
  func diagnostic(in builder: inout TreeBuilder) -> Diagnostic {
    let problem = location(in: &builder)
    let start = context.map { _ in builder.span(scalars: contextScalar, contextScalar + 1) }
    let wording = Wording.of(self, at: builder.textAround(problem))
    if let bracket = openBracket(at: start, before: problem, wording, in: builder) {
      // A bracket that is still open at the end of the text, or before other keys, is reported at its start.
      return Diagnostic(
        rule: .yamlSyntax, span: bracket, message: "The bracket is never closed",
        help: "close it, and separate its values with commas")
    }
    let span = wording.location == .start ? start ?? problem : problem
    var related: [Related] = []
    if let start, let context, wording.location == .problemAndStart, start.lower != span.lower {
      related.append(Related(span: start, message: Self.relation(context)))
    }
    return Diagnostic(
      rule: .yamlSyntax, span: span, message: wording.headline, help: wording.help, related: related)
  }

  /// The bracket that is still open at the location of libyaml's problem; `nil` if the problem is not an open bracket.
  private func openBracket(
    at start: Span?, before problem: Span, _ wording: Wording, in builder: TreeBuilder
  ) -> Span? {
    if problem.isEmpty, wording.location != .start, let bracket = builder.innermostOpenBracket {
      return bracket
    }
    // libyaml reads a bracket at the margin as the beginning of a key.
    guard what.contains("could not find expected ':'"), let start,
      let byte = builder.textAround(start).byte,
      let end = [UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}")][byte],
      !builder.holds(end, from: start, to: problem)
    else { return nil }
    return start
  }

  private func location(in builder: inout TreeBuilder) -> Span {
    switch location {
    case .scalar(let index): builder.span(scalars: index, index + 1)
    case .byte(let offset): builder.span(bytes: offset, offset + 1)
    }
  }

  /// The note at the location at which the context of the problem begins.
  private static func relation(_ context: String) -> String {
    relations.first { context.contains($0.words) }?.note ?? context
  }

  private static let relations: [(words: String, note: String)] = [
    ("block mapping", "the mapping begins here"),
    ("flow mapping", "the { that it belongs to is here"),
    ("block collection", "the list begins here"),
    ("block sequence", "the list begins here"),
    ("flow sequence", "the [ that it belongs to is here"),
    ("quoted scalar", "the quote that it belongs to is here"),
    ("simple key", "the line that it belongs to begins here"),
  ]
}

/// The text at and before the location of a problem, on its line.
struct ProblemSurroundings {
  /// The byte at the location.
  let byte: UInt8?
  /// Whether a character other than white space precedes the location on its line.
  let isInsideLine: Bool
}

/// The message of bgpolicy for one of libyaml's problems.
private struct Wording {
  enum Location {
    case problem, start, problemAndStart
  }

  let headline: String
  let help: String?
  let location: Location

  static func of(_ problem: YAMLProblem, at surroundings: ProblemSurroundings) -> Wording {
    if surroundings.byte == UInt8(ascii: "\t"), problem.what.contains("token") {
      return Wording(
        headline: "A tab is used where YAML requires spaces", help: "indent with spaces", location: .problem)
    }
    if surroundings.isInsideLine, problem.what.contains("did not find expected key") {
      return Wording(
        headline: "The value before this has already ended",
        help: "quote the whole value, or move the rest to its own line", location: .problem)
    }
    for row in rows where problem.what.contains(row.what) {
      return Wording(headline: row.headline, help: row.help, location: row.location)
    }
    return Wording(
      headline: problem.what.prefix(1).uppercased() + problem.what.dropFirst(), help: nil,
      location: .problemAndStart)
  }

  /// Rows of a part of libyaml's message and the corresponding message of bgpolicy.
  private static let rows: [(what: String, location: Location, headline: String, help: String)] = [
    (
      "found unexpected end of stream", .start, "The quote is never closed",
      #"close it, and write a quote inside quotes as '' or \""#
    ),
    (
      "found unexpected document indicator", .start, "The quote is never closed",
      "close it before the document ends"
    ),
    (
      "',' or '}'", .problemAndStart, "A comma or } is missing in the mapping in braces",
      "separate entries with commas, close the braces, and quote a string that contains : { } [ ] or ,"
    ),
    (
      "',' or ']'", .problemAndStart, "A comma or ] is missing in the list in brackets",
      "separate values with commas, close the brackets, and quote a string that contains : { } [ ] or ,"
    ),
    (
      "mapping values are not allowed", .problem, "A value can't begin here",
      "indent it under its key on its own line, or quote the string if its colon is part of it"
    ),
    (
      "could not find expected ':'", .problemAndStart, "A key has no colon",
      "write `key: value`, with a space after the colon"
    ),
    (
      "did not find expected key", .problemAndStart, "The line is not a key of the mapping around it",
      "indent it like the keys above it"
    ),
    (
      "did not find expected '-' indicator", .problemAndStart, "The line is not an item of the list above it",
      "begin it with `- `, indented like the others"
    ),
    (
      "did not find expected node content", .problem, "A value is missing before this character",
      "write the value, or quote a string that begins with } ] or ,"
    ),
    (
      "block sequence entries are not allowed", .problem, "A list can't begin here",
      "put each item on its own line under the key"
    ),
    (
      "mapping keys are not allowed", .problem, "A mapping can't begin here",
      "put each key on its own line"
    ),
    (
      "cannot start any token", .problem, "A string can't begin with this character",
      "quote a string that begins with @ ` or %"
    ),
    (
      "character escape code", .problem, #"A \u escape is not a valid character"#,
      "write the character itself, or its code point in four hexadecimal digits"
    ),
    (
      "unknown escape character", .problem, #"A string in double quotes has an unknown \ escape"#,
      #"write \\ for a backslash, or use single quotes"#
    ),
    (
      "comment or line break", .problem, "The text of a block begins on the line below its | or >",
      "move it to its own line, and indent it"
    ),
    (
      "control characters", .problem, "The file contains a control character",
      "remove it, or escape it in double quotes"
    ),
    ("UTF-8", .problem, "The file is not valid UTF-8 here", "save it as UTF-8"),
    ("Unicode", .problem, "The file is not valid UTF-8 here", "save it as UTF-8"),
    (
      "alphabetic or numeric character", .problem, "An anchor or alias has no name",
      "name it, for example `&base` and `*base`, or quote a string that begins with & or *"
    ),
    ("tag handle", .problem, "The tag's handle is not declared", "quote a string that begins with !"),
    (
      "directive", .problem, "A line that begins with % is a directive, and this directive does not exist",
      "remove it"
    ),
    (
      "expected <document start>", .problem, "The text goes on after the document's end",
      "indent it under its key, or remove the text before it"
    ),
  ]
}
