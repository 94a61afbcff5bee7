internal import PolicyModel

/// The functions that run work that people start, from the request to its end.
enum ContinuedRun {
  /// Writes a function for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.block("nonisolated extension \(context.name)Background") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
      }
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(
      "Runs \(task.quotedName), which a person has just started, and returns when it has ended; `began` is called when it begins."
    )
    // A text that the app composes has no default.
    let texts = [("title", task.request.title), ("subtitle", task.request.subtitle)].map { name, text in
      "\(name): String" + (text.map { " = \(context.literal($0.value, at: $0.node))" } ?? "")
    }
    writer.function(
      "\(context.access)func \(SwiftName.function("run", of: task.request.name.value))",
      parameters: (task.isWildcard ? ["_ job: String"] : []) + texts + [
        "began: @escaping @Sendable (ContinuedWork) -> Void = { _ in }"
      ],
      effects: "async throws"
    ) { writer in
      writer.closureCall(
        "try await ContinuedWork.run",
        arguments: [task.expression(in: context)] + (task.isWildcard ? ["job"] : []) + [
          "title: title", "subtitle: subtitle", "began",
        ],
        opening: "work in", "try await handler.\(task.swiftName)(work)")
    }
  }
}
