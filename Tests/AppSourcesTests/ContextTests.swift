import AppFacts
import AppSources
import Testing

/// Code that runs in several ways: for each element of a list, each caller, each object or type.
@Suite struct ContextTests {
  /// A case of registrations, whose calls without a queue and with an empty handler are marked.
  private static func registrations(_ name: String, _ code: String, _ expected: String...) -> FactCase {
    FactCase(
      name, [.taskRegistration],
      code.replacing("register«", with: "«BGTaskScheduler.shared.register(forTaskWithIdentifier: ").replacing(
        "»", with: ", using: nil) { _ in }»"),
      expected.map {
        "taskRegistration identifier=\($0) api=BGTaskScheduler queue=nil completes=never exit=true"
      }
      .joined(separator: "\n"))
  }

  static let lists: [FactCase] = [
    registrations(
      "a function that is passed on for each element",
      """
      class App: Base {
        private static let names = ["com.example.a", "com.example.b"]
        override func start() { Self.names.forEach(add) }
        private func add(_ name: String) { register«name» }
      }
      """, "com.example.a", "com.example.b"),
    registrations(
      "entries of a dictionary",
      """
      class App: Base {
        private let handlers: [String: Int] = ["com.example.a": 1, "com.example.b": 2]
        override func start() {
          for (name, _) in handlers { register«name» }
          for name in handlers.keys.sorted() { register«name» }
        }
      }
      """, "?", "com.example.a", "com.example.b"),
    registrations(
      "tuples",
      """
      class App: Base {
        override func start() {
          for (name, count) in [("com.example.a", 1), ("com.example.b", 2)] { register«name» }
        }
      }
      """, "com.example.a", "com.example.b"),
    registrations(
      "types of objects",
      """
      protocol Job { static var name: String { get } }
      struct Sync: Job { static let name = "com.example.sync" }
      struct Index: Job { static var name: String { "com.example.index" } }
      struct Unused: Job { static let name = "com.example.unused" }
      class App: Base {
        let jobs: [Job] = [Sync(), Index()]
        override func start() { for job in jobs { register«type(of: job).name» } }
      }
      """, "com.example.sync", "com.example.index"),
    registrations(
      "a list that the creation of an object passes",
      """
      protocol Job { var name: String { get } }
      struct Sync: Job { let name = "com.example.sync" }
      struct Named: Job { let name: String }
      class Registry {
        private let jobs: [Job]
        init(_ jobs: [Job]) { self.jobs = jobs }
        func add() { jobs.forEach(add) }
        private func add(_ job: Job) { register«job.name» }
      }
      class App: Base {
        let registry = Registry([Sync(), Named(name: "com.example.named")])
        override func start() { registry.add() }
      }
      """, "com.example.sync", "com.example.named"),
    registrations(
      "defaults of a protocol",
      """
      protocol Job { var name: String { get } }
      extension Job { var name: String { "com.example.job" } }
      struct Sync: Job { let name = "com.example.sync" }
      struct Other: Job {}
      class App: Base { override func start() { for job in [Sync(), Other()] as [Job] { register«job.name» } } }
      """, "com.example.sync", "com.example.job"),
    registrations(
      "a list that changes",
      """
      class App: Base {
        override func start() {
          var names = ["com.example.a"]
          names.append("com.example.b")
          names.forEach { register«$0» }
        }
      }
      """, "?"),
  ]

  @Test(arguments: lists) func readsLists(_ one: FactCase) { one.check() }

