import AppFacts
import AppSources
import Testing

/// The moments at which the app runs code, by the entry points that lead to it.
@Suite struct MomentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let moments: [Moment]
    var path = "App.swift"

    init(_ name: String, _ moments: [Moment], in path: String = "App.swift", _ text: String) {
      testDescription = name
      self.text = text
      self.moments = moments
      self.path = path
    }
  }

  /// The body of a function that registers a launch handler.
  private static let register =
    #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { $0.setTaskCompleted(success: true) }"#

  private static func delegate(_ launch: String, _ members: String = "") -> String {
    """
    class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
        \(launch)
        return true
      }
      \(members)
    }
    """
  }

  static let registrations: [Case] = [
    Case("at launch", [.launch], delegate(register)),
    Case(
      "before launch ends, on another queue", [.launch],
      delegate("DispatchQueue.global().sync { \(register) }")),
    Case(
      "by the app's own function that runs a closure at once", [.launch],
      delegate(
        "measure { self.setUp() }",
        "func setUp() { \(register) }\nfunc measure(_ work: () -> Void) { work() }")),
    Case(
      "in the initializer of an object that launch mentions", [.launch],
      delegate("_ = Refresher.shared")
        + "\nfinal class Refresher { static let shared = Refresher()\n private init() { \(register) } }"),
    Case(
      "in a stored property of the app", [.launch],
      "@main struct Main: App { let refresher = Refresher() }\nfinal class Refresher { init() { \(register) } }"
    ),
    Case("for each element", [.launch], delegate("[1].forEach { _ in \(register) }")),
    Case("put off to the main queue", [.afterLaunch], delegate("DispatchQueue.main.async { \(register) }")),
    Case(
      "put off by a delay", [.afterLaunch],
      delegate("DispatchQueue.main.asyncAfter(deadline: .now()) { \(register) }")),
    Case("in a detached task", [.afterLaunch], delegate("Task.detached { \(register) }")),
    Case("by an operation", [.afterLaunch], delegate("OperationQueue().addOperation { \(register) }")),
    Case(
      "by the app's own function that runs a closure later", [.afterLaunch],
      delegate(
        "later { self.setUp() }",
        "func setUp() { \(register) }\nfunc later(_ work: @escaping () -> Void) { DispatchQueue.main.async { work() } }"
      )),
    Case(
      "when a person has answered", [.afterLaunch],
      delegate("UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in \(register) }")
    ),
    Case(
      "by a function that a queue gets", [.afterLaunch],
      delegate("DispatchQueue.main.async(execute: setUp)", "func setUp() { \(register) }")),
    Case(
      "when a view appears, by a method", [.afterLaunch],
      """
      struct Feed: View {
        var body: some View { Text("Feed").onAppear(perform: setUp) }
        private func setUp() { \(register) }
      }
      """),
    Case(
      "in the task of a view", [.afterLaunch],
      "struct Feed: View { var body: some View { Text(\"Feed\").task { \(register) } } }"),
    Case(
      "when a controller's view appears", [.afterLaunch],
      "final class Feed: UIViewController { override func viewDidAppear(_ animated: Bool) { \(register) } }"),
    Case(
      "when a view is loaded, in an app that shows its window at launch", [],
      delegate("window.makeKeyAndVisible()")
        + "\nfinal class Feed: UIViewController { override func viewDidLoad() { \(register) } }"),
    Case(
      "when a scene's configuration is asked for", [.afterLaunch],
      delegate(
        "",
        "func application(_ a: UIApplication, configurationForConnecting s: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration { \(register) }"
      )),
    Case(
      "in an intent", [.userAction],
      "struct Refresh: AppIntent { func perform() async throws -> some IntentResult { \(register) } }"),
    Case(
      "by a message of Flutter", [.event],
      delegate("channel.setMethodCallHandler { call, result in \(register) }")),
    Case(
      "by a method of React Native", [.event],
      "class Refresher: RCTEventEmitter { @objc(start:) func start(_ name: String) { \(register) } }"),
    Case(
      "by a button", [.userAction],
      "struct Feed: View { var body: some View { Button(\"On\", action: setUp) }\n func setUp() { \(register) } }"
    ),
    Case(
      "in Objective-C, put off", [.afterLaunch], in: "AppDelegate.m",
      """
      @interface AppDelegate : UIResponder <UIApplicationDelegate>
      @end
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
        dispatch_async(dispatch_get_main_queue(), ^{ [self setUp]; });
        return YES;
      }
      - (void)setUp {
        [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"a" usingQueue:nil launchHandler:^(BGTask *task) {
          [task setTaskCompletedWithSuccess:YES];
        }];
      }
      @end
      """),
    Case(
      "in Objective-C, when a scene connects", [.afterLaunch], in: "SceneDelegate.m",
      """
      @interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
      @end
      @implementation SceneDelegate
      - (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options {
        [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"a" usingQueue:nil launchHandler:^(BGTask *task) {
          [task setTaskCompletedWithSuccess:YES];
        }];
      }
      @end
      """),
  ]

  @Test(arguments: registrations) func registrationsHaveMoments(_ one: Case) {
    #expect(facts(one).filter { $0.kind == .taskRegistration }.map(\.moments) == [one.moments])
  }

  // MARK: - Submissions

  private static let submit = #"try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))"#

  static let submissions: [Case] = [
    Case(
      "in the application delegate", [.applicationEnteringBackground],
      "class AppDelegate: UIResponder, UIApplicationDelegate { func applicationDidEnterBackground(_ a: UIApplication) { \(submit) } }"
    ),
    Case(
      "in the application delegate of a Mac", [.resigningActive],
      "class AppDelegate: NSObject, NSApplicationDelegate { func applicationWillResignActive(_ n: Notification) { \(submit) } }"
    ),
    Case(
      "by a notification and a selector", [.enteringBackground],
      delegate(
        "NotificationCenter.default.addObserver(self, selector: #selector(plan), name: UIApplication.didEnterBackgroundNotification, object: nil)",
        "@objc func plan() { \(submit) }")),
    Case(
      "by a notification of a scene, and a closure", [.resigningActive],
      delegate(
        "NotificationCenter.default.addObserver(forName: UIScene.willDeactivateNotification, object: nil, queue: nil) { _ in \(submit) }"
      )),
    Case(
      "by a sequence of notifications", [.enteringBackground],
      """
      struct Feed: View {
        var body: some View {
          Text("Feed").task {
            for await _ in NotificationCenter.default.notifications(named: UIApplication.didEnterBackgroundNotification) { \(submit) }
          }
        }
      }
      """),
    Case(
      "by the app's own notification, which a control posts", [.userAction],
      delegate(
        "NotificationCenter.default.addObserver(self, selector: #selector(plan), name: .signedIn, object: nil)",
        "@objc func plan() { \(submit) }")
        + "\nclass SignIn: UIViewController { @IBAction func signIn() { NotificationCenter.default.post(name: .signedIn, object: nil) } }"
    ),
    Case(
      "by a notification that nothing in the app posts", [.event],
      delegate(
        "NotificationCenter.default.addObserver(self, selector: #selector(plan), name: .NSCalendarDayChanged, object: nil)",
        "@objc func plan() { \(submit) }")),
    Case(
      "after a guard for a phase", [.enteringBackground],
      """
      struct Main: App {
        var body: some Scene {
          WindowGroup { Feed() }.onChange(of: scenePhase) { _, phase in
            guard phase == .background else { return }
            \(submit)
          }
        }
      }
      """),
    Case(
      "for the other phases", [.enteringBackground],
      """
      struct Main: App {
        var body: some Scene {
          WindowGroup { Feed() }.onChange(of: scenePhase) { phase in
            switch phase {
            case .active, .inactive: break
            default: \(submit)
            }
          }
        }
      }
      """),
    Case(
      "after an error in a handler", [.failure],
      """
      func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
          load { error in
            if error != nil { \(submit) }
            task.setTaskCompleted(success: error == nil)
          }
        }
      }
      """),
    Case(
      "in the failure of a result", [.failure],
      """
      func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
          load { result in
            switch result {
            case .success: task.setTaskCompleted(success: true)
            case .failure(let problem): retry(problem)
            }
          }
        }
      }
      func retry(_ problem: any Error) { \(submit) }
      """),
  ]

  @Test(arguments: submissions) func submissionsHaveMoments(_ one: Case) {
    #expect(facts(one).filter { $0.kind == .taskSubmission }.map(\.moments) == [one.moments])
  }

  @Test func submissionsKnowTheHandlersThatMakeThem() {
    let text = """
      public func register() {
        for name in ["a", "b"] {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { task in plan() }
        }
        start("c") { task in plan() }
      }
      func start(_ name: String, _ work: @escaping (BGTask) -> Void) {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { task in work(task) }
      }
      func plan() { \(Self.submit) }
      """
    let facts = facts(Case("", [], text)).filter { $0.kind == .taskSubmission }
    #expect(facts.map { $0.all(.handler).map(\.string) } == [["a", "b", "c"]])
  }

  /// A function of the app registers the handler that its caller passes.
  @Test(arguments: [
    ("\"a\"", "start { task in plan() }", ["a"]),
    ("\"a\"", "start { task in plan() }\n start { task in log(task) }", ["a"]),
    ("name", "start { task in plan() }", ["?"]),
  ])
  func handlersOfAFunctionHaveItsIdentifier(_ identifier: String, _ calls: String, names: [String]) {
    let text = """
      public func register() { \(calls) }
      func start(_ work: @escaping (BGTask) -> Void) {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: \(identifier), using: nil) { task in work(task) }
      }
      func plan() { \(Self.submit) }
      """
    let facts = facts(Case("", [], text)).filter { $0.kind == .taskSubmission }
    #expect(facts.map { $0.all(.handler).map { $0.string ?? "?" } } == [names])
  }

  /// A call with an unknown receiver may also run the function.
  @Test(arguments: [
    ("let delegate = main { application.delegate as? AppDelegate } ?? fail()\n delegate.plan()", false),
    ("context.planner.plan()", false),
    ("context.planner.plan(at: date)", true),
    ("Calendar.current.plan()", true),
    ("Planner().plan()", true),
  ])
  func momentsAreKnownIfEachReceiverIs(_ call: String, isKnown: Bool) {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in self.plan() }
        }
        func plan() { \(Self.submit) }
      }
      struct Plan: SideEffect { func run(_ context: Context) { \(call) } }
      struct Planner { func plan() {} }
      """
    let facts = facts(Case("", [], text)).filter { $0.kind == .taskSubmission }
    #expect(facts.map { $0[.knowsMoments] ?? false } == [isKnown])
  }

  // MARK: - Repetition

  static let repetitions: [(String, Bool)] = [
    ("class Export: UIViewController { @IBAction func start() { \(register) } }", true),
    (delegate("setUp()\n setUp()", "func setUp() { \(register) }"), true),
    (
      delegate(
        "setUp()",
        "func applicationDidBecomeActive(_ a: UIApplication) { setUp() }\nfunc setUp() { \(register) }"), true
    ),
    (
      "struct Feed: View { var body: some View { Text(\"\").onAppear { Exporter().start() } } }\nclass Exporter { func start() { \(register) } }",
      true
    ),
    (
      delegate(
        "NotificationCenter.default.addObserver(forName: .signedIn, object: nil, queue: nil) { _ in \(register) }"
      ), true
    ),
    (delegate(register), false),
    (delegate("DispatchQueue.main.async { \(register) }"), false),
    (delegate("setUp()", "func setUp() { \(register) }"), false),
    (
      "class Export: UIViewController { var isReady = false\n @IBAction func start() { if !isReady { isReady = true\n \(register) } } }",
      false
    ),
    (
      "class Export: UIViewController { static let once: Void = { \(register) }()\n @IBAction func start() { _ = Self.once } }",
      false
    ),
    (
      delegate(
        "for name in [\"a\", \"b\"] { setUp(name) }",
        "func setUp(_ name: String) { \(register.replacing("\"a\"", with: "name")) }"),
      false
    ),
    (
      delegate(
        "setUp(\"a\")\n setUp(\"b\")",
        "func setUp(_ name: String) { \(register.replacing("\"a\"", with: "name")) }"),
      false
    ),
    (
      delegate(
        "setUp(.sync)\n setUp(.clean)",
        "func setUp(_ work: Work) { switch work {\n case .sync: sync()\n case .clean: clean() } }\nfunc sync() { \(register) }"
      ), false
    ),
    (
      delegate(
        "setUp(true)\n setUp(false)",
        "func setUp(_ isSync: Bool) { guard isSync else { return }\n sync() }\nfunc sync() { \(register) }"),
      false
    ),
    (
      delegate("Tower.shared.start()")
        + """

        class Tower {
          static let shared = Tower()
          func start() {
            NotificationCenter.default.publisher(for: UIApplication.didFinishLaunchingNotification).sink { _ in
              self.applicationDidFinishLaunching()
            }
          }
          func applicationDidFinishLaunching() { \(register) }
        }
        """, false
    ),
    (
      delegate(
        "handle(.launch)",
        "func applicationDidBecomeActive(_ a: UIApplication) { handle(.active) }\nfunc handle(_ event: Event) { switch event {\n case .launch: \(register)\n case .active: break } }"
      ), false
    ),
    (
      "class Export: UIViewController { @IBAction func start() { guard let url else { return }\n \(register) } }",
      true
    ),
    (
      delegate(
        "setUp()\n setUp()",
        "func setUp() { if #available(iOS 13, *) { sync() } }\nfunc sync() { \(register) }"), true
    ),
  ]

  @Test(arguments: repetitions) func registrationsThatRunAgainAreKnown(_ text: String, repeats: Bool) {
    let found = facts(Case("", [], text)).filter { $0.kind == .taskRegistration }
    #expect(!found.isEmpty && found.allSatisfy { ($0[.repeats] == true) == repeats }, "\(found)")
  }

  private func facts(_ one: Case) -> [CodeFact] {
    CodeReader.facts(of: [SourceFile(path: one.path, text: one.text)])
  }
}
