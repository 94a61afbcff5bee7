internal import PlatformFacts
internal import PolicyModel

/// The file that submits transfers to the background sessions.
enum TransferSubmission {
  /// The file. `nil` for a policy without transfers on background sessions.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let transfers = policy.transfers.filter { policy.session(of: $0)?.isBackground == true }
    guard !transfers.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    TransferItems.write(Set(transfers.map(\.direction.value)), in: context, to: &writer)
    writeSubmission(
      hasUploads: transfers.contains { $0.direction.value == .upload }, in: context, to: &writer)
    writer.line()
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      for (index, transfer) in transfers.enumerated() {
        guard let session = policy.session(of: transfer) else { continue }
        if index > 0 { writer.line() }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          write(transfer, on: session, in: context, to: &$0)
        }
      }
      if policy.hasQueues {
        writer.line()
        TransferCreation.writeQueuedTask(of: policy, in: context, to: &writer)
      }
      writer.line()
      writeHandover(in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Transfers.swift"), text: writer.text)
  }

  /// Writes the type of the result of a submission.
  private static func writeSubmission(
    hasUploads: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let (name, access) = (context.name, context.access)
    let rules = [
      PlatformFacts.submitTogether.sentence, PlatformFacts.byteCountsSchedule.sentence,
      hasUploads
        ? "An upload whose file can't be read is rejected. \(PlatformFacts.uploadsAreChecked.sentence)" : nil,
    ]
    writer.documentation(
      "The result of a submission: each item is in one of the three.",
      rules.compactMap { $0 }.joined(separator: " "))
    writer.text(
      """
      nonisolated \(access)struct \(name)Submission<
        Item: \(name)TransferItem
      >: Sendable {
        /// The items that the session has.
        \(access)let submitted: [Item]
        /// The items that could not be submitted, each of which also has an event `failed`.
        \(access)let rejected: [(item: Item, failure: Item.Failure)]
        /// The items to be submitted later.
        \(access)let rest: [Item]

        /// A result, as tests make it.
        \(access)init(
          submitted: [Item],
          rejected: [(item: Item, failure: Item.Failure)] = [],
          rest: [Item] = []
        ) {
          self.submitted = submitted
          self.rejected = rejected
          self.rest = rest
        }
      }
      """)
  }

  /// Writes the function that submits items of any kind.
  private static func writeHandover(in context: GenerationContext, to writer: inout CodeWriter) {
    let name = context.name
    writer.documentation(
      "Hands items to a session until it has as many as it may have at once; an item that can't be submitted leaves its place to the next."
    )
    writer.text(
      """
      private func submit<
        Item: \(name)TransferItem
      >(
        _ items: [Item],
        to identifier: \(name)SessionIdentifier,
        atMost limit: Int,
        _ create: (Item, URLSession) -> URLSessionTask
      ) -> \(name)Submission<Item> {
        guard let session = session(identifier) else {
          return .init(submitted: [], rest: items)
        }
        var submitted: [Item] = []
        var rejected: [(item: Item, failure: Item.Failure)] = []
        var rest = items[...]
        while submitted.count < limit, let item = rest.popFirst() {
          if let failure = item.failure {
            rejected.append((item, failure))
            report(
              .failed(.init(session: identifier, id: item.id, originalURL: item.request.url), failure),
              of: identifier)
            continue
          }
          let task = create(item, session)
          task.taskDescription = item.id
          task.resume()
          submitted.append(item)
        }\(RecorderFile.note("submit(submitted.count, to: identifier)", in: context, depth: 1))
        return .init(submitted: submitted, rejected: rejected, rest: Array(rest))
      }
      """)
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
      if transfer.queue.value {
        let limit = if case .batch(let size) = transfer.submit.value { "\(size)" } else { ".max" }
        return writer.call(
          after: "", to: "submit",
          arguments: [
            items, "to: .\(session.reference)", "atMost: \(limit)", TransferCreation.creator(of: transfer),
          ])
      }
      let limit = if case .batch(let size) = transfer.submit.value { "\(size)" } else { ".max" }
      writer.closureCall(
        "submit", arguments: "\(items), to: .\(session.reference), atMost: \(limit)",
        opening: "item, session in"
      ) { writer in
        TransferCreation.write(of: transfer, on: session, in: context, to: &writer)
      }
    }
    writer.line("}")
    if transfer.queue.value {
      TransferCreation.writeCreator(of: transfer, on: session, in: context, to: &writer)
    }
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
