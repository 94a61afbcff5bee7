// Declarations, whose lines may get too long because of an app's names.
extension CodeWriter {
  /// A type with its inheritance clause. A clause that doesn't fit is on a line of its own.
  mutating func type(_ head: String, inheriting inherited: String, _ body: (inout CodeWriter) -> Void) {
    block("\(head): \(inherited)", body)
  }

  /// A function. `effects`, such as `async throws -> Int`, follows the parameters.
  ///
  /// If the parameters don't fit on one line, each parameter has a line of its own.
  mutating func function(
    _ head: String, parameters: [String], effects: String, _ body: (inout CodeWriter) -> Void
  ) {
    if isShort(head, parameters: parameters, effects: effects, end: " {") || !parameters.isEmpty {
      signature(head, parameters: parameters, effects: effects, end: " {")
      indented(body)
      line("}")
    } else {
      signature(head, parameters: parameters, effects: effects, end: "")
      braces(body)
    }
  }

  /// A function without a body, as a requirement of a protocol.
  mutating func requirement(_ head: String, parameters: [String], effects: String) {
    signature(head, parameters: parameters, effects: effects, end: "")
  }

  private mutating func signature(_ head: String, parameters: [String], effects: String, end: String) {
    let suffix = effects.isEmpty ? "" : " " + effects
    if isShort(head, parameters: parameters, effects: effects, end: end) {
      line("\(head)(\(parameters.joined(separator: ", ")))\(suffix)\(end)")
    } else if parameters.isEmpty {
      line("\(head)()")
      indented { $0.line(effects) }
    } else {
      line("\(head)(")
      indented { writer in
        for (index, parameter) in parameters.enumerated() {
          writer.parameter(parameter + (index == parameters.count - 1 ? "" : ","))
        }
      }
      line(")\(suffix)\(end)")
    }
  }

  private func isShort(_ head: String, parameters: [String], effects: String, end: String) -> Bool {
    let suffix = effects.isEmpty ? "" : " " + effects
    return fits("\(head)(\(parameters.joined(separator: ", ")))\(suffix)\(end)")
  }

  /// A parameter on a line of its own. A default value that doesn't fit is on the next line.
  private mutating func parameter(_ parameter: String) {
    guard !fits(parameter) else { return line(parameter) }
    guard let equals = parameter.firstIndex(of: "=") else {
      guard let colon = parameter.firstIndex(of: ":") else { return line(parameter) }
      line(String(parameter[...colon]))
      indented { $0.line(String(parameter[colon...].dropFirst(2))) }
      return
    }
    line(String(parameter[...equals]))
    indented { $0.line(String(parameter[equals...].dropFirst(2))) }
  }

  /// `left object.member(arguments)`. A member that doesn't fit is on a line of its own.
  mutating func memberCall(after left: String, on object: String, member: String, arguments: [String] = []) {
    if fits("\(left)\(object).\(member)(\(arguments.joined(separator: ", ")))") {
      call(after: left, to: "\(object).\(member)", arguments: arguments)
    } else {
      line("\(left)\(object)")
      indented { $0.call(after: "", to: ".\(member)", arguments: arguments) }
    }
  }

  /// A call with a closure. `opening`, such as the closure's parameters, follows the opening brace. `next` writes the body of a second
  /// closure, with the label `next`.
  mutating func closureCall(
    _ callee: String, arguments: String, opening: String = "", next: ((inout CodeWriter) -> Void)? = nil,
    _ body: (inout CodeWriter) -> Void
  ) {
    let end = opening.isEmpty ? " {" : " { \(opening)"
    if fits("\(callee)(\(arguments))\(end)") {
      line("\(callee)(\(arguments))\(end)")
    } else {
      line("\(callee)(")
      indented { $0.argument(arguments) }
      line(")\(end)")
    }
    indented(body)
    if let next {
      line("} next: {")
      indented(next)
    }
    line("}")
  }

  /// A case of a `switch` with its statement, on one line if it is short enough.
  mutating func switchCase(_ pattern: String, _ statement: String) {
    guard !fits("\(pattern) \(statement)") else { return line("\(pattern) \(statement)") }
    line(pattern)
    indented { $0.line(statement) }
  }

  /// A call with a closure of one statement, on one line if it is short enough.
  mutating func closureCall(_ callee: String, arguments: [String], opening: String = "", _ statement: String)
  {
    let start = opening.isEmpty ? "{" : "{ \(opening)"
    let short = "\(callee)(\(arguments.joined(separator: ", "))) \(start) \(statement) }"
    guard !fits(short) else { return line(short) }
    closureCall(callee, arguments: arguments, opening: opening) { $0.line(statement) }
  }

  /// A call with a closure. Arguments that don't fit on a line are on a line each.
  mutating func closureCall(
    _ callee: String, arguments: [String], opening: String = "", _ body: (inout CodeWriter) -> Void
  ) {
    let all = arguments.joined(separator: ", ")
    let end = opening.isEmpty ? " {" : " { \(opening)"
    if fits("\(callee)(\(all))\(end)") || fits("  \(all)") {
      return closureCall(callee, arguments: all, opening: opening, body)
    }
    line("\(callee)(")
    indented { writer in
      for argument in arguments { writer.argument(argument + (argument == arguments.last ? "" : ",")) }
    }
    line(")\(end)")
    indented(body)
    line("}")
  }

  /// An argument on a line of its own. If the argument doesn't fit, the member of a type is on the line after the type.
  mutating func argument(_ argument: String) {
    guard !fits(argument), !argument.contains("\""), !argument.dropLast().contains(","),
      let dot = argument.firstIndex(of: ".")
    else {
      return line(argument)
    }
    line(String(argument[..<dot]))
    indented { $0.line(String(argument[dot...])) }
  }

  private mutating func braces(_ body: (inout CodeWriter) -> Void) {
    line("{")
    indented(body)
    line("}")
  }
}
