internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Tasks of URL sessions, headers, and lists of running tasks.
  static let transfers = Recognizer { program in
    let sessions = SessionMakings(program).makings
    var facts: [CodeFact] = []
    for (name, forms) in transferForms {
      for call in program.callsByName[name] ?? [] where call.base != nil || call.isOfSessionItself {
        let labels = call.labels.filter { !otherLabels.contains($0) }
        guard let form = forms.first(where: { $0.labels == labels }),
          !form.isAsync || namesSession(call.base) || call.isOfSessionItself
        else { continue }
        facts.append(transfer(call, form, sessions, program))
      }
    }
    let builder = FactBuilder(program)
    for name in ["getAllTasks", "getTasksWithCompletionHandler"] {
      for call in program.callsByName[name] ?? [] where call.base != nil {
        facts.append(builder.fact(.runningTasks, at: call, []))
      }
    }
    for (expression, frame) in program.uses["allTasks"] ?? [] {
      guard case .member(let base?, _) = expression.form, namesSession(base) else { continue }
      facts.append(builder.fact(.runningTasks, at: expression.position, in: frame, []))
    }
    return facts
  }

  /// A method of a session that makes a task, by its labels.
  private struct TransferForm {
    let labels: [String]
    let task: String
    let from: String
    var isAsync = false
  }

  /// The labels of arguments that do not show the kind of task, including the progress arguments of AFNetworking's methods.
  private static let otherLabels = managerLabels.union(["completionHandler", "delegate", "destination"])

  /// The labels of AFNetworking's methods, whose completion handler is called by the session's delegate.
  private static let managerLabels: Set<String> = ["progress", "uploadProgress", "downloadProgress"]

  private static let transferForms: [(name: String, forms: [TransferForm])] = [
    (
      "downloadTask",
      [
        TransferForm(labels: ["with"], task: "download", from: "request"),
        TransferForm(labels: ["withResumeData"], task: "download", from: "resumeData"),
      ]
    ),
    (
      "uploadTask",
      [
        TransferForm(labels: ["with", "fromFile"], task: "upload", from: "file"),
        TransferForm(labels: ["with", "from"], task: "upload", from: "data"),
        TransferForm(labels: ["withStreamedRequest"], task: "upload", from: "stream"),
        TransferForm(labels: ["withResumeData"], task: "upload", from: "resumeData"),
      ]
    ),
    ("dataTask", [TransferForm(labels: ["with"], task: "data", from: "request")]),
    (
      "webSocketTask",
      [
        TransferForm(labels: ["with"], task: "webSocket", from: "request"),
        TransferForm(labels: ["with", "protocols"], task: "webSocket", from: "request"),
      ]
    ),
    ("streamTask", [TransferForm(labels: ["withHostName", "port"], task: "stream", from: "stream")]),
    (
      "makeAssetDownloadTask",
      [
        TransferForm(
          labels: ["asset", "assetTitle", "assetArtworkData", "options"], task: "assetDownload",
          from: "request"),
        TransferForm(labels: ["downloadConfiguration"], task: "assetDownload", from: "request"),
        TransferForm(labels: ["asset", "destinationURL", "options"], task: "assetDownload", from: "request"),
      ]
    ),
    (
      "download",
      [
        TransferForm(labels: ["for"], task: "download", from: "request", isAsync: true),
        TransferForm(labels: ["from"], task: "download", from: "request", isAsync: true),
        TransferForm(labels: ["resumeFrom"], task: "download", from: "resumeData", isAsync: true),
      ]
    ),
    (
      "upload",
      [
        TransferForm(labels: ["for", "fromFile"], task: "upload", from: "file", isAsync: true),
        TransferForm(labels: ["for", "from"], task: "upload", from: "data", isAsync: true),
      ]
    ),
    (
      "data",
      [
        TransferForm(labels: ["for"], task: "data", from: "request", isAsync: true),
        TransferForm(labels: ["from"], task: "data", from: "request", isAsync: true),
      ]
    ),
    ("dataTaskPublisher", [TransferForm(labels: ["for"], task: "data", from: "request", isAsync: true)]),
  ]

  /// Whether an expression is a session by its name; other types have methods with the same names.
  private static func namesSession(_ base: Expression?) -> Bool {
    guard let path = base?.core.path else { return false }
    return path.last?.lowercased().hasSuffix("session") ?? false || path == ["URLSession", "shared"]
  }

  private static func transfer(
    _ call: Call, _ form: TransferForm, _ sessions: [SessionMakings.Making], _ program: Program
  ) -> CodeFact {
    let builder = FactBuilder(program)
    var values = [FactEntry("task", builder.derived(.string(form.task), at: call))]
    if let session = session(of: call, sessions, program) {
      if form.from != "resumeData", ChainedTransfers(program).isChained(call, in: session) {
        values.append(FactEntry(.chained, true, at: call.location))
      }
      let place = session.location
      values.append(
        FactEntry("session", builder.derived(.string("\(place.file):\(place.line)"), at: call)))
      if session.facts.count > 1, let identifier = identifier(of: session, for: call, program) {
        values.append(FactEntry("sessionIdentifier", identifier))
      }
    }
    values.append(FactEntry("from", builder.derived(.string(form.from), at: call)))
    let isOfManager = call.labels.contains { managerLabels.contains($0) }
    // `URLSession`'s asynchronous methods use a completion handler of their own.
    let hasHandler =
      form.isAsync || call["completionHandler"] != nil || call.arguments.last?.isTrailing ?? false
    if !isOfManager, hasHandler {
      values.append(FactEntry("completionHandler", builder.derived(.bool(true), at: call)))
    }
    let moments = program.graph.moments(at: call.frame, after: call.order)
    if !moments.isEmpty { values += builder.knownMoments(of: call) }
    let occasions = program.graph.flow.occasions(at: call.frame, after: call.order)
    values += program.handlers.entries(for: occasions, at: call)
    if form.from == "file", !form.isAsync, let removal = call.removalOfUploadedFile(program) {
      values.append(FactEntry(.removesFile, true, at: removal.location))
    }
    if form.from == "file", !form.isAsync,
      let removal = removalOfFolder(of: call, values, sessions, program)
    {
      values.append(FactEntry(.removesFolder, true, at: removal.location))
    }
    if !form.isAsync, !isOfManager,
      namesSession(call.base) || values.contains(where: { $0.key == "session" }),
      call.isNeverResumed(program)
    {
      values.append(FactEntry(.neverResumed, true, at: call.location))
    }
    if let base = call.base, StartedWork(program).isForegroundSession(base, in: call.frame) {
      values.append(FactEntry(.foreground, true, at: call.location))
    }
    if moments.contains(.terminating), program.waitsAtTermination(besides: call) {
      values.append(FactEntry(.waits, true, at: call.location))
    }
    if OutlivedRequest(program).ends(before: call, isAwaited: form.isAsync) {
      values.append(FactEntry(.outlivesRequest, true, at: call.location))
    }
    if isInLoopUnderBackgroundTask(call, program) {
      values.append(FactEntry(.underBackgroundTask, true, at: call.location))
    }
    let trace = ObjectTrace(of: call.expression, in: call.frame, program)
    let ownDelegate = call["delegate"] ?? trace.settings.first { $0.name == "delegate" }?.value
    if let ownDelegate {
      let place = call.frame.body.location(ownDelegate.position)
      let isNull = if case .null = ownDelegate.core.form { true } else { false }
      values.append(FactEntry("delegate", FactValue(isNull ? .null : .bool(true), .literal, at: place)))
    }
    let known = [
      "countOfBytesClientExpectsToSend", "countOfBytesClientExpectsToReceive", "earliestBeginDate",
      "priority",
      "taskDescription",
    ]
    values += builder.values(of: trace.settings.filter { known.contains($0.name) }, madeIn: call.frame) {
      name, value, frame, evaluator in
      name == "earliestBeginDate"
        ? evaluator.seconds(value, in: frame).fact(of: value)
        : evaluator.value(value, in: frame).fact(of: value)
    }
    if let request = call.arguments.first?.value { values += requestValues(request, of: call, builder) }
    return builder.fact(.transfer, at: call, values)
  }

  /// The call that empties the folder with the file of an upload in a background session.
  private static func removalOfFolder(
    of call: Call, _ values: [FactEntry], _ sessions: [SessionMakings.Making], _ program: Program
  ) -> Call? {
    guard let file = call["fromFile"], let place = values.first(where: { $0.key == "session" })?.value.string,
      sessions.contains(where: { making in
        "\(making.location.file):\(making.location.line)" == place
          && making.facts.contains { $0["type"]?.string == "background" }
      })
    else { return nil }
    let folder = TemporaryFolder(program)
    return folder.contains(file, in: call.frame) ? folder.removal : nil
  }

  /// The greatest number of functions between the beginning of a background task and a transfer.
  private static let maximumDepth = 3

  /// Whether a function that begins a background task of UIKit starts a transfer for each element of a list, directly or through other
  /// functions.
  private static func isInLoopUnderBackgroundTask(_ call: Call, _ program: Program) -> Bool {
    let begins = Set(
      (program.callsByName["beginBackgroundTask"] ?? []).map { ObjectIdentifier($0.frame.body) })
    guard !begins.isEmpty else { return false }
    var seen: Set<ObjectIdentifier> = []
    func begin(_ frame: Frame, isInLoop: Bool, depth: Int) -> Bool {
      let isInLoop = isInLoop || frame.isInLoop(program)
      if begins.contains(ObjectIdentifier(frame.body)) { return isInLoop }
      guard depth < maximumDepth, seen.insert(ObjectIdentifier(frame.body)).inserted else { return false }
      return program.graph.callers(of: frame.body).contains {
        begin($0.frame, isInLoop: isInLoop, depth: depth + 1)
      }
    }
    return begin(call.frame, isInLoop: false, depth: 0)
  }

  /// The values that a transfer gets from its request.
  private static func requestValues(
    _ request: Expression, of call: Call, _ builder: FactBuilder
  ) -> [FactEntry] {
    let trace = RequestTrace(of: request, in: call, builder)
    let known = ["allowsCellularAccess", "allowsExpensiveNetworkAccess", "allowsConstrainedNetworkAccess"]
    var values = builder.values(of: trace.settings.filter { known.contains($0.name) }, madeIn: call.frame) {
      _, value, frame, evaluator in evaluator.value(value, in: frame).fact(of: value)
    }
    var headers: [FactValue] = []
    for field in trace.fields {
      let name = builder.text(field.name, in: field.frame)
      if let text = name.string, !headers.contains(where: { $0.string == text }) { headers.append(name) }
    }
    if let first = headers.first {
      values.append(FactEntry("headers", FactValue(.list(headers), .literal, at: first.location)))
    }
    return values
  }

  /// The identifier of the session that makes a task, if one function makes several sessions; `nil` if the session is not known.
  private static func identifier(
    of session: SessionMakings.Making, for call: Call, _ program: Program
  ) -> FactValue? {
    guard let base = call.base else { return nil }
    var maker = base.core
    if case .name(let name) = maker.form, let local = call.frame.local(name) {
      guard local.assignments.isEmpty, let value = local.value else { return nil }
      maker = value.core
    } else if let property = program.property(of: maker, in: call.frame)?.property {
      guard property.isConstant || property.isLazy, let value = property.value else { return nil }
      maker = value.core
    }
    let index = session.callers.firstIndex { $0?.expression === maker }
    return index.flatMap { session.facts[$0]["identifier"] }
  }

  /// The session that makes a task; `nil` unless exactly one session can make the task.
  ///
  /// `extensions` are the methods of extensions that were followed to the call: overloads may call each other.
  private static func session(
    of call: Call, _ sessions: [SessionMakings.Making], _ program: Program, extensions: [Body] = []
  ) -> SessionMakings.Making? {
    if call.isOfSessionItself {
      let body = call.frame.body
      guard !extensions.contains(where: { $0 === body }) else { return nil }
      // In a method of an extension, the session is the receiver of the method's call.
      let found = program.graph.callers(of: body).filter { $0.frame.body !== body }.map {
        session(of: $0, sessions, program, extensions: extensions + [body])
      }
      let places = Set(found.map { $0?.location })
      return places.count == 1 ? found.first ?? nil : nil
    }
    if let base = call.base, case .name(let name) = base.core.form, let local = call.frame.local(name),
      program.mayKeepSeveral(local)
    {
      return nil
    }
    var found = sessions.filter { $0.methods.contains(ObjectIdentifier(call)) }
    if found.isEmpty, let base = call.base {
      if case .name(let name) = base.core.form, let local = call.frame.local(name) {
        found = sessions.filter { $0.holders.contains(ObjectIdentifier(local)) }
      } else if let property = program.property(of: base, in: call.frame) {
        found = sessions.filter { $0.holders.contains(ObjectIdentifier(property)) }
      }
    }
    return found.count == 1 ? found.first : nil
  }
}

