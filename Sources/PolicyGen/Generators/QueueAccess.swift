internal import PolicyModel

/// The members of sessions that return the queues of transfers.
enum QueueAccess {
  /// Writes the members.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      for (index, transfer) in policy.queuedTransfers.enumerated() {
        guard let session = policy.session(of: transfer) else { continue }
        if index > 0 { writer.line() }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          writeMember(for: transfer, on: session, in: context, to: &$0)
        }
      }
    }
  }

  /// The name under which a transfer's items are stored. All its characters are valid in file names and task
  /// descriptions.
  static func key(of transfer: Policy.Transfer) -> String { SwiftName.of(transfer.name.value) ?? "_" }

  /// The name of the member with a transfer's queue.
  static func member(of transfer: Policy.Transfer) -> String { "\(key(of: transfer))Queue" }

  private static func writeMember(
    for transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.documentation(
      "The queue of `\(SwiftText.comment(transfer.name.value))`, whose items the session `\(SwiftText.comment(session.name.value))` transfers in this or a later process."
    )
    let type = "\(context.name)TransferQueue"
    let body: (inout CodeWriter) -> Void = {
      $0.call(
        after: "", to: "queues.queue",
        arguments: ["of: .\(member(of: transfer))", "in: .\(session.reference)"])
    }
    guard let family = session.family else {
      return writer.block("\(context.access)var \(member(of: transfer)): \(type)", body)
    }
    writer.function(
      "\(context.access)func \(member(of: transfer))", parameters: [family.parameter], effects: "-> \(type)",
      body)
  }
}
