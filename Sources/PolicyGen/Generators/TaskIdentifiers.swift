internal import PolicyModel

/// The type of the task identifiers.
enum TaskIdentifiers {
  /// Writes a struct with a member for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    let name = "\(context.name)TaskIdentifier"
    writer.documentation("The identifier of a background task.")
    writer.type(
      "nonisolated \(context.access)struct \(name)", inheriting: "RawRepresentable, Hashable, Sendable"
    ) { writer in
      writer.documentation("The identifier as a string.")
      writer.line("\(context.access)let rawValue: String")
      if !context.access.isEmpty {
        writer.line()
        writer.documentation(
          "An identifier with this string, such as one that the system passes to the app.")
        writer.block("\(context.access)init(rawValue: String)") { $0.line("self.rawValue = rawValue") }
      }
      for task in tasks {
        writer.line()
        if task.isWildcard {
          writeFactory(of: task, in: context, to: &writer)
        } else {
          writeConstant(of: task, name, in: context, to: &writer)
        }
      }
    }
    guard tasks.contains(where: \.isWildcard) else { return }
    writer.line()
    writer.documentation("The identifier of one piece of work that a person starts.")
    writer.assignment(
      "\(context.access)typealias \(workIdentifier(in: context))", "ContinuedWorkIdentifier<\(name)>")
  }

  private static func writeConstant(
    of task: GeneratedTask, _ type: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("The task \(task.quotedName).")
    writer.call(
      after: "\(context.access)static let \(task.swiftName) = ", to: type,
      arguments: ["rawValue: \(context.literal(task.identifier.text, at: task.request.identifier?.node))"])
  }

  private static func writeFactory(
    of task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "An identifier of the task \(task.quotedName) for one piece of work, to register and submit it.",
      "- Parameter suffix: Letters, digits, hyphens and underscores that identify this work.",
      "- Returns: The identifier, or `nil` if the suffix is empty or contains anything else.")
    writer.function(
      "\(context.access)static func \(task.swiftName)", parameters: ["_ suffix: String"],
      effects: "-> \(workIdentifier(in: context))?"
    ) { writer in
      let prefix = context.literal(
        String(task.identifier.text.dropLast()), at: task.request.identifier?.node)
      writer.call(after: "", to: ".init", arguments: ["prefix: \(prefix)", "suffix: suffix"])
    }
  }

  /// The type for the identifier of one job.
  static func workIdentifier(in context: GenerationContext) -> String {
    "\(context.name)ContinuedWorkIdentifier"
  }
}