extension Frame {
  /// Whether the frame's code runs for each element of a list.
  fileprivate func isInLoop(_ program: Program) -> Bool {
    chain.contains { one in
      switch one.kind {
      case .loop: true
      case .closure(_, let around?, _):
        program.callsByExpression[ObjectIdentifier(around)].map { Local.elementMethods.contains($0.name) }
          ?? false
      default: false
      }
    }
  }
}

extension Call {
  /// Whether the call is a call of a session's own method in an extension of the session's type.
  fileprivate var isOfSessionItself: Bool {
    frame.body.types == ["URLSession"] && (base == nil || base?.core.path == ["self"])
  }
}

extension Program {
  /// Whether code that runs as the app ends, or the code around a call, keeps its thread waiting.
  fileprivate func waitsAtTermination(besides call: Call) -> Bool {
    ["wait", "sleep", "usleep", "run", "runUntilDate"].flatMap { callsByName[$0] ?? [] }.contains { other in
      other.frame.body === call.frame.body
        || other.frame.body.function.map { EntryMoments.methods[$0.fullName] == .terminating } ?? false
    }
  }

  /// Whether a variable may have one of several values, such as an argument and a default value.
  fileprivate func mayKeepSeveral(_ local: Local) -> Bool {
    if case .parameter(_, let body) = local.kind {
      return !local.assignments.isEmpty || callers(of: body).map { $0.count > 1 } ?? true
    }
    func isValue(_ expression: Expression) -> Bool {
      if case .null = expression.core.form { false } else { true }
    }
    let values = [local.value].compactMap { $0 } + local.assignments.map(\.value)
    return values.count(where: isValue) > 1
  }
}
