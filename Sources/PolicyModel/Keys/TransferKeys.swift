internal import JSON
internal import PolicySyntax
internal import Quantities

extension Policy.Transfer {
  static let keys = KeyTable(
    "transfer", { Policy.Transfer(name: .unnamed) },
    [
      Key(
        "session", .string, required: true,
        "The name of the session that carries the transfer, for example library."
      ) { $0.session = $1 },
      Key("direction", .word(TransferDirection.self), default: "download", "The direction of the bytes.") {
        $0.direction.written = $1
      },
      Key(
        "source", .word(UploadSource.self),
        "Where the bytes of an upload come from. A background session takes them only from a file."
      ) { $0.source = $1 },
      Key(
        "task", .word(TransferTask.self),
        """
        The kind of URLSessionTask. If omitted, it follows from the direction. A background session \
        supports upload and download tasks only.
        """
      ) { $0.task = $1 },
      Key(
        "count", .unknown(or: .int(0...10_000_000)), default: 1,
        """
        The number of items, for example 200, or unknown. If omitted, it is 1, unless size and duration \
        are omitted too. A transfer with an unknown count is linted and generated, but not estimated.
        """
      ) { $0.count.written = $1 },
      Key(
        "size", .unknown(or: .sizeRange),
        """
        The size of one item, for example 4MB, a range, for example 2MB..6MB, or unknown, which is also \
        the default. A transfer with neither a size nor a duration is linted and generated, but not \
        estimated. In generated code, each upload announces the size of its own file, and each download \
        the number of bytes that the app expects.
        """
      ) { transfer, size in transfer.size = size.value.map { Located($0, at: size.node) } },
      Key(
        "duration", .duration,
        """
        The transmission time of one item, for example 30s. It replaces the time that follows from the \
        item's size and the network's throughput.
        """
      ) { $0.duration = $1 },
      Key(
        "submit", .submission, default: "allAtOnce",
        """
        How the items are submitted to the session: allAtOnce, oneAtATime, or { batch: N } for N at a \
        time. The next items follow when the session reports that these are done.
        """
      ) { $0.submit.written = $1 },
      Key(
        "startedIn", .word(AppState.self), default: "foreground",
        """
        The state of the app when it submits the items. A transfer that starts in the background is \
        discretionary.
        """
      ) { $0.startedIn.written = $1 },
      Key(
        "every", .recurrence, default: "once",
        """
        How often the work comes up: once, or a duration, for example 1d. If a task or push submits it, its first \
        run after that does; without every, each run brings work.
        """
      ) {
        $0.every.written = $1
      },
      Key(
        "priority", .number(expectedIn: 0...1), default: 0.5,
        "URLSessionTask.priority, from 0 to 1, for example 0.75. It is a hint to the system."
      ) {
        $0.priority.written = $1
      },
      Key(
        "earliestBegin", .duration,
        """
        The shortest time from submission to start, for example 6h: the offset of \
        URLSessionTask.earliestBeginDate.
        """
      ) { $0.earliestBegin = $1 },
      Key(
        "validFor", .duration,
        """
        The time after submission during which the server accepts an item, for example 1h: the lifetime of \
        an upload id, token or presigned URL. After it, a queue begins an \
        interrupted item anew, and takes a 400, 404 or 416 as a refusal; without queue, no code depends on it.
        """
      ) { $0.validFor = $1 },
      Key(
        "onExpiry", .word(ExpiryAnswer.self), default: "fails",
        """
        The fate of an item that outlives validFor: fails, or replacesTask if the server answers a request that \
        begins later with an error and the app submits the item again, with new credentials. Only the estimate and the \
        tests of the app depend on it.
        """
      ) { $0.onExpiry.written = $1 },
      Key(
        "authChallenge", .word(AuthChallenge.self), default: "never",
        """
        When the server asks for credentials: never, once for the session, perTransfer, or replacesTask if \
        the app answers with a new task. No generated code depends on it.
        """
      ) { $0.authChallenge.written = $1 },
      Key(
        "failureShare", .share, default: "0%",
        "The share of attempts to transfer an item that fail, for example 2%. No generated code depends on it."
      ) {
        $0.failureShare.written = $1
      },
      Key(
        "retries", .int(0...1_000), default: 0,
        """
        The number of times that the app submits a failed item again, for example 3. The generated code does so with \
        queue; without queue, the handler of the app has to.
        """
      ) {
        $0.retries.written = $1
      },
      Key(
        "queue", .bool, default: false,
        """
        Whether the generated code of a background session keeps the items in files until they are done, submits the \
        next ones by submit, and failed ones again by retries. The app names items, and makes their requests when they \
        are submitted.
        """
      ) {
        $0.queue.written = $1
      },
      Key(
        "resumable", .bool,
        """
        Whether an interrupted item continues where it stopped, instead of from its beginning: by default true for a \
        download and false for an upload, which continues from iOS 17 on if the server supports it.
        """
      ) { $0.resumable = $1 },
      Key(
        "deadline", .duration,
        """
        The time after submission by which the work has to be done, for example 2d. No generated code depends on it.
        """
      ) { $0.deadline = $1 },
      Key(
        "endpoint", .string,
        """
        The URL of the server, for example https://photos.example.com/upload. For a transfer on a background session, the \
        generated code has it as a constant.
        """
      ) {
        $0.endpoint = $1
      },
      Key(
        "runtimeHeaders", .list(of: .string),
        """
        The headers that the app sets on each request at run time, for example [Authorization]. The \
        generated code of a background session logs a request that lacks one of them. The estimate ignores \
        them.
        """
      ) { $0.runtimeHeaders = $1 },
      Key(
        "allowsCellularAccess", .bool,
        "URLRequest.allowsCellularAccess, which can only be stricter than the session's."
      ) {
        $0.allowsCellularAccess = $1
      },
      Key(
        "allowsExpensiveNetworkAccess", .bool,
        "URLRequest.allowsExpensiveNetworkAccess, which can only be stricter than the session's."
      ) { $0.allowsExpensiveNetworkAccess = $1 },
      Key(
        "allowsConstrainedNetworkAccess", .bool,
        "URLRequest.allowsConstrainedNetworkAccess, which can only be stricter than the session's."
      ) { $0.allowsConstrainedNetworkAccess = $1 },
    ],
    sample: "{ session: library, size: 4MB }", note: { $0.writtenKeys = $1 })
}

