import AppFacts
import AppSources
import Testing

/// The reader decides whether code completes tasks, pushes and background tasks on each path, in time, and not before the work is done.
@Suite struct CompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The word for the fact's value `completes`.
    let word: String
    var isEarly = false

    init(_ name: String, _ word: String, early: Bool = false, _ text: String) {
      testDescription = name
      self.text = text
      self.word = word
      isEarly = early
    }
  }

  /// Code that registers a launch handler with a body, followed by other declarations.
  private static func handler(_ body: String, _ others: String = "") -> String {
    """
    func register() {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
        \(body)
      }
    }
    \(others)
    """
  }

  static let registrations: [Case] = [
    Case(
      "the completion block of an operation", "always",
      handler(
        "handle(task)",
        """
        func handle(_ task: BGTask) {
          let operation = Refresh()
          task.expirationHandler = { operation.cancel() }
          operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
          OperationQueue().addOperation(operation)
        }
        """)),
    Case(
      "a way out of the function that handles it", "sometimes",
      handler(
        "handle(task)",
        """
        func handle(_ task: BGTask) {
          guard isSignedIn else { return }
          let operation = Refresh()
          operation.completionBlock = { task.setTaskCompleted(success: true) }
          OperationQueue().addOperation(operation)
        }
        """)),
    Case(
      "a way out before unknown code gets it", "sometimes",
      handler("guard isOn else { return }\n worker.run(task)")),
    Case(
      "one of two flags, tested by a guard", "always",
      handler(
        """
        let finish = { task.setTaskCompleted(success: true) }
        guard mail || news else { return finish() }
        if mail { finish() }
        if news { finish() }
        """)),
    Case(
      "one of two of three flags", "sometimes",
      handler(
        """
        guard mail || news || calls else { return task.setTaskCompleted(success: true) }
        if mail { return task.setTaskCompleted(success: true) }
        if news { task.setTaskCompleted(success: true) }
        """)),
    Case(
      "two flags without a guard", "sometimes",
      handler(
        """
        if mail { task.setTaskCompleted(success: true) }
        if news { task.setTaskCompleted(success: true) }
        """)),
    Case(
      "a timer that was invalidated", "always",
      handler(
        """
        let timer = Timer.scheduledTimer(withTimeInterval: 25, repeats: false) { timer in
          timer.invalidate()
          task.setTaskCompleted(success: false)
        }
        load {
          guard timer.isValid else { return }
          timer.invalidate()
          task.setTaskCompleted(success: true)
        }
        """)),
    Case(
      "a connection that is not valid", "sometimes",
      handler(
        """
        guard connection.isValid else { return }
        task.setTaskCompleted(success: true)
        """)),
    Case("unknown code gets it", "escapes", handler("worker.run(task)")),
    Case("a property keeps it", "escapes", handler("self.current = task\n start()")),
    Case(
      "a continuation", "always",
      handler(
        "Task {\n await withCheckedContinuation { done in load { done.resume() } }\n task.setTaskCompleted(success: true)\n }"
      )),
    Case(
      "a transfer that goes on", "always", early: true,
      handler(
        "URLSession.shared.dataTask(with: url) { data, _, _ in store(data) }.resume()\n task.setTaskCompleted(success: true)"
      )),
    Case(
      "a transfer of another function that goes on", "always", early: true,
      handler(
        "load()\n task.setTaskCompleted(success: true)",
        "func load() { URLSession.shared.dataTask(with: url) { data, _, _ in store(data) }.resume() }")),
    Case(
      "work on another queue that goes on, in another function", "always", early: true,
      handler(
        "handle(task)",
        "func handle(_ task: BGTask) { DispatchQueue.global().async { work() }\n task.setTaskCompleted(success: true) }"
      )),
    Case(
      "an operation that goes on", "always", early: true,
      handler("queue.addOperation(Refresh())\n task.setTaskCompleted(success: true)")),
    Case(
      "an operation that the handler waits for", "always",
      handler(
        "queue.addOperation(Refresh())\n queue.waitUntilAllOperationsAreFinished()\n task.setTaskCompleted(success: true)"
      )),
    Case(
      "a background session's transfer, which the system carries", "always",
      handler(
        "session.downloadTask(with: url).resume()\n task.setTaskCompleted(success: true)",
        "let session = URLSession(configuration: .background(withIdentifier: \"b\"), delegate: nil, delegateQueue: nil)"
      )),
    Case(
      "a view that is brought up to date", "always",
      handler("DispatchQueue.main.async { reload() }\n task.setTaskCompleted(success: true)")),
    Case(
      "a task that is awaited", "always",
      handler(
        "Task {\n let work = Task { await load() }\n await work.value\n task.setTaskCompleted(success: true)\n }"
      )),
  ]

  @Test(arguments: registrations) func handlersComplete(_ one: Case) throws {
    let fact = try #require(facts(one.text).first { $0.kind == .taskRegistration })
    #expect(fact["completes"]?.string == one.word)
    #expect((fact[.completesAtOnce] == true) == one.isEarly)
  }

  // MARK: - Expiration handlers of launch handlers

  @Test(arguments: [
    ("{ }", false), ("{ print(\"over\") }", false), ("{ logger.warning(\"over\") }", false),
    ("{ FileLog.shared.write(\"over\") }", false), ("{ os_log.warning(\"over\") }", false),
    ("{ operation.cancel() }", true), ("{ isOver = true }", true), ("expire", true),
    ("{ dialog.close() }", true), ("{ Catalog.shared.close() }", true),
    ("nil", false), (".none", false), ("Optional.none", false), ("Optional<() -> Void>(nil)", false),
    ("nil as (() -> Void)?", false), ("none", false), ("computed", false), ("made()", false),
    ("other", true), ("chosen()", true), ("false ? expire : nil", false), ("true ? expire : nil", true),
    ("isOn ? expire : nil", true),
    ("expire\n task[keyPath: \\.expirationHandler] = nil", false),
    ("expire\n task.setValue(nil, forKey: \"expirationHandler\")", false),
  ])
  func expirationHandlersOfTasksDoSomething(_ value: String, does: Bool) throws {
    let text = Self.handler(
      "task.expirationHandler = \(value)\n task.setTaskCompleted(success: true)",
      """
      func expire() { cancel() }
      let none: (() -> Void)? = nil
      var other: (() -> Void)? = nil
      var computed: (() -> Void)? { nil }
      func made() -> (() -> Void)? { nil }
      func chosen() -> (() -> Void)? { isOn ? expire : nil }
      """
    )
    let fact = try #require(facts(text).first { $0.kind == .taskRegistration })
    #expect((fact["expirationHandler"]?.bool == true) == does)
    #expect((fact[.expiration] == .nothing) == !does)
  }

  /// Objects of the app's own take the name of the task, and the handler is set on them.
  @Test(arguments: [
    "let task = Box(task)\n task.expirationHandler = expire",
    "do { let task = Box(task)\n task.expirationHandler = expire }",
  ])
  func handlersOfOtherObjectsDoNotCount(_ statements: String) throws {
    let text = Self.handler(
      statements,
      "func expire() { cancel() }\nfinal class Box { init(_ x: BGTask) { }\n var expirationHandler: (() -> Void)? }"
    )
    let fact = try #require(facts(text).first { $0.kind == .taskRegistration })
    #expect(fact["expirationHandler"] == nil)
  }

  /// Code that only looks at the task does not complete it.
  @Test(arguments: [
    ("print(task)", "never"), ("dump(task)", "never"), ("logger.info(\"x\", task)", "never"),
    ("_ = [task]", "never"),
    ("keep(task)", "escapes"), ("all = [task]", "escapes"),
  ])
  func logsDoNotCompleteTasks(_ statement: String, word: String) throws {
    let fact = try #require(facts(Self.handler(statement)).first { $0.kind == .taskRegistration })
    #expect(fact["completes"]?.string == word)
  }

  // MARK: - Pushes

  private static func push(_ body: String) -> String {
    """
    class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(
        _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
        fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        \(body)
      }
    }
    """
  }

  static let pushes: [Case] = [
    Case("a task that goes on", "always", early: true, push("Task { await load() }\n done(.newData)")),
    Case(
      "work on a queue that goes on", "always", early: true,
      push("queue.async { self.load() }\n done(.noData)")),
    Case("in the task", "always", push("Task {\n await load()\n done(.newData)\n }")),
    Case(
      "in each case", "always",
      push("switch kind {\n case .a: done(.noData)\n default: load { done(.newData) }\n }")),
    Case(
      "not in one case", "sometimes",
      push("switch kind {\n case .a: print(1)\n default: load { done(.newData) }\n }")),
    Case("nothing to do", "always", push("done(.noData)")),
  ]

  @Test(arguments: pushes) func pushesComplete(_ one: Case) throws {
    let fact = try #require(facts(one.text).first { $0.kind == .remoteNotification })
    #expect(fact["completes"]?.string == one.word)
    #expect((fact[.completesAtOnce] == true) == one.isEarly)
  }

  @Test(arguments: [
    ("Library.shared.handle(info, completion: done)", true),
    ("Library.shared.log(info)\n Library.shared.handle(info, completion: done)", true),
    ("load()\n Library.shared.handle(info, completion: done)", false), ("done(.noData)", false),
  ])
  func handlersThatOnlyPassPushesOnAreKnown(_ body: String, forwards: Bool) throws {
    let fact = try #require(facts(Self.push(body)).first { $0.kind == .remoteNotification })
    #expect((fact[.forwards] == true) == forwards)
  }

  // MARK: - Watch apps

  private static func watch(_ body: String, _ others: String = "") -> String {
    """
    final class Delegate: NSObject, WKApplicationDelegate {
      var pending: [WKRefreshBackgroundTask] = []
      func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
        \(body)
      }
      \(others)
    }
    """
  }

  static let watchTasks: [Case] = [
    Case("all", "always", watch("for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }")),
    Case(
      "all, by a closure", "always",
      watch("backgroundTasks.forEach { $0.setTaskCompletedWithSnapshot(false) }")),
    Case(
      "each in its function", "always",
      watch(
        "for task in backgroundTasks { if let refresh = task as? WKApplicationRefreshBackgroundTask { update(refresh) } else { task.setTaskCompletedWithSnapshot(false) } }",
        "func update(_ task: WKApplicationRefreshBackgroundTask) { load { task.setTaskCompletedWithSnapshot(true) } }"
      )),
    Case(
      "one of them in an array", "always",
      watch(
        "for task in backgroundTasks { if isSession { pending.append(task) } else { task.setTaskCompletedWithSnapshot(false) } }"
      )),
    Case(
      "none of one kind", "sometimes",
      watch(
        "for task in backgroundTasks { if let refresh = task as? WKApplicationRefreshBackgroundTask { refresh.setTaskCompletedWithSnapshot(false) } }"
      )),
    Case(
      "not after a guard", "sometimes",
      watch(
        "for task in backgroundTasks {\n guard let refresh = task as? WKApplicationRefreshBackgroundTask else { continue }\n refresh.setTaskCompletedWithSnapshot(false)\n }"
      )),
    Case(
      "in another function, not on one way", "sometimes",
      watch(
        "backgroundTasks.forEach { finish($0) }",
        "func finish(_ task: WKRefreshBackgroundTask) { if isStale { load() } else { task.setTaskCompletedWithSnapshot(false) } }"
      )),
  ]

  @Test(arguments: watchTasks) func watchTasksComplete(_ one: Case) throws {
    let fact = try #require(facts(one.text).first { $0.kind == .watchRefresh })
    #expect(fact["completes"]?.string == one.word)
  }

  // MARK: - Background tasks of UIKit

  @Test(arguments: [
    ("{ }", ExpirationOutcome.nothing), ("{ print(\"over\") }", .nothing),
    ("{ self.task = .invalid }", .nothing),
    ("{ Task { @MainActor in self.end() } }", .later),
    ("{ DispatchQueue.main.async { self.end() } }", .later),
    ("{ Task { await self.stop() } }", .later), ("{ [weak self] in self?.end() }", .ends),
    ("{ MainActor.assumeIsolated { self.end() } }", .ends),
    ("{ DispatchQueue.main.sync { UIApplication.shared.endBackgroundTask(self.task) } }", .ends),
  ])
  func expirationHandlersEndTheirTask(_ handler: String, outcome: ExpirationOutcome) throws {
    let text = """
      class Saver {
        var task = UIBackgroundTaskIdentifier.invalid
        func save() { task = UIApplication.shared.beginBackgroundTask(withName: "a", expirationHandler: \(handler)) }
        func end() { UIApplication.shared.endBackgroundTask(task) }
        func stop() async { end() }
      }
      """
    let fact = try #require(facts(text).first { $0.kind == .backgroundTask })
    #expect(fact[.expiration] == outcome)
  }

  @Test func expirationHandlerThatRunsOtherCodeIsOpen() throws {
    let text = "func save() { id = UIApplication.shared.beginBackgroundTask { upload.cancel() } }"
    let fact = try #require(facts(text).first { $0.kind == .backgroundTask })
    #expect(fact[.expiration] == nil)
  }

  static let saves: [(String, exits: Int, isEarly: Bool)] = [
    ("let id = begin()\n write()\n end(id)", 0, false),
    ("let id = begin()\n guard isReady else { return }\n end(id)", 1, false),
    ("let id = begin()\n guard isReady else { end(id)\n return }\n end(id)", 0, false),
    ("let id = begin()\n defer { end(id) }\n guard isReady else { return }\n write()", 0, false),
    ("let id = begin()\n Task {\n await write()\n end(id)\n }", 0, false),
    ("let id = begin()\n Task { await write() }\n end(id)", 0, true),
    ("let id = begin()\n keep(id)\n guard isReady else { return }\n end(id)", 0, false),
    ("let id = begin()\n if id == .invalid { log()\n return }\n write()\n end(id)", 0, false),
    (
      "let id = begin()\n if id == UIBackgroundTaskIdentifier.invalid { return }\n write()\n end(id)", 0,
      false
    ),
    (
      "var id = UIBackgroundTaskIdentifier.invalid\n id = begin()\n write()\n if id != .invalid { end(id) }",
      0, false
    ),
    ("let id = begin()\n guard id != .invalid else { return }\n write()\n end(id)", 0, false),
    ("let id = begin()\n if id == other { return }\n write()\n end(id)", 1, false),
    ("let id = begin()\n guard id != .invalid, isReady else { return }\n write()\n end(id)", 1, false),
  ]

  @Test(arguments: saves) func backgroundTasksEndOnEachWay(_ body: String, exits: Int, isEarly: Bool) throws {
    let text = "func save() { \(body) }"
      .replacing("begin()", with: "UIApplication.shared.beginBackgroundTask { stop() }")
      .replacing("end(id)", with: "UIApplication.shared.endBackgroundTask(id)")
    let fact = try #require(facts(text).first { $0.kind == .backgroundTask })
    #expect(fact.values.count { $0.key == "exit" } == exits)
    #expect((fact[.completesAtOnce] == true) == isEarly)
  }

  /// A type with a property for the identifier of a task, and with a method that ends the task.
  private static func saver(_ type: String, _ body: String) -> String {
    """
    \(type) {
      var id = UIBackgroundTaskIdentifier.invalid
      \(body)
      func end() { UIApplication.shared.endBackgroundTask(id)\n id = .invalid }
    }
    """
  }

  private static let begin = "id = UIApplication.shared.beginBackgroundTask { self.end() }"

  static let overwritten: [(String, Bool)] = [
    (
      saver(
        "class S: UIResponder, UIWindowSceneDelegate",
        "func sceneDidEnterBackground(_ s: UIScene) { \(begin)\n write { self.end() } }"), true
    ),
    (
      saver(
        "final class S", "static let shared = S()\n public func save() { \(begin)\n write { self.end() } }"),
      true
    ),
    (
      saver(
        "class S: UIViewController", "@IBAction func save() { \(begin)\n Task { await write()\n end() } }"),
      true
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() { guard id == .invalid else { return }\n \(begin)\n write { self.end() } }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() { if id != .invalid { end() }\n \(begin)\n write { self.end() } }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() { end()\n \(begin)\n write { self.end() } }"),
      false
    ),
    (
      saver("final class S", "static let shared = S()\n public func save() { \(begin)\n write()\n end() }"),
      false
    ),
    (
      saver("final class S", "func save() { \(begin)\n write { self.end() } }")
        + "\nfunc save() { let one = S()\n one.save() }", false
    ),
    (
      saver(
        "class S: UIResponder, UIWindowSceneDelegate",
        "func sceneDidEnterBackground(_ s: UIScene) { \(begin) }\n func sceneDidBecomeActive(_ s: UIScene) { end() }"
      ), false
    ),
    (
      saver(
        "class S: UIResponder, UIApplicationDelegate",
        "func applicationDidEnterBackground(_ a: UIApplication) { start() }\n func start() { \(begin) }\n func applicationWillEnterForeground(_ a: UIApplication) { write { self.end() } }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() { if id != .invalid { return }\n \(begin)\n write { self.end() } }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() {\n #if !os(watchOS)\n if id != .invalid { return }\n \(begin)\n write { self.end() }\n #endif\n }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n var isSaving = false\n public func save() { guard !isSaving else { return }\n isSaving = true\n \(begin)\n write { self.end() } }"
      ), false
    ),
    (
      saver(
        "final class S",
        "static let shared = S()\n public func save() { guard hasWork else { return }\n \(begin)\n write { self.end() } }"
      ), true
    ),
    (
      saver(
        "class S: UIResponder, UIWindowSceneDelegate",
        "@IBAction func save() { \(begin) }\n func sceneDidBecomeActive(_ s: UIScene) { end() }"), true
    ),
  ]

  @Test(arguments: overwritten) func identifiersThatAreLostAreKnown(_ text: String, isLost: Bool) throws {
    let fact = try #require(facts(text).first { $0.kind == .backgroundTask })
    #expect((fact[.overwritten] == true) == isLost)
  }

  // MARK: - Isolation

  @Test(
    arguments: [
      ("@MainActor final class A { static func register() { R { _ in } } }", true),
      ("final class A: UIResponder, UIApplicationDelegate { func register() { R { _ in } } }", true),
      ("final class A { @MainActor func register() { R { _ in } } }", true),
      ("final class A { func register() { R { @MainActor task in work(task) } } }", true),
      ("@MainActor final class A { nonisolated func register() { R { _ in } } }", false),
      ("@MainActor final class A { func register() { R { @Sendable task in work(task) } } }", false),
      ("actor A { func register() { R { _ in } } }", false),
      ("enum A { static func register() { R { _ in } } }", nil),
    ] as [(String, Bool?)])
  func handlersOfTheMainActorAreKnown(_ text: String, isOnMain: Bool?) throws {
    let code = text.replacing(
      "R {", with: "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"a\", using: nil) {")
    let fact = try #require(facts(code).first { $0.kind == .taskRegistration })
    #expect(fact[.mainActor] == isOnMain)
  }

  private func facts(_ text: String) -> [CodeFact] {
    CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
  }
}
