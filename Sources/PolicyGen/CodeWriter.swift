/// Writes Swift the way `swift format` lays it out by default: two spaces, a hundred columns.
struct CodeWriter {
  private static let width = 100

  /// What is written so far.
  private(set) var text = ""
  private var depth = 0

  private var indentation: String { String(repeating: "  ", count: depth) }

  /// A line; an empty one without indentation.
  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : indentation + line + "\n"
  }

  /// A declaration or statement with braces around `body`.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// A documentation comment, its words in lines of the right width.
  mutating func documentation(_ paragraphs: String...) { documentation(paragraphs) }

  /// A documentation comment of some paragraphs.
  mutating func documentation(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line("///") }
      var current = "///"
      for word in paragraph.split(separator: " ") {
        if current.count > 3, indentation.count + current.count + 1 + word.count > Self.width {
          line(current)
          current = "///"
        }
        current += " " + word
      }
      line(current)
    }
  }

  /// `left = right`, on two lines where one is too short.
  mutating func assignment(_ left: String, _ right: String) {
    if fits("\(left) = \(right)") {
      line("\(left) = \(right)")
    } else {
      line("\(left) =")
      depth += 1
      line(right)
      depth -= 1
    }
  }

  /// `left = callee(arguments)`, the arguments on a line of their own, or one on each, where there is too little room.
  mutating func call(_ left: String, _ callee: String, _ arguments: [String]) {
    let all = arguments.joined(separator: ", ")
    if fits("\(left)\(callee)(\(all))") {
      line("\(left)\(callee)(\(all))")
      return
    }
    guard !left.hasSuffix(" = ") || fits("\(left)\(callee)(") else {
      line(String(left.dropLast()))
      indented { $0.call("", callee, arguments) }
      return
    }
    line("\(left)\(callee)(")
    if arguments.count == 1, !fits("  \(all))"), let colon = all.firstIndex(of: ":") {
      // The one argument is too long for a line.
      indented { writer in
        writer.line(String(all[...colon]))
        writer.indented { $0.line(String(all[colon...].dropFirst(2))) }
      }
      line(")")
      return
    }
    indented { writer in
      if writer.fits("\(all))") {
        writer.line("\(all))")
      } else {
        for (index, argument) in arguments.enumerated() {
          writer.line(argument + (index == arguments.count - 1 ? ")" : ","))
        }
      }
    }
  }

  /// `left = [ … ]` with an entry on each line.
  mutating func list(_ left: String, _ entries: [String]) {
    guard !entries.isEmpty else {
      line("\(left) = []")
      return
    }
    line("\(left) = [")
    depth += 1
    for entry in entries { line(entries.count > 1 ? "\(entry)," : entry) }
    depth -= 1
    line("]")
  }

  /// Writes lines a step further in.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Whether a line is short enough.
  func fits(_ line: String) -> Bool { indentation.count + line.count <= Self.width }
}
