internal import PolicyModel

/// The file that submits transfers to the background sessions.
enum TransferSubmission {
  /// The file. `nil` for a policy without transfers on background sessions.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let transfers = policy.backgroundTransfers
    guard !transfers.isEmpty else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    writeTypes(Set(transfers.map(\.direction.value)), in: context, to: &writer)
    writer.line()
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

  /// Writes the names of the runtime's types for the items of the app.
  private static func writeTypes(
    _ directions: Set<TransferDirection>, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let (name, access) = (context.name, context.access)
    if directions.contains(.upload) {
      writer.documentation("A file to upload.")
      writer.assignment("\(access)typealias \(name)Upload", "UploadItem")
    }
    if directions.contains(.download) {
      writer.documentation("A file to download.")
      writer.assignment("\(access)typealias \(name)Download", "DownloadItem")
    }
    writer.documentation("An item of a transfer.")
    writer.assignment("\(access)typealias \(name)TransferItem", "TransferItem")
    writer.documentation("The result of a submission: each item is in one of the three.")
    writer.assignment("\(access)typealias \(name)Submission", "SubmittedItems")
  }

  private static func write(
    _ transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let isUpload = transfer.direction.value == .upload
    let items = isUpload ? "uploads" : "downloads"
    let type = context.name + (isUpload ? "Upload" : "Download")
    document(transfer, on: session, items: items, to: &writer)
    if transfer.submit.value == .allAtOnce { writer.line("@discardableResult") }
    writer.text(
      """
      \(context.access)func \(swiftName(of: transfer))(
        _ \(items): [\(type)]\(session.family.map { ",\n  \($0.parameter)" } ?? "")
      """)
    let result = ") -> \(context.name)Submission<"
    if writer.fits("\(result)\(type)> {") {
      writer.line("\(result)\(type)> {")
    } else {
      writer.line(result)
      writer.line("  \(type)")
      writer.line("> {")
    }
    writer.indented { writer in
      let rules =
        transfer.queue.value
        ? "QueuedTransfer<Session>.\(QueueAccess.member(of: transfer)).rules"
        : TransferRules.expression(of: transfer, in: context)
      writer.call(
        after: "", to: "submit", arguments: [items, "to: .\(session.reference)", "by: \(rules)"])
    }
    writer.line("}")
  }

  private static func document(
    _ transfer: Policy.Transfer, on session: Policy.Session, items: String, to writer: inout CodeWriter
  ) {
    let name = "`\(SwiftText.comment(transfer.name.value))`"
    let carrier = "the session `\(SwiftText.comment(session.name.value))`"
    switch transfer.submit.value {
    case .allAtOnce:
      writer.documentation(
        "Submits \(name): hands all \(items) to \(carrier).",
        "- Returns: The items by their outcome; the rest is all of them if this process may not use the session now."
      )
    case .batch(1):
      writer.documentation(
        "Submits \(name): hands one of the \(items) to \(carrier), as the policy requires.",
        "- Returns: The items by their outcome; the rest is to be submitted one by one after `completed`, `downloaded` or `failed`."
      )
    case .batch(let size):
      writer.documentation(
        "Submits \(name): hands no more than \(size) of the \(items) to \(carrier) at once.",
        "- Returns: The items by their outcome; the rest is to be submitted when these are done: in the background after the event `delivered`."
      )
    }
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