  static let objects: [FactCase] = [
    registrations(
      "types below that are created",
      """
      class Job { class var name: String { "com.example.none" }
        func add() { register«Self.name» }
      }
      class Photos: Job { override class var name: String { "com.example.photos" } }
      class Mail: Job { override class var name: String { "com.example.mail" } }
      class App: Base { override func start() { Photos().add(); Mail().add() } }
      """, "com.example.photos", "com.example.mail"),
    registrations(
      "a type below whose objects are not seen",
      """
      class Job: Base { class var name: String { "com.example.job" }
        override func start() { register«Self.name» }
      }
      class Photos: Job { override class var name: String { "com.example.photos" } }
      """, "?"),
    registrations(
      "a type that is named",
      """
      class Job: Base { class var name: String { "com.example.job" }
        override func start() { register«Job.name» }
      }
      class Photos: Job { override class var name: String { "com.example.photos" } }
      """, "com.example.job"),
    registrations(
      "a case of an enumeration that has the method",
      """
      enum Job: String {
        case daily, weekly
        var name: String { "com.example.\\(rawValue)" }
        func add() { register«name» }
      }
      class App: Base { override func start() { Job.daily.add(); Job.weekly.add() } }
      """, "com.example.daily", "com.example.weekly"),
    registrations(
      "wrappers around wrappers",
      """
      struct Scheduler { func add(_ name: String) { register«name» } }
      class App: Base {
        let scheduler = Scheduler()
        override func start() { ["com.example.a", "com.example.b"].forEach { add($0) } }
        private func add(_ name: String) { scheduler.add(name) }
      }
      """, "com.example.a", "com.example.b"),
    FactCase(
      "objects of one class", [.session],
      """
      enum Kind { case episodes, images
        var name: String { switch self { case .episodes: "com.example.episodes" case .images: "com.example.images" } }
        var allowsCellular: Bool { self == .images }
      }
      class Downloader {
        private let kind: Kind
        init(kind: Kind) { self.kind = kind }
        lazy var session: URLSession = {
          let configuration = «URLSessionConfiguration.background(withIdentifier: kind.name)»
          configuration.allowsCellularAccess = kind.allowsCellular
          return URLSession(configuration: configuration)
        }()
      }
      class App: Base {
        let all = [Downloader(kind: .episodes), Downloader(kind: .images)]
        override func start() { all.forEach { print($0.session) } }
      }
      """,
      """
      session type=background identifier=com.example.episodes allowsCellularAccess=false delegate=null lifetime=lazy name=session
      session type=background identifier=com.example.images allowsCellularAccess=true delegate=null lifetime=lazy name=session
      """),
    FactCase(
      "a factory of sessions", [.session],
      """
      enum Sessions {
        static func make(_ name: String, isUrgent: Bool, delegate: URLSessionDelegate?) -> URLSession {
          let configuration = «URLSessionConfiguration.background(withIdentifier: name)»
          configuration.isDiscretionary = !isUrgent
          return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
      }
      class App: Base {
        lazy var photos = Sessions.make("com.example.photos", isUrgent: false, delegate: self)
        lazy var urgent = Sessions.make("com.example.urgent", isUrgent: true, delegate: nil)
      }
      """,
      """
      session type=background identifier=com.example.photos isDiscretionary=true delegate=App delegateQueue=null lifetime=lazy name=photos
      session type=background identifier=com.example.urgent isDiscretionary=false delegate=null delegateQueue=null lifetime=lazy name=urgent
      """),
    FactCase(
      "a factory of configurations", [.session],
      """
      extension URLSessionConfiguration {
        static var uploads: URLSessionConfiguration { «.background(withIdentifier: "com.example.uploads")» }
      }
      class App: Base {
        lazy var session = URLSession(configuration: .uploads, delegate: self, delegateQueue: .main)
      }
      """,
      "session type=background identifier=com.example.uploads delegate=App delegateQueue=main lifetime=lazy name=session"
    ),
  ]

  @Test(arguments: objects) func readsObjects(_ one: FactCase) { one.check() }

