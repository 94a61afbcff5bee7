extension DrivenMutation {
  /// Typical mistakes in code for sessions, pushes and background tasks.
  static let all =
    completions + downloads + sessions + transfers + pushes + tasks + activities + scenes + oldSystem

  private static let completions = [
    DrivenMutation(
      "completion handler called at once", .sessions,
      (
        "    wait(for: .init(rawValue: identifier), EventsCompletion(completionHandler), canBeLate: false)",
        "    completionHandler()"
      )),
    DrivenMutation(
      "completion handler called twice", .sessions, ("    handler?()\n", "    handler?()\n    handler?()\n")),
    DrivenMutation("completion handler never called", .sessions, ("    handler?()\n", "    _ = handler\n")),
    DrivenMutation(
      "completion handler called off the main thread", .sessions,
      ("  @MainActor\n  public func call()", "  public func call()")),
    DrivenMutation(
      "end of the events ignored", .sessions,
      ("_ = open[identifier]?.signals.yield(.finished(completions))", "_ = completions")),
    DrivenMutation(
      "completion handler called at the first end of a task", .sessions,
      (
        "    report(outcome, of: identifier)\n",
        """
            report(outcome, of: identifier)
            lock.withLock {
              let completions = self.completions.removeValue(forKey: identifier) ?? []
              _ = open[identifier]?.signals.yield(.finished(completions))
            }

        """
      )),
    DrivenMutation(
      "completion handler called before the events are taken", .sessions,
      (
        "_ = open[identifier]?.signals.yield(.finished(completions))",
        """
        for completion in completions { Task { await completion.call() } }
              _ = open[identifier]?.signals.yield(.finished([]))
        """
      )),
    DrivenMutation(
      "completion handler of an unknown session forgotten", .sessions,
      ("      _Concurrency.Task { await completion.call() }\n    }\n", "    }\n")),
    DrivenMutation(
      "completion handler called too late", .sessions,
      (
        "        for completion in completions {\n",
        "        try? await Task.sleep(nanoseconds: 60_000_000_000)\n        for completion in completions {\n"
      ), ("nanoseconds: 25_000_000_000", "nanoseconds: 65_000_000_000")),
    DrivenMutation(
      "slow handler waited for", .sessions, ("nanoseconds: 25_000_000_000", "nanoseconds: 65_000_000_000")),
    DrivenMutation(
      "end of events kept that nobody waited for", .sessions, ("if canBeLate, let end,", "if let end,")),
    DrivenMutation(
      "completion handlers kept after they are called", .sessions,
      (
        "let completions = self.completions.removeValue(forKey: identifier) ?? []\n        reportUnfinished",
        "let completions = self.completions[identifier] ?? []\n        reportUnfinished"
      ), ("      defer { self.handler = nil }\n", "")),
  ]

  private static let downloads = [
    DrivenMutation(
      "download not moved", .sessions,
      (
        "    try FileManager.default.moveItem(at: location, to: folder().appendingPathComponent(name))\n",
        "    _ = name\n"
      )),
    DrivenMutation(
      "download moved after the delegate method has returned", .sessions,
      (
        "    try FileManager.default.moveItem(at: location, to: folder().appendingPathComponent(name))\n",
        "    Task { try FileManager.default.moveItem(at: location, to: folder().appendingPathComponent(name)) }\n"
      )),
    DrivenMutation(
      "error page taken for a file", .sessions, ("!(200..<300).contains($0)", "!(0..<999).contains($0)")),
    DrivenMutation(
      "failure taken for success", .sessions,
      ("    if let error { return .failed(transfer, .init(error)) }\n", "")),
    DrivenMutation(
      "force quit taken for a failure of the network", .sessions,
      ("      self = .whenOpened", "      self = .again")
    ),
    DrivenMutation(
      "background updates that are off taken for a pause", .sessions,
      ("      self = .inForeground", "      self = .later")),
  ]

  private static let sessions = [
    DrivenMutation(
      "sessions not made again at launch", .sessions,
      ("        locked { openSession(identifier) }\n", "")),
    DrivenMutation(
      "session made with another configuration", .sessions,
      (
        "    let session = URLSession(",
        "    configuration.timeoutIntervalForResource = 60\n    let session = URLSession("
      )),
    DrivenMutation(
      "session made with another configuration after a relaunch", .sessions,
      (
        "    let session = URLSession(",
        "    configuration.timeoutIntervalForRequest = .random(in: 1...60)\n    let session = URLSession("
      )),
    DrivenMutation(
      "session made a second time", .sessions, ("    guard open[identifier] == nil,\n", "    guard true,\n")),
    DrivenMutation(
      "session made without a delegate", .sessions,
      ("delegate: self, delegateQueue: nil", "delegate: nil, delegateQueue: nil")),
    DrivenMutation(
      "session with a new identifier at each launch", .sessions,
      (
        "withIdentifier: MutantSessionIdentifier.library.rawValue)",
        "withIdentifier: MutantSessionIdentifier.library.rawValue + UUID().uuidString)"
      )),
    DrivenMutation(
      "extension's session made by the app", .sessions,
      (
        "isOwned: target == \"share\"", "isOwned: true"
      )
    ),
    DrivenMutation(
      "extension's session kept by the app", .sessions, ("    session?.finishTasksAndInvalidate()\n", "")),
    DrivenMutation(
      "what is left in a session not asked for", .sessions,
      ("self.reconcile(tasks.map { self.transfer($0, of: identifier) }, of: identifier)", "_ = tasks")),
    DrivenMutation(
      "what is left told before what has ended", .sessions,
      ("          guard completions[identifier] == nil else { return }\n", "")),
    DrivenMutation(
      "what is left told before the system calls the app", .sessions,
      ("        try? await _Concurrency.Task.sleep(nanoseconds: 1_000_000_000)\n", "")),
    DrivenMutation("answer of the server lost", .sessions, ("    data.append(part)\n", "")),
    DrivenMutation(
      "long answer of the server cut", .sessions, ("append: file != nil)", "append: false)")),
    DrivenMutation(
      "header fields lost", .sessions, ("fields[\"\\(field)\"] = \"\\(value)\"", "_ = (field, value)")),
    DrivenMutation(
      "file of an earlier process lost", .sessions,
      (
        "\"arrived-\\(String(name, radix: 16))-\\(task)\"",
        "\"arrived-\\(name)-\\(task)-\\(mark)\""
      ),
      (
        "    /// The name of the folder.\n",
        "    let mark = UUID().uuidString\n    /// The name of the folder.\n"
      )),
    DrivenMutation(
      "earlier build's transfers left", .sessions,
      ("        session.invalidateAndCancel()\n", "        _ = session\n")
    ),
    DrivenMutation(
      "sessions not made anew after a clean slate", .sessions,
      ("          open[identifier]?.isMadeAgain = true\n", "")),
    DrivenMutation(
      "events of a session made anew handed over beside those of the old one", .sessions,
      ("openSession(identifier, after: closed)\n          return", "openSession(identifier)")),
    DrivenMutation(
      "tasks made in a session that is invalid", .sessions,
      ("$0.isClosing ? nil : $0.session", "$0.session"), ("      open[identifier] = nil\n", "")),
    DrivenMutation(
      "sessionSendsLaunchEvents turned off", .sessions,
      ("configuration.sessionSendsLaunchEvents = true", "configuration.sessionSendsLaunchEvents = false")),
    DrivenMutation(
      "isDiscretionary forgotten", .sessions, ("    configuration.isDiscretionary = true\n", "")),
  ]

  private static let transfers = [
    DrivenMutation("task never resumed", .sessions, ("      task.resume()\n", "")),
    DrivenMutation(
      "rejected item without an event", .sessions,
      (
        "      if let failure = item.failure {\n",
        "      if item.failure != nil { continue }\n      if let failure = item.failure {\n"
      )),
    DrivenMutation("more than a batch submitted", .sessions, ("limit: 6", "limit: 60")),
    DrivenMutation("one task submitted at a time", .sessions, ("limit: 6", "limit: 1")),
    DrivenMutation(
      "rest of a batch lost", .sessions, ("rest: Array(rest))", "rest: [])")),
    DrivenMutation(
      "expected bytes forgotten", .sessions,
      ("        task.countOfBytesClientExpectsToSend = Int64(bytes)\n", "        _ = bytes\n")),
    DrivenMutation(
      "bytes of the policy expected of an item that has its own", .sessions,
      (
        "countOfBytesClientExpectsToReceive ?? rules.countOfBytesClientExpectsToReceive",
        "rules.countOfBytesClientExpectsToReceive"
      )),
    DrivenMutation(
      "priority forgotten", .sessions, ("      if let priority { task.priority = priority }\n", "")),
    DrivenMutation(
      "earliest begin forgotten", .sessions,
      (
        "        task.earliestBeginDate = Date(timeIntervalSinceNow: earliestBegin)\n",
        "        _ = earliestBegin\n"
      )),
    DrivenMutation(
      "cellular access kept", .sessions,
      (
        "      if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }\n", ""
      )),
    DrivenMutation(
      "upload from data", .sessions,
      (
        "session.uploadTask(with: request, fromFile: file)",
        "session.uploadTask(with: request, from: Data())"
      )
    ),
    DrivenMutation(
      "upload of a file that is gone", .sessions,
      ("guard FileManager.default.isReadableFile(atPath: file.path) else {", "guard true else {")),
    DrivenMutation(
      "task description lost", .sessions, ("      task.taskDescription = item.id\n", "")),
  ]

  private static let pushes = [
    DrivenMutation(
      "push answered late", .pushes, ("nanoseconds: 25_000_000_000", "nanoseconds: 35_000_000_000")),
    DrivenMutation(
      "push that ignores its cancellation waited for", .pushes,
      ("1_000_000_000)\n        complete(.failed)", "1_000_000_000)")),
    DrivenMutation(
      "failed push answered only when its time is up", .pushes,
      ("push failed\", error)\n          complete(.failed)", "push failed\", error)")),
    DrivenMutation("push answered twice", .pushes, ("      completionHandler = nil\n", "")),
    DrivenMutation(
      "push answered at once", .pushes,
      ("let result = try await work.value", "let result = PushResult.newData")),
    DrivenMutation(
      "push answered off the main thread", .pushes,
      (
        "      completionHandler?(result)\n",
        """
              if let completionHandler {
                struct Box: @unchecked Sendable { let call: () -> Void }
                let box = Box { completionHandler(result) }
                Task.detached { box.call() }
              }

        """
      )),
    DrivenMutation("one push taken for another", .pushes, ("handler.news(push)", "handler.mail(push)")),
    DrivenMutation(
      "new data not told", .pushes,
      ("result == .newData ? .newData : .noData", "result == .newData ? .noData : .noData")),
  ]

  private static let tasks = [
    DrivenMutation("background task never ended", .tasks, ("      defer { end() }\n", "")),
    DrivenMutation(
      "background task not ended when the work fails", .tasks, ("      defer { end() }\n", ""),
      ("        try await task.value\n", "        try await task.value\n        end()\n")),
    DrivenMutation("background task not ended when its time is up", .tasks, ("        self.end()\n", "")),
    DrivenMutation("background task ended twice", .tasks, ("      identifier = .invalid\n", "")),
    DrivenMutation("work not cancelled when its time is up", .tasks, ("        self.work?.cancel()\n", "")),
    DrivenMutation(
      "background task begun after the work", .tasks, ("      begin(name)\n", ""),
      (
        "      let task = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }\n",
        "      let task = Task { try await work() }\n      _ = try? await task.value\n      begin(name)\n"
      )),
    DrivenMutation("background task without a name", .tasks, ("withName: name) {", "withName: nil) {")),
    DrivenMutation(
      "background task without an expiration handler", .tasks,
      (
        """
        withName: name) {
                self.work?.cancel()
                self.end()
              }
        """, "withName: name)"
      )),
    DrivenMutation(
      "work given up where there is no time to be had", .tasks,
      ("      // The time may have been up already.\n", "      if identifier == .invalid { isOver = true }\n")
    ),
  ]

  private static let activities = [
    DrivenMutation("activity over before its work", .activities, ("        isOver.wait()\n", "")),
    DrivenMutation("activity never over", .activities, ("      defer { isOver.signal() }\n", "")),
    DrivenMutation("activity goes on when its time is up", .activities, ("        isOver.signal()\n", "")),
    DrivenMutation(
      "work of an activity not cancelled when its time is up", .activities,
      ("          task.cancel()\n          isOver", "          isOver")),
    DrivenMutation("work of an activity never begun", .activities, ("        begin.finish()\n", "")),
    DrivenMutation(
      "work without an activity", .activities,
      (
        "    ProcessInfo.processInfo.performExpiringActivity(withReason: name) { hasExpired in",
        "    let activity = { @Sendable (hasExpired: Bool) in"
      ),
      (
        "    try await withTaskCancellationHandler",
        "    begin.finish()\n    _ = activity\n    try await withTaskCancellationHandler"
      )),
    DrivenMutation("activity without a reason", .activities, ("withReason: name", "withReason: \"\"")),
  ]

  private static let oldSystem = [
    DrivenMutation(
      "property set on a system that lacks it", .oldSystem,
      ("if #available(iOS 16.0, *) {", "do {")),
    DrivenMutation(
      "logger on a system that lacks it", .oldSystem,
      (
        """
              guard #available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *) else {
                return
              }

        """, ""
      )),
  ]

  private static let scenes = [
    DrivenMutation(
      "scene's action returns before the events are taken", .scenes,
      (
        "await background.handleEvents(forSession: MutantSessionIdentifier.library.rawValue)",
        "_ = background"
      )),
    DrivenMutation(
      "scene's action waits for another session", .scenes,
      (
        "await background.handleEvents(forSession: MutantSessionIdentifier.library.rawValue)",
        "await background.handleEvents(forSession: MutantSessionIdentifier.share.rawValue)"
      )),
    DrivenMutation(
      "session without an action of the scene's", .scenes,
      (
        "backgroundTask(.urlSession(MutantSessionIdentifier.library.rawValue))",
        "backgroundTask(.urlSession(\"com.example.mutant.other\"))"
      )),
    DrivenMutation(
      "end of the events forgotten that came before the scene's action", .scenes,
      ("      if completions.isEmpty { ended[identifier] = Date() }\n", "")),
  ]
}
