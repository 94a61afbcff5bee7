internal import PolicyModel

/// The code that passes the events of a process's sessions to the process's handler.
enum SessionDispatch {
  /// Writes the initializer of the sessions, whose events the handler takes, and the handler's method for the items of all queues.
  ///
  /// `process` is `nil` for the app itself.
  static func write(
    _ sessions: [Policy.Session], to handler: String, ofTarget process: GeneratedProcess?,
    in policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension \(context.name)Sessions") {
      writeInitializer(sessions, of: handler, ofTarget: process, in: policy, in: context, to: &$0)
    }
    let transfers = queued(policy, by: process)
    guard !transfers.isEmpty else { return }
    writer.line()
    writer.block("nonisolated extension \(handler)") {
      writeItems(of: transfers, in: policy, in: context, to: &$0)
    }
  }

  /// Writes the statement that hands an event to the handler's method for its session.
  private static func writeEvents(
    of sessions: [Policy.Session], in policy: Policy, to writer: inout CodeWriter
  ) {
    writer.line("switch identifier {")
    SessionEvents.writeCases(of: sessions, in: policy, to: &writer) {
      "await handler.\(BackgroundHandler.sessionName($0))(event)"
    }
    if sessions.contains(where: { $0.family != nil }) {
      writer.line("default:")
      writer.indented { writer in
        SessionEvents.writeFamilies(sessions, in: policy, named: "identifier", to: &writer) {
          session, writer in
          let name = BackgroundHandler.sessionName(session)
          writer.line("return await handler.\(name)(event, \(session.family?.argument ?? ""))")
        }
      }
    } else {
      writer.line("default: break")
    }
    writer.line("}")
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
      ) async throws -> (any TransferItem)? {
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
    _ sessions: [Policy.Session], of handler: String, ofTarget process: GeneratedProcess?,
    in policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let takesSettings = policy.backgroundSessions.contains(where: \.takesRuntimeValues)
    let owner = process.map { "the target `\(SwiftText.comment($0.target))`" } ?? "the app"
    writer.documentation("Creates the sessions of \(owner), whose events `handler` takes.")
    let label = process.map { "\(SessionFamily.label($0.label)) handler" } ?? "handler"
    writer.function(
      "\(context.access)convenience init",
      parameters: ["\(label): any \(handler)"]
        + (takesSettings ? ["settings: \(context.name)SessionSettings = .init()"] : [])
        + (context.isTestable ? ["configuration: Configuring? = nil"] : []), effects: ""
    ) { writer in
      let target = SwiftText.literal(process?.target ?? Policy.Target.app)
      let own = ".of(target: \(target)\(takesSettings ? ", settings" : ""))"
      if context.hasQueues {
        writeQueues(
          of: own, hasItems: !queued(policy, by: process).isEmpty, in: context, to: &writer)
      }
      writer.closureCall(
        "self.init",
        arguments: [
          context.isTestable ? "\(own).configured(by: configuration)" : own,
          context.hasQueues ? "queues: queues" : "queues: .init()",
        ] + (context.observed.isEmpty ? [] : ["observation: .init(of: handler)"]),
        opening: "event, identifier in"
      ) { writeEvents(of: sessions, in: policy, to: &$0) }
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