extension Shape<Submission> {
  private static var words: [String] { ["allAtOnce", "oneAtATime"] }

  fileprivate static var submission: Shape {
    let mapping = Shape<Submission>.mapping(batchKeys)
    let words = words
    return Shape(
      schema: [
        "anyOf": [["type": "string", "enum": .array(words.map { .string($0) })], mapping.schema()]
      ]
    ) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      if lowering.tree.kind(of: syntax) == .mapping { return mapping.lower(node, &lowering) }
      let isScalar = lowering.tree.kind(of: syntax) == .scalar && !lowering.tree.isNull(syntax)
      let text = isScalar ? lowering.tree.text(of: syntax) : ""
      switch text {
      case "allAtOnce": return .allAtOnce
      case "oneAtATime": return .oneAtATime
      default: return lowering.reportSubmission(text, isScalar: isScalar, at: node, among: words)
      }
    }
  }

  static let batchKeys = KeyTable(
    "batch", { Submission.batch(1) },
    [
      Key(
        "batch", .int(1...10_000_000), required: true,
        "The number of items that are submitted at a time, for example 100."
      ) {
        $0 = .batch($1.value)
      }
    ])
}

extension Lowering {
  /// Reports a value that is not a way to submit, and returns the way that was probably meant.
  fileprivate mutating func reportSubmission(
    _ text: String, isScalar: Bool, at node: PolicyNode, among words: [String]
  ) -> Submission? {
    let message = Self.requirement(
      name(of: node), expected: "allAtOnce, oneAtATime or { batch: N }", sample: nil,
      found: description(of: node))
    let count = Int(text).flatMap { $0 > 0 ? $0 : nil } ?? 50
    let batch = "write { batch: \(count) } for \(count) at a time"
    guard isScalar else {
      report(.policyWrongType, at: .value(node), message, help: batch)
      return nil
    }
    let suggestion = Suggestion.nearest(to: text, among: words)
    report(
      .policyBadValue, at: .value(node), message + suggestion.question,
      help: batch, fixes: suggestion.map { [replacement(of: node, with: $0)] } ?? [])
    return suggestion.map { $0.name == words[0] ? .allAtOnce : .oneAtATime }
  }
}

extension Shape<Recurrence> {
  fileprivate static var recurrence: Shape {
    .scalar(
      "once or a duration",
      bounds: {
        Quantity.isTooLarge($0) { TimeSpan($0) } ? "above 0 and at most \(Quantity.longestDuration)" : nil
      },
      sample: "6h",
      examples: "once, or how often it recurs, such as 6h or 1d",
      types: .numberOrText, schema: ["anyOf": [["enum": ["once"]], .durationSchema]]
    ) { text in
      if text == "once" { return .once }
      guard let period = TimeSpan(text), period > .zero, period <= Quantity.longestDuration else {
        return nil
      }
      return .every(period)
    }
  }
}