  static let branches: [FactCase] = [
    FactCase(
      "cases of a switch over the argument", [.taskRequest],
      """
      enum Job: String { case refresh = "com.example.refresh", clean = "com.example.clean" }
      class App: Base {
        override func start() { schedule(.refresh); schedule(.clean) }
        private func schedule(_ job: Job) {
          switch job {
          case .refresh: submit(«BGAppRefreshTaskRequest(identifier: job.rawValue)»)
          default: submit(«BGProcessingTaskRequest(identifier: job.rawValue)»)
          }
        }
      }
      """,
      """
      taskRequest identifier=com.example.refresh task=appRefresh
      taskRequest identifier=com.example.clean task=processing
      """),
    FactCase(
      "cases that fall through, and conditions of cases", [.taskRequest],
      """
      enum Job: String { case refresh = "com.example.refresh", clean = "com.example.clean" }
      class App: Base {
        override func start() { schedule(.refresh); schedule(.clean) }
        private func schedule(_ job: Job) {
          switch job {
          case .refresh: fallthrough
          case .clean: submit(«BGProcessingTaskRequest(identifier: job.rawValue)»)
          }
          switch job {
          case .refresh where isOn: break
          case .clean, .refresh: submit(«BGAppRefreshTaskRequest(identifier: job.rawValue)»)
          }
        }
      }
      """,
      """
      taskRequest identifier=com.example.refresh task=processing
      taskRequest identifier=com.example.clean task=processing
      taskRequest identifier=com.example.refresh task=appRefresh
      taskRequest identifier=com.example.clean task=appRefresh
      """),
    FactCase(
      "comparisons of the argument", [.taskRequest],
      """
      class App: Base {
        override func start() { schedule("com.example.refresh"); schedule("com.example.clean") }
        private func schedule(_ name: String) {
          if name == "com.example.refresh" {
            submit(«BGAppRefreshTaskRequest(identifier: name)»)
          } else {
            submit(«BGProcessingTaskRequest(identifier: name)»)
          }
        }
      }
      """,
      """
      taskRequest identifier=com.example.refresh task=appRefresh
      taskRequest identifier=com.example.clean task=processing
      """),
    FactCase(
      "an argument that decides", [.session],
      """
      class Sessions: Base {
        override func start() {
          _ = make("com.example.a", isInBackground: true)
          _ = make("com.example.b", isInBackground: false)
        }
        func make(_ name: String, isInBackground: Bool) -> URLSession {
          let configuration: URLSessionConfiguration
          if isInBackground {
            configuration = «.background(withIdentifier: name)»
          } else {
            configuration = «.ephemeral»
          }
          return URLSession(configuration: configuration)
        }
      }
      """,
      """
      session type=background identifier=com.example.a delegate=null
      session type=ephemeral delegate=null
      """),
    FactCase(
      "an argument that chooses", [.taskRequest],
      """
      class App: Base {
        var isFast = true
        override func start() { schedule(isUrgent: true); schedule(isUrgent: false) }
        private func schedule(isUrgent: Bool) {
          let request = «BGProcessingTaskRequest(identifier: isUrgent ? "com.example.a" : "com.example.b")»
          request.requiresExternalPower = !isUrgent
          request.requiresNetworkConnectivity = isFast ? true : false
        }
      }
      """,
      """
      taskRequest identifier=com.example.a task=processing requiresExternalPower=false requiresNetworkConnectivity=?
      taskRequest identifier=com.example.b task=processing requiresExternalPower=true requiresNetworkConnectivity=?
      """),
    FactCase(
      "values that a wrapper or a default argument decides", [.session],
      """
      class App: Base {
        struct Settings { var name: String; var timeout: Double = 60 }
        @AppStorage("cellular") private var allowsCellular = false
        init(settings: Settings = Settings(name: "com.example.a", timeout: 120)) {
          let configuration = «URLSessionConfiguration.background(withIdentifier: settings.name)»
          configuration.allowsCellularAccess = allowsCellular
          configuration.timeoutIntervalForRequest = settings.timeout
          session = URLSession(configuration: configuration)
        }
      }
      class Main: Base { override func start() { _ = App() } }
      """,
      "session type=background identifier=com.example.a allowsCellularAccess=? timeoutIntervalForRequest=120 delegate=null"
    ),
  ]

