internal import PolicyModel

/// The values of the policy that queues need, by session and transfer.
enum QueueSettings {
  /// Writes the functions that return the values.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writeTransfers(of: policy, to: &writer)
    writer.line()
    writeNumbers(of: policy, to: &writer)
    writer.line()
    writeGroup(of: policy, in: context, to: &writer)
  }

  private static func writeTransfers(of policy: Policy, to writer: inout CodeWriter) {
    writer.documentation("The transfers with queues on a session.")
    writer.block("private static func transfers(of identifier: ID) -> [String]") { writer in
      bySession(of: policy, to: &writer, otherwise: "[]") { session in
        let keys = policy.queuedTransfers.filter { policy.session(of: $0)?.name.value == session.name.value }
        return "[\(keys.map { SwiftText.literal(QueueAccess.key(of: $0)) }.joined(separator: ", "))]"
      }
    }
  }

  private static func writeGroup(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("The app group whose container has the queues of a session.")
    writer.block("private static func group(of identifier: ID) -> String?") { writer in
      bySession(of: policy, to: &writer, otherwise: "nil") { session in
        session.sharedContainerIdentifier.flatMap { container in
          container.value.map { context.literal($0, at: container.node) }
        } ?? "nil"
      }
    }
  }

  /// Writes a statement that returns a value for each session with queues.
  private static func bySession(
    of policy: Policy, to writer: inout CodeWriter, otherwise: String, _ value: (Policy.Session) -> String
  ) {
    let sessions = policy.backgroundSessions.filter { session in
      policy.queuedTransfers.contains { policy.session(of: $0)?.name.value == session.name.value }
    }
    writer.line("switch identifier {")
    for session in sessions where session.family == nil && value(session) != otherwise {
      writer.unless(policy.leftOutPlatforms(of: session)) {
        $0.line("case .\(session.swiftName):")
        $0.line("  return \(value(session))")
      }
    }
    writer.line("default:")
    writer.indented { writer in
      for session in sessions where value(session) != otherwise {
        guard let family = session.family else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          $0.line("if identifier.\(family.member) != nil { return \(value(session)) }")
        }
      }
      writer.line("return \(otherwise)")
    }
    writer.line("}")
  }

  private static func writeNumbers(of policy: Policy, to writer: inout CodeWriter) {
    writer.documentation("The number of items of a transfer that its session has at once.")
    writer.block("private static func limit(of transfer: String) -> Int") { writer in
      byTransfer(of: policy, to: &writer) { transfer in
        if case .batch(let size) = transfer.submit.value { "\(size)" } else { ".max" }
      }
    }
    writer.line()
    writer.documentation("The number of times that a failed item of a transfer is submitted again.")
    writer.block("private static func retries(of transfer: String) -> Int") { writer in
      byTransfer(of: policy, to: &writer) { "\($0.retries.value)" }
    }
    writer.line()
    writer.documentation("The seconds for which a request of a transfer is valid.")
    writer.block("private static func validity(of transfer: String) -> TimeInterval") { writer in
      guard policy.queuedTransfers.contains(where: { $0.validFor != nil }) else {
        return writer.line(".infinity")
      }
      byTransfer(of: policy, to: &writer) { transfer in
        transfer.validFor.map { SwiftText.seconds($0.value) } ?? ".infinity"
      }
    }
  }

  private static func byTransfer(
    of policy: Policy, to writer: inout CodeWriter, _ value: (Policy.Transfer) -> String
  ) {
    writer.line("switch transfer {")
    for transfer in policy.queuedTransfers {
      writer.line("case \(SwiftText.literal(QueueAccess.key(of: transfer))): \(value(transfer))")
    }
    writer.line("default: 0")
    writer.line("}")
  }
}
