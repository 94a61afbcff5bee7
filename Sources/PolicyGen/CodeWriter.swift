/// Writes Swift in the default layout of `swift format`: two spaces and a hundred columns.
struct CodeWriter {
  private static let width = 100

  /// The text so far.
  private(set) var text = ""
  private var depth = 0

  private var indentation: String { String(repeating: " ", count: indentationWidth) }
  private var indentationWidth: Int { 2 * depth }

  /// A line. An empty line has no indentation.
  mutating func line(_ line: String = "") {
    if !line.isEmpty {
      text += indentation
      text += line
    }
    text += "\n"
  }

  /// A declaration or statement with braces around `body`.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    text(head + " {")
    indented(body)
    line("}")
  }

  /// A documentation comment, wrapped at the width of a line.
  mutating func documentation(_ paragraphs: String...) { documentation(paragraphs) }

  /// A documentation comment of some paragraphs.
  mutating func documentation(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line("///") }
      wrapped(paragraph, after: "///", furtherAfter: "///")
    }
  }

  /// Wraps the words of a comment. The first line begins with `start`, and each other line with `further`.
  private mutating func wrapped(_ words: String, after start: String, furtherAfter further: String) {
    var current = start
    var (length, least) = (start.count, start.count)
    for word in words.split(separator: " ") {
      let count = word.count
      if length > least, indentationWidth + length + 1 + count > Self.width {
        line(current)
        current = further
        (length, least) = (further.count, further.count)
      }
      current += " "
      current += word
      length += 1 + count
    }
    line(current)
  }

  /// A documentation comment with a list after its first paragraph. The continuation lines of an entry are
  /// indented.
  mutating func documentation(_ paragraph: String, list entries: [String]) {
    documentation(paragraph)
    guard !entries.isEmpty else { return }
    line("///")
    for entry in entries { wrapped(entry, after: "/// -", furtherAfter: "///  ") }
  }

  /// Lines that are written unchanged, except for lines that a long name makes too long.
  mutating func text(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
      Substring.init)
    {
      if line.isEmpty || fits(String(line)) {
        self.line(String(line))
      } else {
        let inner = line.prefix { $0 == " " }
        for part in broken(line.dropFirst(inner.count), at: inner) { self.line(inner + part) }
      }
    }
  }

  /// A branch of conditional compilation.
  mutating func conditional(_ condition: String, _ body: (inout CodeWriter) -> Void) {
    line("#if \(condition)")
    indented(body)
    line("#endif")
  }

  /// A declaration that is too long for a line, broken as `swift format` breaks it.
  private func broken(_ line: Substring, at indentation: Substring) -> [String] {
    guard !line.hasPrefix("//"), !line.contains("(") else { return [String(line)] }
    for braces in ["{", "{}"] where line.hasSuffix(" " + braces) {
      return brokenHead(line.dropLast(braces.count + 1), at: indentation) + [braces]
    }
    return brokenHead(line, at: indentation)
  }

  /// Moves the inheritance clause below the name. If the head is still too long, moves the name below the
  /// keywords.
  private func brokenHead(_ head: Substring, at indentation: Substring) -> [String] {
    let colon = head.firstIndex(of: ":")
    let declared = colon.map { head[...$0] } ?? head
    let inherited = colon.map { ["  " + head[$0...].dropFirst(2)] } ?? []
    guard !fits("\(indentation)\(declared)"), let space = declared.lastIndex(of: " ") else {
      return [String(declared)] + inherited
    }
    let rest = "  " + head[space...].dropFirst()
    let keywords = [String(head[..<space])]
    if fits("\(indentation)\(rest)") { return keywords + [rest] }
    return keywords + ["  " + declared[space...].dropFirst()] + inherited.map { "  " + $0 }
  }

  /// `left = right` on one line, or on two lines if one line doesn't suffice.
  mutating func assignment(_ left: String, _ right: String) {
    if fits("\(left) = \(right)") {
      line("\(left) = \(right)")
    } else if !fits("\(left) ="), let space = left.lastIndex(of: " ") {
      line(String(left[..<space]))
      indented { writer in
        writer.line("\(left[space...].dropFirst()) =")
        writer.line(right)
      }
    } else {
      line("\(left) =")
      depth += 1
      line(right)
      depth -= 1
    }
  }

  /// `left = callee(arguments)`. Arguments that don't fit are on a line of their own, or on a line each.
  mutating func call(after left: String, to callee: String, arguments: [String]) {
    let all = arguments.joined(separator: ", ")
    if fits("\(left)\(callee)(\(all))") {
      line("\(left)\(callee)(\(all))")
      return
    }
    if left.hasSuffix("= "), !fits("\(left)\(callee)(") {
      line(String(left.dropLast()))
      indented { $0.call(after: "", to: callee, arguments: arguments) }
    } else {
      self.arguments(of: "\(left)\(callee)", arguments)
    }
  }

  private mutating func arguments(of call: String, _ arguments: [String]) {
    let all = arguments.joined(separator: ", ")
    line("\(call)(")
    if arguments.count == 1, !fits("  \(all))"), let colon = all.firstIndex(of: ":") {
      // The single argument is too long for a line.
      indented { writer in
        writer.line(String(all[...colon]))
        writer.indented { $0.member(String(all[colon...].dropFirst(2))) }
      }
      line(")")
      return
    }
    indented { writer in
      if writer.fits("\(all))") {
        writer.line("\(all))")
        return
      }
      for (index, argument) in arguments.enumerated() {
        let end = index == arguments.count - 1 ? ")" : ","
        if !writer.fits(argument + end), let open = argument.firstRange(of: ".init("),
          argument.hasSuffix(")")
        {
          writer.line(String(argument[..<open.upperBound]))
          let inner = Self.arguments(in: argument[open.upperBound...].dropLast())
          writer.indented { writer in
            for (index, argument) in inner.enumerated() {
              writer.line(argument + (index == inner.count - 1 ? ")" + end : ","))
            }
          }
          continue
        }
        // A member of a type may be on the line after the type.
        if !writer.fits(argument + end), !argument.contains("\""), let dot = argument.firstIndex(of: ".") {
          writer.line(String(argument[..<dot]))
          writer.indented { $0.line(argument[dot...] + end) }
        } else if !writer.fits(argument + end), let colon = argument.firstRange(of: ": \"") {
          writer.line("\(argument[..<colon.lowerBound]):")
          writer.indented { $0.line("\"\(argument[colon.upperBound...])\(end)") }
        } else {
          writer.line(argument + end)
        }
      }
    }
  }

  /// The arguments in a list, which commas in strings and brackets don't separate.
  private static func arguments(in list: Substring) -> [String] {
    var (arguments, depth, isInString) = ([""], 0, false)
    for character in list {
      if character == "\"" { isInString.toggle() }
      if !isInString { depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0 }
      if character == ",", depth == 0, !isInString {
        arguments.append("")
      } else if !(character == " " && arguments[arguments.count - 1].isEmpty) {
        arguments[arguments.count - 1].append(character)
      }
    }
    return arguments
  }

  /// A value on a line of its own. If the value doesn't fit, the member of a type is on the line after the
  /// type.
  private mutating func member(_ value: String) {
    if !fits(value), !value.contains("\""), let dot = value.firstIndex(of: ".") {
      line(String(value[..<dot]))
      line(String(value[dot...]))
    } else {
      line(value)
    }
  }

  /// `left [ … ]` with an entry on each line.
  mutating func list(_ left: String, _ entries: [String]) {
    guard !entries.isEmpty else {
      line("\(left) []")
      return
    }
    line("\(left) [")
    indented { writer in
      for entry in entries { writer.line(entries.count > 1 ? "\(entry)," : entry) }
    }
    line("]")
  }

  /// `left [ … ]` with an entry on each line; a single entry is on the line of `left` if the line is short enough. A value that doesn't fit
  /// is on the line after its key.
  mutating func dictionary(_ left: String, _ entries: [(key: String, value: String)]) {
    guard !entries.isEmpty else {
      line("\(left) [:]")
      return
    }
    if entries.count == 1, fits("\(left) [\(entries[0].key): \(entries[0].value)]") {
      return line("\(left) [\(entries[0].key): \(entries[0].value)]")
    }
    line("\(left) [")
    indented { writer in
      for entry in entries {
        let end = entries.count > 1 ? "," : ""
        if writer.fits("\(entry.key): \(entry.value)\(end)") {
          writer.line("\(entry.key): \(entry.value)\(end)")
        } else {
          writer.line("\(entry.key):")
          writer.indented { $0.line(entry.value + end) }
        }
      }
    }
    line("]")
  }

  /// Writes lines with one more level of indentation.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Whether a line is short enough.
  func fits(_ line: String) -> Bool {
    let room = Self.width - indentationWidth
    // Counting characters is slow, and a text has at most as many characters as bytes.
    return line.utf8.count <= room || line.count <= room
  }
}
