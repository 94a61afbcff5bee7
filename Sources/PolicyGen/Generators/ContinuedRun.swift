internal import PolicyModel

/// The functions that run work that users start, from the request to its end.
enum ContinuedRun {
  /// Writes a function for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.block("nonisolated extension \(context.name)Background") { writer in
      writer.text(
        """
        /// Called when work begins.
        \(context.access)typealias WorkBegan =
          @Sendable (
            \(context.name)ContinuedWork
          ) -> Void

        """)
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
      }
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(
      [
        "Runs \(task.quotedName), which a person has just started, and returns when it has ended.",
        "The system runs it, also after a person leaves the app, if it accepts the request. If it does not, or is older, the app runs it as long as it is in the foreground. A second call \(task.isWildcard ? "for the same job " : "")waits for the same work, which is cancelled when the Swift tasks of all callers are.",
      ]
        + (task.isWildcard
          ? ["- Parameter job: Letters, digits, hyphens and underscores that identify this piece of work."]
          : [])
        + [
          "- Parameter title: The title, or its key in the app's table of localized strings.",
          "- Parameter subtitle: The subtitle, or its key.",
          "- Parameter began: Called when the work begins, to show its progress.",
          "- Throws: The errors of the work\(task.isWildcard ? ", and an error for a job with other characters" : "").",
        ])
    let texts = TaskRequests.parameters(of: task, in: context).filter { !$0.hasPrefix("_ ") }
    writer.function(
      "\(context.access)func \(name(of: task))",
      parameters: (task.isWildcard ? ["_ job: String"] : []) + texts + [
        "began: @escaping WorkBegan = { _ in }"
      ],
      effects: "async throws"
    ) { writer in
      if task.isWildcard {
        writeIdentifier(of: task, in: context, to: &writer)
        writer.block("guard let identifier = wanted else") { writer in
          writer.line("throw TaskSubmissionError.invalidIdentifier")
        }
      }
      if let condition = task.condition {
        writer.line("var submit: (@Sendable () async throws -> Void)?")
        writer.block("if #available(\(condition.versions))") {
          writeSubmission(of: task, after: "submit = ", in: context, to: &$0)
        }
      } else {
        writeSubmission(
          of: task, after: "let submit: @Sendable () async throws -> Void = ", in: context, to: &writer)
      }
      let identifier =
        task.isWildcard ? "identifier.task" : "\(context.name)TaskIdentifier.\(task.swiftName)"
      writer.closureCall(
        "try await ContinuedRuns.shared.run", arguments: [identifier, "began", "by: submit"],
        opening: "work in"
      ) {
        $0.line("try await handler.\(task.swiftName)(work)")
      }
    }
  }

  /// Writes the identifier of a job. The identifier is `nil` if the text is not valid.
  private static func writeIdentifier(
    of task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let (type, member) = ("\(context.name)TaskIdentifier", ".\(task.swiftName)(job)")
    if writer.fits("let wanted = \(type)\(member)") { return writer.line("let wanted = \(type)\(member)") }
    writer.line("let wanted =")
    writer.indented { writer in
      guard !writer.fits("\(type)\(member)") else { return writer.line("\(type)\(member)") }
      writer.line(type)
      writer.line(member)
    }
  }

  /// Writes the function that submits the work to the system, after the registration of a job.
  private static func writeSubmission(
    of task: GeneratedTask, after left: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    if task.isWildcard {
      writer.memberCall(
        after: "", on: "\(context.name)TaskRegistration", member: task.registrationName,
        arguments: ["identifier", "handler"])
    }
    writer.line("\(left){")
    writer.indented {
      $0.memberCall(
        after: "try await ", on: "\(context.name)TaskSubmission", member: task.submissionName,
        arguments: (task.isWildcard ? ["identifier"] : []) + ["title: title", "subtitle: subtitle"])
    }
    writer.line("}")
  }

  /// The name of the function: `runExport` for `export`.
  private static func name(of task: GeneratedTask) -> String {
    SwiftName.function("run", of: task.request.name.value)
  }
}
