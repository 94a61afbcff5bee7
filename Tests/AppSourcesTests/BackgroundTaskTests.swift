import AppFacts
import AppSources
import Testing

@Suite struct BackgroundTaskTests {
  static let requests: [FactCase] = [
    FactCase(
      "every property", [.taskRequest],
      """
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        private static let delay: TimeInterval = 4 * 60
        func application(_ application: UIApplication, didFinishLaunchingWithOptions: [String: Any]?) -> Bool {
          let request = «BGProcessingTaskRequest(
            identifier: "com.example.clean")»
          request.requiresNetworkConnectivity = true
          request.requiresExternalPower = false
          request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * AppDelegate.delay)
          try? BGTaskScheduler.shared.submit(request)
          return true
        }
      }
      """,
      "taskRequest identifier=com.example.clean task=processing requiresNetworkConnectivity=true requiresExternalPower=false earliestBeginDate=3600"
    ),
    FactCase(
      "dates", [.taskRequest],
      """
      class Requests: Base {
        override func make() {
          let a = «BGAppRefreshTaskRequest(identifier: "a")»
          a.earliestBeginDate = nil
          let b = «BGAppRefreshTaskRequest(identifier: "b")»
          b.earliestBeginDate = .now.addingTimeInterval(900)
          let c = «BGAppRefreshTaskRequest(identifier: "c")»
          c.earliestBeginDate = Calendar.current.date(byAdding: .hour, value: 2, to: Date())
          let d = «BGAppRefreshTaskRequest(identifier: "d")»
          d.earliestBeginDate = Date() + interval
          let e = «BGAppRefreshTaskRequest(identifier: "e")»
          let begin = Date(timeIntervalSinceNow: 60)
          e.earliestBeginDate = begin
        }
      }
      """,
      """
      taskRequest identifier=a task=appRefresh earliestBeginDate=null
      taskRequest identifier=b task=appRefresh earliestBeginDate=900
      taskRequest identifier=c task=appRefresh earliestBeginDate=7200
      taskRequest identifier=d task=appRefresh earliestBeginDate=?
      taskRequest identifier=e task=appRefresh earliestBeginDate=60
      """),
    FactCase(
      "a property that is set under a condition", [.taskRequest],
      """
      class Requests: Base {
        override func make(isStrict: Bool) {
          let request = «BGProcessingTaskRequest(identifier: "a")»
          if isStrict { request.requiresExternalPower = true }
        }
      }
      """, "taskRequest identifier=a task=processing requiresExternalPower=?"),
    FactCase(
      "a function with the identifier as its parameter", [.taskRequest],
      """
      class Requests: Base {
        override func start() {
          schedule("com.example.a", after: 60)
          schedule("com.example.b", after: 120)
        }
        private func schedule(_ identifier: String, after delay: TimeInterval) {
          let request = «BGAppRefreshTaskRequest(identifier: identifier)»
          request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
        }
      }
      """,
      """
      taskRequest identifier=com.example.a task=appRefresh earliestBeginDate=60
      taskRequest identifier=com.example.b task=appRefresh earliestBeginDate=120
      """),
    FactCase(
      "a request that a function makes and another sets", [.taskRequest],
      """
      class Requests: Base {
        override func start() {
          let request = makeRequest()
          request.requiresNetworkConnectivity = true
        }
        func makeRequest() -> BGProcessingTaskRequest {
          let request = «BGProcessingTaskRequest(identifier: "a")»
          request.requiresExternalPower = true
          return request
        }
      }
      """,
      "taskRequest identifier=a task=processing requiresNetworkConnectivity=true requiresExternalPower=true"),
    FactCase(
      "units of time that extensions add", [.taskRequest],
      """
      extension Int { var minutes: TimeInterval { TimeInterval(self) * 60 } }
      extension Double { func days() -> Double { self * 24 * 60 * 60 } }
      extension TimeInterval { static func hours(_ count: Double) -> TimeInterval { count * 3600 } }
      class Requests: Base {
        override func make() {
          let a = «BGAppRefreshTaskRequest(identifier: "a")»
          a.earliestBeginDate = Date(timeIntervalSinceNow: 30.minutes)
          let b = «BGAppRefreshTaskRequest(identifier: "b")»
          b.earliestBeginDate = Date(timeIntervalSinceNow: 2.days())
          let c = «BGAppRefreshTaskRequest(identifier: "c")»
          c.earliestBeginDate = Date(timeIntervalSinceNow: .hours(4))
        }
      }
      """,
      """
      taskRequest identifier=a task=appRefresh earliestBeginDate=1800
      taskRequest identifier=b task=appRefresh earliestBeginDate=172800
      taskRequest identifier=c task=appRefresh earliestBeginDate=14400
      """),
    FactCase(
      "texts and comments", [.taskRequest, .taskSubmission],
      #"""
      // BGAppRefreshTaskRequest(identifier: "a")
      let text = "BGAppRefreshTaskRequest(identifier: \"b\")"
      let lines = """
        try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "c"))
        """
      """#, ""),
    FactCase(
      "half-written code", [.taskRequest],
      "class A: B { override func c() { let r = «BGAppRefreshTaskRequest(identifier: \"a\")» ; if x { foo( ",
      "taskRequest identifier=a task=appRefresh"),
  ]

  @Test(arguments: requests) func readsRequests(_ one: FactCase) { one.check() }

  static let registrations: [FactCase] = [
    FactCase(
      "trailing closure", [.taskRegistration],
      """
      class AppDelegate: UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          «BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            Task {
              await refresh()
              task.setTaskCompleted(success: true)
            }
          }»
        }
      }
      """,
      "taskRegistration identifier=a api=BGTaskScheduler queue=nil completes=always expirationHandler=true mainActor=true"
    ),
    FactCase(
      "a method as the handler, with a way out", [.taskRegistration],
      """
      class AppDelegate: UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          «BGTaskScheduler.shared.register(
            forTaskWithIdentifier: "a", using: DispatchQueue.main, launchHandler: handle)»
        }
        private func handle(task: BGTask) {
          guard isReady, let task = task as? BGProcessingTask else { return }
          task.setTaskCompleted(success: true)
        }
      }
      """,
      "taskRegistration identifier=a api=BGTaskScheduler task=processing queue=main handler=AppDelegate.handle(task:) completes=sometimes exit=true mainActor=false"
    ),
    FactCase(
      "a closure that passes its task on", [.taskRegistration],
      """
      class AppDelegate: UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          «BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) {
            self.handle($0 as! BGAppRefreshTask)
          }»
        }
        private func handle(_ task: BGAppRefreshTask) {
          schedule()
        }
      }
      """,
      "taskRegistration identifier=a api=BGTaskScheduler task=appRefresh queue=nil handler=AppDelegate.handle(_:) completes=never exit=true mainActor=true"
    ),
    FactCase(
      "SwiftUI", [.taskRegistration],
      """
      @main struct ExampleApp: App {
        var body: some Scene {
          «WindowGroup { ContentView() }
            .backgroundTask(.appRefresh("com.example.refresh")) { await refresh() }
            .backgroundTask(.urlSession("com.example.downloads")) { await load() }»
        }
      }
      """,
      """
      taskRegistration identifier=com.example.refresh api=SwiftUI task=appRefresh
      taskRegistration identifier=com.example.downloads api=SwiftUI task=urlSession
      """),
    FactCase(
      "a flag that remembers the completion", [.taskRegistration],
      """
      class Requests: Base {
        override func register() {
          «BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
            var isCompleted = false
            task.expirationHandler = {
              isCompleted = true
              task.setTaskCompleted(success: false)
            }
            DispatchQueue.main.async {
              guard !isCompleted else { return }
              task.setTaskCompleted(success: true)
            }
          }»
        }
      }
      """,
      "taskRegistration identifier=a api=BGTaskScheduler queue=nil completes=always expirationHandler=true idle=true"
    ),
  ]

  @Test(arguments: registrations) func readsRegistrations(_ one: FactCase) { one.check() }

  static let submissions: [FactCase] = [
    FactCase(
      "errors", [.taskSubmission, .taskCancellation],
      """
      class Requests: Base {
        override func start() throws {
          try «BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))»
          try? «BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "b"))»
          do {
            try «BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "c"))»
            try «BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "d"))»
          } catch {}
          «BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "a")»
          «BGTaskScheduler.shared.cancelAllTaskRequests()»
        }
      }
      """,
      """
      taskSubmission identifier=a task=appRefresh error=thrown method=submit
      taskSubmission identifier=b task=appRefresh error=ignored method=submit
      taskSubmission identifier=c task=appRefresh error=caught method=submit alongside=true
      taskSubmission identifier=d task=appRefresh error=caught method=submit alongside=true
      taskCancellation identifier=a submission=App.swift:6 submission=App.swift:7
      taskCancellation submission=App.swift:6 submission=App.swift:7
      """),
    FactCase(
      "unless one is pending, and by a setting", [.taskSubmission, .pendingTaskRequests],
      """
      class Requests: Base {
        var isOn = false
        override func start() {
          guard isOn, let bundle = Bundle.main.bundleIdentifier else { return }
          «BGTaskScheduler.shared.getPendingTaskRequests { requests in
            guard requests.isEmpty else { return }
            let request = BGAppRefreshTaskRequest(identifier: "a")
            try? «BGTaskScheduler.shared.submit(request)»
          }»
        }
      }
      """,
      """
      pendingTaskRequests
      taskSubmission identifier=a task=appRefresh error=ignored method=submit unlessPending=true conditional=isOn
      """),
    FactCase(
      "private selectors", [.privateSelector],
      """
      func simulate() {
        #if DEBUG
        run(«"_simulateLaunchForTaskWithIdentifier:"»)
        #endif
      }
      """, "privateSelector #if DEBUG (unreached) selector=_simulateLaunchForTaskWithIdentifier:"),
  ]

  @Test(arguments: submissions) func readsSubmissions(_ one: FactCase) { one.check() }

  @Test func momentsComeFromEntryPoints() {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
            Refresh.shared.run(task)
          }
        }
        func applicationDidEnterBackground(_ a: UIApplication) { Refresh.shared.schedule() }
      }
      class Refresh {
        static let shared = Refresh()
        func run(_ task: BGTask) {
          schedule()
          load { task.setTaskCompleted(success: true); self.clean() }
        }
        func schedule() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a")) }
        func clean() { try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "b")) }
        func unused() { try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "c")) }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    let submissions = facts.filter { $0.kind == .taskSubmission }
    #expect(
      submissions.map(\.moments) == [[.applicationEnteringBackground, .handlerStart], [.handlerEnd], []])
    #expect(submissions.map(\.reach) == [.reached, .reached, .unreached])
  }

  @Test func completionInAnotherBranchIsNoEarlierOne() {
    let text = """
      func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
          guard isOn else { return task.setTaskCompleted(success: true) }
          schedule()
          work { task.setTaskCompleted(success: true) }
        }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "b", using: nil) { task in
          task.setTaskCompleted(success: true)
          if isOn { scheduleLate() }
        }
      }
      func schedule() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a")) }
      func scheduleLate() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "b")) }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(facts.filter { $0.kind == .taskSubmission }.map(\.moments) == [[.handlerStart], [.handlerEnd]])
  }

  @Test func methodOfTheAppIsNoBackgroundTask() {
    let text = """
      class Export {
        func start() { self.beginBackgroundTask() }
        private func beginBackgroundTask() {
          task = UIApplication.shared.beginBackgroundTask { self.cancel() }
        }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(facts.filter { $0.kind == .backgroundTask }.map(\.location.line) == [4])
  }

  @Test func momentsComeThroughADelegateThatIsCast() {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func schedule() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a")) }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidEnterBackground(_ scene: UIScene) {
          guard let appDelegate = UIApplication.shared.delegate as? AppDelegate else { return }
          appDelegate.schedule()
        }
        func sceneWillEnterForeground(_ scene: UIScene) { (UIApplication.shared.delegate as! AppDelegate).schedule() }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(
      facts.filter { $0.kind == .taskSubmission }.map(\.moments) == [
        [.enteringBackground, .enteringForeground]
      ])
  }
}
