internal import PolicyModel

/// The file with the queues, which store the items of transfers until the transfers are done.
enum TransferQueue {
  /// The file. `nil` for a policy without queues.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard policy.hasQueues else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    writeTypes(in: context, to: &writer)
    writer.line()
    writeTransfers(of: policy, in: context, to: &writer)
    writer.line()
    QueueAccess.write(of: policy, in: context, to: &writer)
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Queues.swift"), text: writer.text)
  }

  /// Writes the names of the runtime's types for the app's queues.
  private static func writeTypes(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    for (documentation, type) in [
      ("The queues of a process of \(name).", "Queues"),
      ("The items of a transfer that are not done, also after the process has ended.", "Queue"),
    ] {
      writer.documentation(documentation)
      writer.assignment(
        "\(access)typealias \(name)\(type == "Queue" ? "TransferQueue" : type)",
        "Transfer\(type)<\(name)SessionIdentifier>")
    }
  }

  /// Writes the rules of the policy for each transfer with a queue.
  private static func writeTransfers(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension QueuedTransfer<\(context.name)SessionIdentifier>") { writer in
      writer.documentation("The transfers with queues.")
      writer.block("static var all: [Self]") { writeAll(of: policy, to: &$0) }
      for transfer in policy.queuedTransfers {
        guard let session = policy.session(of: transfer) else { continue }
        writer.line()
        writer.unless(policy.leftOutPlatforms(of: session)) {
          write(transfer, on: session, in: context, to: &$0)
        }
      }
    }
  }

  private static func writeAll(of policy: Policy, to writer: inout CodeWriter) {
    let isPartial: (Policy.Transfer) -> Bool = { transfer in
      policy.session(of: transfer).map { policy.leftOutPlatforms(of: $0) != .none } ?? false
    }
    let names = policy.queuedTransfers.filter { !isPartial($0) }.map { ".\(QueueAccess.member(of: $0))" }
    let partial = policy.queuedTransfers.filter(isPartial)
    guard !partial.isEmpty else { return writer.list("return", names) }
    writer.list("var all: [Self] =", names)
    for transfer in partial {
      guard let session = policy.session(of: transfer) else { continue }
      writer.unless(policy.leftOutPlatforms(of: session)) {
        $0.line("all.append(.\(QueueAccess.member(of: transfer)))")
      }
    }
    writer.line("return all")
  }

  private static func write(
    _ transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let isCarried =
      session.family.map { "{ $0.\($0.member) != nil }" } ?? "{ $0 == .\(session.reference) }"
    let group = session.sharedContainerIdentifier.flatMap { container in
      container.value.map { context.literal($0, at: container.node) }
    }
    let arguments = [
      SwiftText.literal(QueueAccess.key(of: transfer)), "on: \(isCarried)",
      "by: \(TransferRules.expression(of: transfer, in: context))",
      transfer.retries.value == 0 ? nil : "retries: \(transfer.retries.value)",
      transfer.validFor.map { "validFor: \(SwiftText.seconds($0.value))" }, group.map { "in: \($0)" },
    ].compactMap { $0 }
    writer.documentation("The queue of `\(SwiftText.comment(transfer.name.value))`.")
    writer.block("static var \(QueueAccess.member(of: transfer)): Self") {
      $0.call(after: "", to: ".init", arguments: arguments)
    }
  }
}

extension Policy {
  /// The transfers that have a queue and run on a background session.
  var queuedTransfers: [Policy.Transfer] { backgroundTransfers.filter(\.queue.value) }

  /// Whether at least one transfer has a queue.
  var hasQueues: Bool { !queuedTransfers.isEmpty }
}