  static let choices: [FactCase] = [
    FactCase(
      "sessions that a switch and a condition over an argument tell apart, with their transfers",
      [.session, .transfer],
      """
      class Loader: Base {
        enum Mode { case cheap, any }
        private lazy var cheap = makeSession(.cheap)
        override func load(_ url: URL) {
          «cheap.downloadTask(with: url)».resume()
          let session = makeSession(.any)
          «session.uploadTask(with: URLRequest(url: url), fromFile: url)».resume()
          «makeSession(mode).downloadTask(with: url)».resume()
        }
        private func makeSession(_ mode: Mode) -> URLSession {
          let suffix: String
          switch mode {
          case .cheap: suffix = "cheap"
          case .any: suffix = "any"
          }
          let configuration = «URLSessionConfiguration.background(withIdentifier: "com.example.\\(suffix)")»
          configuration.allowsCellularAccess = mode == .any
          if mode == .cheap { configuration.isDiscretionary = true }
          return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        }
      }
      """,
      """
      transfer task=download session=App.swift:16 sessionIdentifier=com.example.cheap from=request
      transfer task=upload session=App.swift:16 sessionIdentifier=com.example.any from=file
      transfer task=download session=App.swift:16 sessionIdentifier=?com.example.{suffix} from=request
      session type=background identifier=com.example.any allowsCellularAccess=true delegate=Loader delegateQueue=null lifetime=local name=session
      session type=background identifier=?com.example.{suffix} allowsCellularAccess=? isDiscretionary=? delegate=Loader delegateQueue=null
      session type=background identifier=com.example.cheap allowsCellularAccess=false isDiscretionary=true delegate=Loader delegateQueue=null lifetime=lazy name=cheap
      """),
    FactCase(
      "a list whose first element names the type, and patterns that bind what a case carries",
      [.taskRegistration, .taskRequest],
      """
      struct Job {
        enum Kind { case refresh, processing(power: Bool) }
        let identifier: String
        let kind: Kind
        static let sync = Job(identifier: "com.example.sync", kind: .refresh)
        static let index = Job(identifier: "com.example.index", kind: .processing(power: true))
      }
      class Jobs: Base {
        override func load() {
          [Job.sync, .index].forEach { job in
            «BGTaskScheduler.shared.register(forTaskWithIdentifier: job.identifier, using: nil) { $0.setTaskCompleted(success: true) }»
          }
          schedule(.sync)
          schedule(.index)
        }
        private func schedule(_ job: Job) {
          switch job.kind {
          case .refresh: submit(«BGAppRefreshTaskRequest(identifier: job.identifier)»)
          case let .processing(power):
            let request = «BGProcessingTaskRequest(identifier: job.identifier)»
            request.requiresExternalPower = power
            submit(request)
          }
        }
      }
      """,
      """
      taskRegistration identifier=com.example.sync api=BGTaskScheduler queue=nil completes=always synchronous=true idle=true
      taskRegistration identifier=com.example.index api=BGTaskScheduler queue=nil completes=always synchronous=true idle=true
      taskRequest identifier=com.example.sync task=appRefresh
      taskRequest identifier=com.example.index task=processing requiresExternalPower=?
      """),
  ]

  @Test(arguments: choices) func readsChoices(_ one: FactCase) { one.check() }

