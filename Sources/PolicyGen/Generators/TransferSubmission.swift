internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The file that hands transfers to the background sessions.
enum TransferSubmission {
  /// The file; `nil` for a policy whose background sessions carry nothing.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let transfers = policy.transfers.filter { policy.session(of: $0)?.isBackground == true }
    guard !transfers.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"])
    TransferItems.write(Set(transfers.map(\.direction.value)), in: context, to: &writer)
    writeSubmission(in: context, to: &writer)
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
        writeQueuedTask(of: policy, in: context, to: &writer)
      }
      writer.line()
      writeHandover(in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Transfers.swift"), text: writer.text)
  }

  /// Writes the type of the result of a submission.
  private static func writeSubmission(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("The result of a submission: each item is in one of the three.")
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

  /// Writes the function that hands items of any kind over.
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
          arguments: [items, "to: .\(session.reference)", "atMost: \(limit)", creator(of: transfer)])
      }
      let limit = if case .batch(let size) = transfer.submit.value { "\(size)" } else { ".max" }
      writer.closureCall(
        "submit", arguments: "\(items), to: .\(session.reference), atMost: \(limit)",
        opening: "item, session in"
      ) { writer in
        writeCreation(of: transfer, on: session, in: context, to: &writer)
      }
    }
    writer.line("}")
    if transfer.queue.value { writeCreator(of: transfer, on: session, in: context, to: &writer) }
  }

  /// Writes the statements that create the task of an item.
  private static func writeCreation(
    of transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    if let headers = transfer.runtimeHeaders?.value, !headers.isEmpty {
      writeCheck(of: headers.map(\.value), session, in: context, to: &writer)
    }
    writeItem(transfer, isUpload: transfer.direction.value == .upload, to: &writer)
  }

  /// Writes the function that creates the task of an item from a queue, or from the app.
  private static func writeCreator(
    of transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let type = context.name + (transfer.direction.value == .upload ? "Upload" : "Download")
    writer.line()
    writer.documentation("Creates the task of an item of `\(SwiftText.comment(transfer.name.value))`.")
    writer.text(
      """
      private func \(creator(of: transfer))(
        _ item: \(type),
        in session: URLSession
      ) -> URLSessionTask {
      """)
    writer.indented { writeCreation(of: transfer, on: session, in: context, to: &$0) }
    writer.line("}")
  }

  /// Writes the function that creates the task of an item from a queue.
  private static func writeQueuedTask(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("Creates the task of an item from a queue; `nil` for an item of another type.")
    writer.text(
      """
      func task(
        for item: any \(context.name)TransferItem,
        of transfer: String,
        in session: URLSession,
        _ resumeData: Data?
      ) -> URLSessionTask? {
        switch transfer {
      """)
    writer.indented { writer in
      for transfer in policy.queuedTransfers {
        guard let session = policy.session(of: transfer) else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) { writer in
          let isUpload = transfer.direction.value == .upload
          writer.line("case \(SwiftText.literal(QueueAccess.key(of: transfer))):")
          writer.indented { writer in
            writer.text(
              """
              guard let item = item as? \(context.name)\(isUpload ? "Upload" : "Download")
              else { return nil }
              """)
            if isUpload {
              writer.line("return \(creator(of: transfer))(item, in: session)")
            } else {
              writer.line("return \(creator(of: transfer))(item.resumed(by: resumeData), in: session)")
            }
          }
        }
      }
    }
    writer.text(
      """
        default: return nil
        }
      }
      """)
  }

  private static func creator(of transfer: Policy.Transfer) -> String {
    "\(QueueAccess.key(of: transfer))Task"
  }

  /// Writes the log message for a request that lacks a header.
  private static func writeCheck(
    of headers: [String], _ session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.list("let headers =", headers.map(SwiftText.literal))
    writer.block("for header in headers") { writer in
      writer.line("guard item.request.value(forHTTPHeaderField: header) == nil else { continue }")
      writeLog("a request lacks the header \\(header)", of: session, in: context, to: &writer)
    }
  }

  private static func writeLog(
    _ message: String, of session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let error = ".error(\"\(message)\")"
    if writer.fits("\(context.name)Log.session(.\(session.reference))") {
      writer.text("\(context.name)Log.session(.\(session.reference))\n  \(error)")
    } else {
      writer.text("\(context.name)Log.session(\n  .\(session.reference)\n)\n\(error)")
    }
  }

  private static func writeItem(_ transfer: Policy.Transfer, isUpload: Bool, to writer: inout CodeWriter) {
    let flags = requestFlags(of: transfer)
    if !flags.isEmpty {
      writer.line("var request = item.request")
      for flag in flags { writer.line("request.\(flag.name) = \(flag.value)") }
    }
    let request = flags.isEmpty ? "item.request" : "request"
    if isUpload {
      writer.line("let task = session.uploadTask(with: \(request), fromFile: item.file)")
    } else if transfer.isResumable {
      writer.line("let task =")
      writer.line("  item.resumeData.map { session.downloadTask(withResumeData: $0) }")
      writer.line("  ?? session.downloadTask(with: \(request))")
    } else {
      writer.line("let task = session.downloadTask(with: \(request))")
    }
    if isUpload {
      writer.block("if let bytes = try? item.file.resourceValues(forKeys: [.fileSizeKey]).fileSize") {
        writer in
        writer.line("task.countOfBytesClientExpectsToSend = Int64(bytes)")
      }
    } else {
      writeExpectedBytes(of: transfer, to: &writer)
    }
    if let priority = transfer.priority.written?.value { writer.line("task.priority = \(priority)") }
    if let earliest = transfer.earliestBegin?.value {
      writer.line("task.earliestBeginDate = Date(timeIntervalSinceNow: \(SwiftText.seconds(earliest)))")
    }
    writer.line("return task")
  }

  /// Writes the number of bytes that a download expects: its item's, or the policy's if all items have one size.
  private static func writeExpectedBytes(of transfer: Policy.Transfer, to writer: inout CodeWriter) {
    let count = "countOfBytesClientExpectsToReceive"
    if let size = transfer.size?.value, size.lower == size.upper {
      writer.assignment("task.\(count)", "item.\(count) ?? \(SwiftText.grouped(size.upper.bytes))")
    } else {
      writer.block("if let bytes = item.\(count)") { $0.line("task.\(count) = bytes") }
    }
  }

  private static func requestFlags(of transfer: Policy.Transfer) -> [(name: String, value: Bool)] {
    NetworkSwitch.all.compactMap { network in
      network.value(of: transfer).map { ("\(network.name)", $0.value) }
    }
  }

  private static func document(
    _ transfer: Policy.Transfer, on session: Policy.Session, items: String, to writer: inout CodeWriter
  ) {
    let name = "`\(SwiftText.comment(transfer.name.value))`"
    let carrier = "the session `\(SwiftText.comment(session.name.value))`"
    let rules = [
      PlatformFacts.submitTogether.sentence,
      PlatformFacts.byteCountsSchedule.sentence,
      transfer.direction.value == .upload
        ? "An upload whose file can't be read is rejected, with an event `failed`. \(PlatformFacts.uploadsAreChecked.sentence)"
        : nil,
    ].compactMap { $0 }.joined(separator: " ")
    switch transfer.submit.value {
    case .allAtOnce:
      writer.documentation(
        "Submits \(name): hands all \(items) to \(carrier).",
        rules,
        "- Returns: The items by their outcome; the rest is all of them if this process may not use the session now."
      )
    case .batch(1):
      writer.documentation(
        "Submits \(name): hands one of the \(items) to \(carrier), as the policy requires.",
        rules,
        "- Returns: The items by their outcome; the rest is to be submitted one by one after `completed`, `downloaded` or `failed`."
      )
    case .batch(let size):
      writer.documentation(
        "Submits \(name): hands no more than \(size) of the \(items) to \(carrier) at once.",
        rules,
        "- Returns: The items by their outcome; the rest is to be submitted when these are done: in the background after the event `delivered`."
      )
    }
  }

  /// `submit` and the transfer's name.
  static func swiftName(of transfer: Policy.Transfer) -> String {
    let name = SwiftName.of(transfer.name.value) ?? "_"
    return "submit" + name.prefix(1).uppercased() + name.dropFirst()
  }
}
