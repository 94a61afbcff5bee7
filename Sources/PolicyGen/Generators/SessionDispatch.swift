internal import PolicyModel

/// The code that passes the events of a process's sessions to the process's handler.
enum SessionDispatch {
  /// Writes the router's initializer with a handler, and the handler's method for events of all sessions.
  ///
  /// `process` is `nil` for the app itself.
  static func write(
    _ sessions: [Policy.Session], to handler: String, ofTarget process: GeneratedProcess?,
    in policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writeInitializer(
      of: handler, ofTarget: process,
      takesSettings: policy.backgroundSessions.contains(where: \.takesRuntimeValues),
      hasItems: !queued(policy, by: process).isEmpty, in: context, to: &writer)
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
        "await self.\(BackgroundHandler.sessionName($0))(event)"
      }
      writer.text("  default:")
      writer.indented { writer in
        writer.indented { writer in
          guard sessions.contains(where: { $0.family != nil }) else { return writer.line("break") }
          SessionEvents.writeFamilies(sessions, in: policy, named: "identifier", to: &writer) {
            session, writer in
            let name = BackgroundHandler.sessionName(session)
            writer.line("return await self.\(name)(event, \(session.family?.argument ?? ""))")
          }
        }
      }
      writer.text("  }\n}")
      let transfers = queued(policy, by: process)
      guard !transfers.isEmpty else { return }
      writer.line()
      writeItems(of: transfers, in: policy, in: context, to: &writer)
    }
  }

  /// The transfers with queues on the sessions of a process.
  private static func queued(_ policy: Policy, by process: GeneratedProcess?) -> [Policy.Transfer] {
    policy.queuedTransfers.filter { transfer in
      policy.session(of: transfer)?.target.value == process?.target ?? Policy.Target.app
    }
  }

  /// Writes the handler's method for the items of all queues.
  private static func writeItems(
    of transfers: [Policy.Transfer], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.documentation("Returns the item of an identifier in a queue.")
    writer.text(
      """
      fileprivate func item(
        _ id: String,
        after failure: TransferFailure?,
        of transfer: String,
        in identifier: \(context.name)SessionIdentifier
      ) async throws -> (any \(context.name)TransferItem)? {
        switch transfer {
      """)
    writer.indented { writer in
      for transfer in transfers {
        guard let session = policy.session(of: transfer) else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) { writer in
          let method = BackgroundHandler.itemName(of: transfer)
          writer.line("case \(SwiftText.literal(QueueAccess.key(of: transfer))):")
          writer.indented { writer in
            guard let family = session.family else {
              return writer.call(
                after: "return try await self.", to: method, arguments: ["id", "after: failure"])
            }
            writer.line("guard let value = identifier.\(family.member) else { return nil }")
            writer.call(
              after: "return try await self.", to: method,
              arguments: ["id", "after: failure", "\(family.label): value"])
          }
        }
      }
    }
    writer.text(
      """
        default:
          return nil
        }
      }
      """)
  }

  private static func writeInitializer(
    of handler: String, ofTarget process: GeneratedProcess?, takesSettings: Bool,
    hasItems: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
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
          + (takesSettings ? ["settings: \(context.name)SessionSettings = .init()"] : [])
          + (context.isTestable ? ["configuration: Configuring? = nil"] : []), effects: ""
      ) { writer in
        let target = SwiftText.literal(process?.target ?? Policy.Target.app)
        let own = ".of(target: \(target)\(takesSettings ? ", settings" : ""))"
        let table = context.isTestable ? "\(own).configured(by: configuration)" : own
        if context.hasQueues {
          writeQueues(of: own, hasItems: hasItems, in: context, to: &writer)
        }
        let arguments =
          [table]
          + [context.hasQueues ? "queues: queues" : "queues: .init()"]
          + (context.observed.isEmpty
            ? [] : ["observation: .init(of: handler)"])
        writer.text("self.init(\n  \(arguments.joined(separator: ",\n  "))\n) { event, identifier in")
        writer.text("  await handler.take(event, of: identifier)\n}")
      }
    }
  }

  /// Writes the queues of a process, whose items the handler returns.
  private static func writeQueues(
    of table: String, hasItems: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let parameters = hasItems ? "transfer, identifier, id, failure in" : "_, _, _, _ in"
    writer.closureCall(
      "let queues = \(context.name)Queues",
      arguments: ["QueuedTransfer<Session>.all", "of: \(table)"]
        + (context.isTestable ? ["isTest: configuration != nil"] : []), opening: parameters
    ) {
      $0.line(
        hasItems ? "try await handler.item(id, after: failure, of: transfer, in: identifier)" : "nil")
    }
  }
}
