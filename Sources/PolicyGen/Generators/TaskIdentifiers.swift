internal import PolicyModel

/// The type of the tasks' identifiers.
enum TaskIdentifiers {
  /// Writes a struct with a member for each task.
  static func write(_ tasks: [GeneratedTask], _ target: GenerationContext, _ writer: inout CodeWriter) {
    let name = "\(target.name)TaskIdentifier"
    writer.documentation("The identifier of a background task.")
    writer.type("nonisolated \(target.access)struct \(name)", "RawRepresentable, Hashable, Sendable") {
      writer in
      writer.documentation("The identifier as a string.")
      writer.line("\(target.access)let rawValue: String")
      writer.line()
      writer.documentation("An identifier with this string, such as one that the system passes to the app.")
      writer.block("\(target.access)init(rawValue: String)") { $0.line("self.rawValue = rawValue") }
      for task in tasks {
        writer.line()
        if task.isWildcard {
          writeFactory(of: task, name, target, &writer)
        } else {
          writeConstant(of: task, name, target, &writer)
        }
      }
    }
  }

  private static func writeConstant(
    of task: GeneratedTask, _ type: String, _ target: GenerationContext, _ writer: inout CodeWriter
  ) {
    writer.documentation("The task \(task.quotedName).")
    writer.call(
      "\(target.access)static let \(task.swiftName) = ", type,
      ["rawValue: \(target.literal(task.identifier.text, at: task.request.identifier?.node))"])
  }

  private static func writeFactory(
    of task: GeneratedTask, _ type: String, _ target: GenerationContext, _ writer: inout CodeWriter
  ) {
    writer.documentation(
      "An identifier of the task \(task.quotedName) for one piece of work, to register and submit it.",
      "- Parameter suffix: Letters, digits, hyphens and underscores that identify this work.",
      "- Returns: The identifier, or `nil` if the suffix is empty or contains anything else.")
    writer.function(
      "\(target.access)static func \(task.swiftName)", ["_ suffix: String"], "-> \(type)?"
    ) { writer in
      writer.line("let isAllowed: (Character) -> Bool = { character in")
      writer.line("  character.isASCII")
      writer.line(
        "    && (character.isLetter || character.isNumber || character == \"-\" || character == \"_\")")
      writer.line("}")
      writer.line("guard !suffix.isEmpty, suffix.allSatisfy(isAllowed) else { return nil }")
      let prefix = target.literal(
        String(task.identifier.text.dropLast()), at: task.request.identifier?.node)
      if writer.fits("  rawValue: \(prefix) + suffix)") {
        writer.call("return ", type, ["rawValue: \(prefix) + suffix"])
      } else {
        writer.assignment("let prefix", prefix)
        writer.call("return ", type, ["rawValue: prefix + suffix"])
      }
    }
  }
}
