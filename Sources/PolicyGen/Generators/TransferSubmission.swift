internal import PolicyModel

/// The file that submits transfers to the background sessions.
enum TransferSubmission {
  /// The file. `nil` for a policy without transfers on background sessions.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let transfers = policy.backgroundTransfers
    guard !transfers.isEmpty else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      for (index, transfer) in transfers.enumerated() {
        guard let session = policy.session(of: transfer) else { continue }
        if index > 0 { writer.line() }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          write(transfer, on: session, in: context, to: &$0)
        }
      }
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Transfers.swift"), text: writer.text)
  }

  private static func write(
    _ transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let isUpload = transfer.direction.value == .upload
    let items = isUpload ? "uploads" : "downloads"
    let type = isUpload ? "UploadItem" : "DownloadItem"
    writer.documentation(documentation(of: transfer, on: session, items: items))
    if transfer.submit.value == .allAtOnce { writer.line("@discardableResult") }
    writer.function(
      "\(context.access)func \(swiftName(of: transfer))",
      parameters: ["_ \(items): [\(type)]"] + (session.family.map { [$0.parameter] } ?? []),
      effects: "-> SubmittedItems<\(type)>"
    ) { writer in
      let rules =
        transfer.queue.value
        ? "QueuedTransfer<Session>.\(QueueAccess.member(of: transfer)).rules"
        : TransferRules.expression(of: transfer, in: context)
      writer.call(after: "", to: "submit", arguments: [items, "to: .\(session.reference)", "by: \(rules)"])
    }
  }

  private static func documentation(
    of transfer: Policy.Transfer, on session: Policy.Session, items: String
  ) -> String {
    let name = "`\(SwiftText.comment(transfer.name.value))`"
    let carrier = "the session `\(SwiftText.comment(session.name.value))`"
    let submission =
      switch transfer.submit.value {
      case .allAtOnce: "Submits the \(items) of \(name) to \(carrier)."
      case .batch(1):
        "Submits one of the \(items) of \(name) to \(carrier); submit the rest one by one, after the end of each."
      case .batch(let size):
        "Submits no more than \(size) of the \(items) of \(name) to \(carrier); submit the rest when these have ended, in the background at `delivered`."
      }
    guard transfer.queue.value else { return submission }
    return submission
      + " The items go past the queue `\(QueueAccess.key(of: transfer))Queue`: don't use both."
  }

  /// The name of the function: `submit` and the transfer's name.
  static func swiftName(of transfer: Policy.Transfer) -> String {
    SwiftName.function("submit", of: transfer.name.value)
  }
}

extension Policy {
  /// The transfers that run on a background session.
  var backgroundTransfers: [Policy.Transfer] { transfers.filter { session(of: $0)?.isBackground == true } }
}
