internal import JSON
internal import PolicySyntax
internal import Quantities

extension Transfer {
  static let keys = KeyTable(
    "transfer", { Transfer(name: .unnamed) },
    [
      Key("session", .string, required: true, "The name of the session that carries it.") { $0.session = $1 },
      Key("direction", .word(TransferDirection.self), default: "download", "Which way the bytes go.") {
        $0.direction.written = $1
      },
      Key(
        "source", .word(UploadSource.self),
        "Where an upload's bytes come from; a background session takes them from a file only."
      ) { $0.source = $1 },
      Key(
        "task", .word(TransferTask.self),
        "The kind of URLSessionTask; left out, it follows from the direction. A background session has uploads and downloads."
      ) { $0.task = $1 },
      Key(
        "count", .unknown(or: .int(0...10_000_000)), default: 1,
        """
        How many items there are, such as 200, or unknown. Left out, it is 1, unless size and duration are left out, too. \
        A transfer with an unknown count is linted and generated, and not estimated.
        """
      ) { $0.count.written = $1 },
      Key(
        "size", .unknown(or: .sizeRange),
        """
        The size of one item, such as 4MB, a range, such as 2MB..6MB, or unknown, which it also is if it is left out. A \
        transfer with neither a size nor a duration is linted and generated, and not estimated. In generated code, each \
        upload announces the size of its own file, and each download the bytes that the app expects.
        """
      ) { transfer, size in transfer.size = size.value.map { Located($0, at: size.node) } },
      Key(
        "duration", .duration,
        "The time on the wire of one item, instead of its size by the network's throughput."
      ) { $0.duration = $1 },
      Key(
        "submit", .submission, default: "allAtOnce",
        """
        How the items are handed to the session: allAtOnce, oneAtATime, or { batch: N } for N at a time, the next \
        ones when the session reports these as done.
        """
      ) { $0.submit.written = $1 },
      Key(
        "startedIn", .word(AppState.self), default: "foreground",
        "Where the app is when it submits them; what is started in the background is discretionary."
      ) { $0.startedIn.written = $1 },
      Key(
        "every", .recurrence, default: "once", "How often the work comes up: once, or a duration such as 1d."
      ) {
        $0.every.written = $1
      },
      Key("priority", .number(judgedIn: 0...1), default: 0.5, "URLSessionTask.priority, from 0 to 1: a hint.")
      {
        $0.priority.written = $1
      },
      Key(
        "earliestBegin", .duration,
        "The least time from submission to start: the offset of URLSessionTask.earliestBeginDate."
      ) { $0.earliestBegin = $1 },
      Key(
        "validFor", .duration,
        "How long after its submission the server takes an item: the life of an upload id, token or presigned URL."
      ) { $0.validFor = $1 },
      Key(
        "authChallenge", .word(AuthChallenge.self), default: "never",
        """
        When the server asks for credentials: never, once for the session, perTransfer, or replacesTask where the \
        app answers with a new task.
        """
      ) { $0.authChallenge.written = $1 },
      Key(
        "failureShare", .share, default: "0%",
        "The share of attempts at an item that fail on the wire, as 2%."
      ) {
        $0.failureShare.written = $1
      },
      Key("retries", .int(0...1_000), default: 0, "How often the app submits an item again that has failed.")
      {
        $0.retries.written = $1
      },
      Key(
        "resumable", .bool, default: true,
        "Whether an item that was interrupted goes on where it stopped, instead of from its beginning."
      ) { $0.resumable.written = $1 },
      Key("deadline", .duration, "When the work has to be done, from its submission.") { $0.deadline = $1 },
      Key("endpoint", .string, "The URL that the bytes go to or come from.") { $0.endpoint = $1 },
      Key(
        "runtimeHeaders", .list(of: .string),
        """
        The headers that the app sets on each request at run time, such as [Authorization]. The generated code of a \
        background session logs a request that lacks one. The estimate ignores them.
        """
      ) { $0.runtimeHeaders = $1 },
      Key(
        "allowsCellularAccess", .bool,
        "URLRequest.allowsCellularAccess: may only be stricter than the session."
      ) {
        $0.allowsCellularAccess = $1
      },
      Key(
        "allowsExpensiveNetworkAccess", .bool,
        "URLRequest.allowsExpensiveNetworkAccess: may only be stricter than the session."
      ) { $0.allowsExpensiveNetworkAccess = $1 },
      Key(
        "allowsConstrainedNetworkAccess", .bool,
        "URLRequest.allowsConstrainedNetworkAccess: may only be stricter than the session."
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
      Key("batch", .int(1...10_000_000), required: true, "How many items at a time.") {
        $0 = .batch($1.value)
      }
    ])
}

extension Lowering {
  /// Reports what is no way to submit, and gives the one that was probably meant.
  fileprivate mutating func reportSubmission(
    _ text: String, isScalar: Bool, at node: PolicyNode, among words: [String]
  ) -> Submission? {
    let message = Self.requirement(
      name(of: node), "allAtOnce, oneAtATime or { batch: N }", nil, description(of: node))
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
      "once or a duration up to \(Quantity.longestDuration)", sample: "6h",
      examples: "once, or how often it comes up, such as 6h or 1d",
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
