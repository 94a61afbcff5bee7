internal import PolicyModel

/// The code that hands the events of a process's sessions to its handler.
enum SessionDispatch {
  /// Writes the initializer of the router with a handler, and the handler's method for an event of any session.
  ///
  /// `process` is `nil` for the app.
  static func write(
    _ sessions: [Policy.Session], to handler: String, ofTarget process: GeneratedProcess?,
    in policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writeInitializer(
      of: handler, ofTarget: process,
      takesSettings: policy.backgroundSessions.contains(where: \.takesRuntimeValues),
      in: context, to: &writer)
    writer.line()
    writer.block("nonisolated extension \(handler)") { writer in
      writer.documentation("Handles an event of any session.")
      writer.text(
        """
        fileprivate func take(
          _ event: \(context.name)SessionEvent,
          of identifier: \(context.name)SessionIdentifier
        ) async {
          switch identifier {
        """)
      SessionEvents.writeCases(of: sessions, in: policy, to: &writer) {
        "await self.\(BackgroundHandler.sessionName($0, in: policy))(event)"
      }
      writer.text("  default:")
      writer.indented { writer in
        writer.indented { writer in
          guard sessions.contains(where: { $0.family != nil }) else { return writer.line("break") }
          SessionEvents.writeFamilies(sessions, in: policy, named: "identifier", to: &writer) {
            session, writer in
            let name = BackgroundHandler.sessionName(session, in: policy)
            writer.line("return await self.\(name)(event, \(session.family?.argument ?? ""))")
          }
        }
      }
      writer.text("  }\n}")
    }
  }

  private static func writeInitializer(
    of handler: String, ofTarget process: GeneratedProcess?, takesSettings: Bool,
    in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let target = process?.swiftName ?? Policy.Target.app
    let label = process.map { "\(SessionFamily.label($0.swiftName)) handler" } ?? "handler"
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      let owner = process.map { "the target `\(SwiftText.comment($0.target))`" } ?? "the app"
      writer.documentation(
        [
          "Creates the sessions of \(owner), and asks for their unfinished transfers.",
          "- Parameter handler: Handles the events; it is kept for as long as the process runs.",
        ]
          + (takesSettings
            ? ["- Parameter settings: The app's values; a later change takes effect at the next launch."]
            : []))
      writer.function(
        "\(context.access)convenience init",
        parameters: ["\(label): any \(handler)"]
          + (takesSettings ? ["settings: \(context.name)SessionSettings = .init()"] : []), effects: ""
      ) { writer in
        let arguments =
          ["of: .\(SwiftName.escaped(target))"] + (takesSettings ? ["settings: settings"] : [])
        writer.closureCall(
          "self.init", arguments: arguments.joined(separator: ", "), opening: "event, identifier in"
        ) {
          $0.line("await handler.take(event, of: identifier)")
        }
      }
    }
  }
}
