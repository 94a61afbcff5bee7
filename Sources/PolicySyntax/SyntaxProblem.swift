extension YAMLProblem {
  /// The problem as a diagnostic, in words for those who don't know how a YAML parser works.
  func diagnostic(in builder: inout TreeBuilder) -> Diagnostic {
    let problem = location(in: &builder)
    let start = context.map { _ in builder.span(scalars: contextScalar, contextScalar + 1) }
    let wording = Wording.of(self, at: builder.textAround(problem))
    if let bracket = openBracket(at: start, before: problem, wording, in: builder) {
      // A bracket that is still open at the end of the text, or before other keys, has to be fixed at its start.
      return Diagnostic(
        rule: .yamlSyntax, span: bracket, message: "The bracket is never closed",
        help: "close it, and separate its values by commas")
    }
    let span = wording.location == .start ? start ?? problem : problem
    var related: [Related] = []
    if let start, let context, wording.location == .problemAndStart, start.lower != span.lower {
      related.append(Related(span: start, message: Self.relation(context)))
    }
    return Diagnostic(
      rule: .yamlSyntax, span: span, message: wording.headline, help: wording.help, related: related)
  }

  /// The bracket that is still open where libyaml sees a problem; `nil` if the problem is another one.
  private func openBracket(
    at start: Span?, before problem: Span, _ wording: Wording, in builder: TreeBuilder
  ) -> Span? {
    if problem.isEmpty, wording.location != .start, let bracket = builder.innermostOpenBracket {
      return bracket
    }
    // libyaml takes a bracket at the margin for the beginning of a key.
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

  /// What libyaml was reading, as a note at the place where that began.
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

/// What stands at and before the place of a problem, on its line.
struct ProblemSurroundings {
  /// The byte at the place.
  let byte: UInt8?
  /// Whether anything but blanks stands before it on its line.
  let isInsideLine: Bool
}

/// Our words for one of libyaml's problems.
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
        headline: "A tab stands where YAML wants spaces", help: "indent with spaces", location: .problem)
    }
    if surroundings.isInsideLine, problem.what.contains("did not find expected key") {
      return Wording(
        headline: "The value before this has already ended",
        help: "quote the whole value, or move what follows to a line of its own", location: .problem)
    }
    for row in rows where problem.what.contains(row.what) {
      return Wording(headline: row.headline, help: row.help, location: row.location)
    }
    return Wording(
      headline: problem.what.prefix(1).uppercased() + problem.what.dropFirst(), help: nil,
      location: .problemAndStart)
  }

  /// A part of libyaml's words, and ours.
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
      "separate entries by commas, close the braces, and quote a text that holds : { } [ ] or ,"
    ),
    (
      "',' or ']'", .problemAndStart, "A comma or ] is missing in the list in brackets",
      "separate values by commas, close the brackets, and quote a text that holds : { } [ ] or ,"
    ),
    (
      "mapping values are not allowed", .problem, "A value can't begin here",
      "indent it under its key on a line of its own, or quote the text if its colon is part of it"
    ),
    (
      "could not find expected ':'", .problemAndStart, "A key has no colon",
      "write `key: value`, with a space behind the colon"
    ),
    (
      "did not find expected key", .problemAndStart, "The line is no key of the mapping around it",
      "bring it to the indentation of the keys above it"
    ),
    (
      "did not find expected '-' indicator", .problemAndStart, "The line is no item of the list above it",
      "begin it with `- ` at the indentation of the others"
    ),
    (
      "did not find expected node content", .problem, "A value is missing before this character",
      "write the value, or quote a text that begins with } ] or ,"
    ),
    (
      "block sequence entries are not allowed", .problem, "A list can't begin here",
      "put its items on lines of their own under the key"
    ),
    (
      "mapping keys are not allowed", .problem, "A mapping can't begin here",
      "put its keys on lines of their own"
    ),
    (
      "cannot start any token", .problem, "A text can't begin with this character",
      "quote a text that begins with @ ` or %"
    ),
    (
      "character escape code", .problem, #"A \u escape names no character"#,
      "write the character itself, or its code point in four hexadecimal digits"
    ),
    (
      "unknown escape character", .problem, #"A text in double quotes has an unknown \ escape"#,
      #"write \\ for a backslash, or use single quotes"#
    ),
    (
      "comment or line break", .problem, "The text of a block begins on the line below its | or >",
      "move it to a line of its own, indented"
    ),
    (
      "control characters", .problem, "The file holds a control character",
      "remove it, or escape it in double quotes"
    ),
    ("UTF-8", .problem, "The file is not valid UTF-8 here", "save it as UTF-8"),
    ("Unicode", .problem, "The file is not valid UTF-8 here", "save it as UTF-8"),
    (
      "alphabetic or numeric character", .problem, "An anchor or alias has no name",
      "name it as in `&base` and `*base`, or quote a text that begins with & or *"
    ),
    ("tag handle", .problem, "The tag's handle is not declared", "quote a text that begins with !"),
    (
      "directive", .problem, "A line that begins with % is a directive, and there is none of this name",
      "remove it"
    ),
    (
      "expected <document start>", .problem, "The text goes on after the document's end",
      "indent it under its key, or remove what stands before it"
    ),
  ]
}