  @Test(arguments: ["new", "$1", "newPhase", "value"]) func phaseThatOnChangePassesOnIsThatOfTheScene(
    _ name: String
  ) {
    let parameters = name == "$1" ? "" : "_, \(name) in "
    let text = """
      struct Reader: App {
        @Environment(\\.scenePhase) private var phase
        var body: some Scene {
          WindowGroup { Text("a") }.onChange(of: phase) { \(parameters)if \(name) == .background { schedule() } }
        }
        func schedule() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.a")) }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(facts.first { $0.kind == .taskSubmission }?.moments == [.enteringBackground])
    let other = text.replacing("of: phase", with: "of: tab")
    let changed = CodeReader.facts(of: [SourceFile(path: "App.swift", text: other)])
    let isPhase = name == "newPhase"
    #expect(
      changed.first { $0.kind == .taskSubmission }?.moments == (isPhase ? [.enteringBackground] : [.event]))
  }

  static let objectiveC = FactCase(
    "comparisons and blocks of Objective-C", [.taskRegistration, .taskRequest],
    [
      (
        "App.m",
        """
        @implementation App
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          [self schedule:@"com.example.refresh"];
          [self schedule:@"com.example.clean"];
          [@[ @"com.example.refresh", @"com.example.clean" ] enumerateObjectsUsingBlock:^(NSString *name, NSUInteger index, BOOL *stop) {
            «[BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:name usingQueue:nil launchHandler:^(BGTask *task) {}]»;
          }];
        }
        - (void)schedule:(NSString *)name {
          if ([name isEqualToString:@"com.example.refresh"]) {
            id refresh = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:name]»;
          }
          if (![name isEqualToString:@"com.example.refresh"]) {
            id clean = «[[BGProcessingTaskRequest alloc] initWithIdentifier:name]»;
          }
        }
        @end
        """
      )
    ],
    """
    taskRegistration identifier=com.example.refresh api=BGTaskScheduler queue=nil completes=never exit=true mainActor=false
    taskRegistration identifier=com.example.clean api=BGTaskScheduler queue=nil completes=never exit=true mainActor=false
    taskRequest identifier=com.example.refresh task=appRefresh
    taskRequest identifier=com.example.clean task=processing
    """)

  @Test(.enabled(if: CodeReader.readsObjectiveC)) func readsObjectiveC() { Self.objectiveC.check() }

  @Test(arguments: branches) func readsBranches(_ one: FactCase) { one.check() }

  static let builds = FactCase(
    "values that compilation conditions decide", [.taskRequest],
    """
    class App: Base {
      #if DEBUG
        static let delay: TimeInterval = 60
      #else
        static let delay: TimeInterval = 3600
      #endif
      override func start() {
        #if os(iOS)
          let name = "com.example.phone"
        #else
          let name = "com.example.mac"
        #endif
        let request = «BGProcessingTaskRequest(identifier: name)»
        request.earliestBeginDate = Date(timeIntervalSinceNow: 2 * Self.delay)
        request.requiresNetworkConnectivity = true
        #if DEBUG
          request.requiresNetworkConnectivity = false
          request.requiresExternalPower = false
        #endif
      }
    }
    """,
    """
    taskRequest identifier=?[os(iOS): com.example.phone][!os(iOS): com.example.mac] task=processing \
    earliestBeginDate=?[DEBUG: 120][!DEBUG: 7200] requiresNetworkConnectivity=?[DEBUG: ?][!DEBUG: true] \
    requiresExternalPower=?[DEBUG: false][!DEBUG: absent]
    """)

  @Test func readsBuilds() { Self.builds.check() }

  static let expiration = FactCase(
    "an expiration handler that compilation conditions decide", [.taskRegistration],
    """
    class App: Base {
      override func start() {
        «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.clean", using: nil) { task in
          #if os(iOS) || os(tvOS)
            #if QUICK
              task.expirationHandler = { task.setTaskCompleted(success: false) }
            #endif
          #endif
          clean { task.setTaskCompleted(success: true) }
        }
      }
    }
    """,
    """
    taskRegistration identifier=com.example.clean api=BGTaskScheduler queue=nil completes=always \
    expirationHandler=?[os(iOS) || os(tvOS) & QUICK: true][!((os(iOS) || os(tvOS)) && (QUICK)): absent]
    """)

  @Test func readsExpirationOfBuilds() { Self.expiration.check() }

  @Test(.enabled(if: CodeReader.readsObjectiveC)) func readsBuildsOfObjectiveC() {
    FactCase(
      "a macro that build settings decide", [.taskRequest],
      [
        (
          "App.m",
          """
          #ifdef ALPHA
          #define NAME @"com.example.alpha"
          #else
          #define NAME @"com.example"
          #endif
          @implementation App
          - (void)applicationDidEnterBackground:(UIApplication *)application {
            id request = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:NAME]»;
          }
          @end
          """
        ), ("Names.swift", "let NAME = name()"),
      ],
      """
      taskRequest identifier=?[defined(ALPHA): com.example.alpha][!defined(ALPHA): com.example] task=appRefresh
      """
    ).check()
  }

  /// Functions on texts and numbers whose results are known.
  @Test(arguments: [
    (#"["com.example", "refresh"].joined(separator: ".")"#, "com.example.refresh"),
    (#"["com.example", name].joined(separator: ".")"#, "?"),
    (#"String(format: "%@.%@", "com.example", "refresh")"#, "com.example.refresh"),
    (#"String(format: "%@.%d", "com.example", 3)"#, "?"),
    (#""com.example.\(Self.self)""#, "com.example.Refresher"),
    (#""com.example.\(max(3, 4))""#, "com.example.4"),
  ])
  func readsFunctions(_ expression: String, _ expected: String) {
    FactCase(
      expression, [.taskRequest],
      """
      class Refresher: Base {
        override func start() { let request = «BGAppRefreshTaskRequest(identifier: \(expression))» }
      }
      """, "taskRequest identifier=\(expected) task=appRefresh"
    ).check()
  }
}
