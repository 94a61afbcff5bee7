import AppFacts
import AppSources
import Testing

/// Constants that code reaches through types: superclasses, protocols, extensions, enumerations and loops, each with its traps.
@Suite struct ConstantTests {
  private static func identifier(
    _ name: String, _ expression: String, around: String, in body: String = "", _ expected: String
  ) -> FactCase {
    FactCase(
      name, [.taskRequest],
      """
      \(around)
      class Refresher: Base {
        override func schedule() {
          \(body)
          let request = «BGAppRefreshTaskRequest(identifier: \(expression))»
        }
      }
      """, "taskRequest identifier=\(expected) task=appRefresh")
  }

  static let texts: [FactCase] = [
    identifier(
      "extension of Bundle", #""\(Bundle.main.identifier).refresh""#,
      around: #"extension Bundle { var identifier: String { bundleIdentifier ?? "" } }"#,
      "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
    identifier(
      "extension of Bundle with a guard", #""\(Bundle.main.identifier).refresh""#,
      around: """
        extension Bundle {
          var identifier: String {
            guard let id = self.bundleIdentifier else { return "none" }
            return id
          }
        }
        """, "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
    identifier(
      "extension of Bundle, of another bundle", #""\(Bundle(for: Refresher.self).identifier).refresh""#,
      around: #"extension Bundle { var identifier: String { bundleIdentifier ?? "" } }"#,
      "?{identifier}.refresh"),
    identifier(
      "a guard that other conditions decide", "name()",
      around:
        #"func name() -> String { guard isOn else { return "com.example.a" }; return "com.example.b" }"#,
      "?"),
    identifier(
      "key of the bundle",
      #"(Bundle.main.infoDictionary?["CFBundleIdentifier"] as? String ?? "") + ".refresh""#,
      around: "", "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
    identifier(
      "other key of the bundle", #"Bundle.main.infoDictionary!["TaskName"] as! String"#, around: "", "?"),
    identifier(
      "extension of String", ".refresh",
      around: #"extension String { static let refresh = "com.example.refresh" }"#, "com.example.refresh"),
    identifier(
      "extension of String with two of one name", ".refresh",
      around: """
        extension String { static let refresh = "com.example.a" }
        extension String { static var refresh: String { "com.example.b" } }
        """, "?"),
    identifier(
      "extension of UserDefaults", "UserDefaults.standard.refreshName",
      around: #"extension UserDefaults { var refreshName: String { "com.example.refresh" } }"#,
      "com.example.refresh"),
    identifier(
      "extension of UserDefaults that reads one", "UserDefaults.standard.refreshName",
      around:
        #"extension UserDefaults { var refreshName: String { string(forKey: "name") ?? "com.example.refresh" } }"#,
      "?"),
    identifier(
      "requirement with one implementation", "tasks.refresh",
      around: """
        protocol Tasks { var refresh: String { get } }
        struct AppTasks: Tasks { let refresh = "com.example.refresh" }
        """, in: "let tasks: any Tasks = make()", "com.example.refresh"),
    identifier(
      "requirement with two implementations", "tasks.refresh",
      around: """
        protocol Tasks { var refresh: String { get } }
        struct AppTasks: Tasks { let refresh = "com.example.a" }
        struct OtherTasks: Tasks { let refresh = "com.example.b" }
        """, in: "let tasks: any Tasks = make()", "?"),
    identifier(
      "requirement with a default and an implementation", "tasks.refresh",
      around: """
        protocol Tasks { var refresh: String { get } }
        extension Tasks { var refresh: String { "com.example.a" } }
        struct AppTasks: Tasks { let refresh = "com.example.b" }
        struct OtherTasks: Tasks {}
        """, in: "let tasks: any Tasks = make()", "?"),
    identifier(
      "requirement that a type of another module implements", "tasks.refresh",
      around: """
        protocol Tasks { var refresh: String { get } }
        extension Toolkit: Tasks {}
        struct AppTasks: Tasks { let refresh = "com.example.refresh" }
        """, in: "let tasks: any Tasks = make()", "?"),
    identifier(
      "text functions", "Task.cleanUp.identifier",
      around: #"""
        enum Task: String {
          case refresh, cleanUp
          var identifier: String { "com.example.\(capitalized)" }
          private var capitalized: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        }
        """#, "com.example.CleanUp"),
    identifier(
      "text functions of a build setting", "Bundle.main.bundleIdentifier!.lowercased()", around: "", "?"),
    identifier(
      "raw value in a literal", "Task.refresh.identifier",
      around: #"enum Task: String { case refresh; var identifier: String { "com.example.\(rawValue)" } }"#,
      "com.example.refresh"),
    identifier(
      "raw value of a case that is not known", "task.identifier",
      around: #"enum Task: String { case a, b; var identifier: String { "com.example.\(rawValue)" } }"#,
      in: "let task = Task(rawValue: name)!", "?com.example.{rawValue}"),
    identifier(
      "method of a case", "Task.refresh.identifier()",
      around:
        #"enum Task: String { case refresh; func identifier() -> String { "com.example." + rawValue } }"#,
      "com.example.refresh"),
    identifier(
      "raw value of a structure", "TaskName.refresh.rawValue",
      around: """
        struct TaskName: RawRepresentable {
          let rawValue: String
          static let refresh = TaskName(rawValue: "com.example.refresh")
        }
        """, "com.example.refresh"),
    identifier(
      "cases of a loop", "task.rawValue",
      around: #"enum Task: String, CaseIterable { case a = "com.example.a" }"#,
      in: "for task in Task.allCases {}", "?"),
  ]

  @Test(arguments: texts) func readsTexts(_ one: FactCase) { one.check() }

  static let types: [FactCase] = [
    FactCase(
      "an initializer that a subclass calls", [.session],
      """
      class Transfers: NSObject {
        let session: URLSession
        init(identifier: String) {
          session = URLSession(
            configuration: «.background(withIdentifier: identifier)», delegate: nil, delegateQueue: nil)
        }
      }
      final class Uploads: Transfers {
        init() { super.init(identifier: "com.example.uploads") }
      }
      class App: Base { override func start() { _ = Uploads() } }
      """,
      "session type=background identifier=com.example.uploads delegate=null delegateQueue=null lifetime=stored name=session"
    ),
    FactCase(
      "an initializer that a subclass inherits", [.session],
      """
      class Transfers: Base {
        init(identifier: String) {
          _ = URLSession(configuration: «.background(withIdentifier: identifier)», delegate: nil, delegateQueue: nil)
        }
      }
      final class Uploads: Transfers {}
      class App: Base {
        override func start() {
          _ = Uploads(identifier: "com.example.uploads")
          let downloads: Transfers = .init(identifier: "com.example.downloads")
        }
      }
      """,
      """
      session type=background identifier=com.example.uploads delegate=null delegateQueue=null
      session type=background identifier=com.example.downloads delegate=null delegateQueue=null
      """),
    FactCase(
      "an initializer that a type may have, and that is not known", [.session],
      """
      class Transfers: Base {
        init(identifier: String) {
          _ = URLSession(configuration: «.background(withIdentifier: identifier)», delegate: nil, delegateQueue: nil)
        }
      }
      class App: Base {
        override func start() {
          _ = Transfers(identifier: "com.example.uploads")
          register(.init(identifier: "com.example.other"))
        }
      }
      """, "session type=background identifier=? delegate=null delegateQueue=null"),
    FactCase(
      "a property of the superclass that two subclasses give different values", [.session],
      """
      class Transfers: Base {
        let identifier: String
        lazy var session = URLSession(
          configuration: «.background(withIdentifier: identifier)», delegate: nil, delegateQueue: nil)
        init(identifier: String) { self.identifier = identifier }
      }
      class Uploads: Transfers { init() { super.init(identifier: "com.example.uploads") } }
      class Downloads: Transfers { init() { super.init(identifier: "com.example.downloads") } }
      """,
      """
      session type=background identifier=com.example.uploads delegate=null delegateQueue=null lifetime=lazy name=session
      session type=background identifier=com.example.downloads delegate=null delegateQueue=null lifetime=lazy name=session
      """),
    FactCase(
      "a registration for each case", [.taskRegistration],
      """
      enum Task: String, CaseIterable { case a = "com.example.a", b = "com.example.b" }
      class App: Base {
        override func start() {
          Task.allCases.forEach {
            «BGTaskScheduler.shared.register(forTaskWithIdentifier: $0.rawValue, using: nil) { _ in }»
          }
          for name in ["com.example.c", "com.example.d"] {
            «BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { _ in }»
          }
          for name in names {
            «BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { _ in }»
          }
        }
      }
      """,
      """
      taskRegistration identifier=com.example.a api=BGTaskScheduler queue=nil completes=never exit=true
      taskRegistration identifier=com.example.b api=BGTaskScheduler queue=nil completes=never exit=true
      taskRegistration identifier=com.example.c api=BGTaskScheduler queue=nil completes=never exit=true
      taskRegistration identifier=com.example.d api=BGTaskScheduler queue=nil completes=never exit=true
      taskRegistration identifier=? api=BGTaskScheduler queue=nil completes=never exit=true
      """),
  ]

  @Test(arguments: types) func readsTypes(_ one: FactCase) { one.check() }

  private static func date(_ name: String, _ body: String, around: String = "", _ expected: String)
    -> FactCase
  {
    FactCase(
      name, [.taskRequest],
      """
      \(around)
      class Refresher: Base {
        override func schedule() {
          let request = «BGProcessingTaskRequest(identifier: "a")»
          \(body)
        }
      }
      """, "taskRequest identifier=a task=processing earliestBeginDate=\(expected)")
  }

  static let dates: [FactCase] = [
    date(
      "next time of day",
      """
      request.earliestBeginDate = Calendar.current.nextDate(
        after: Date(), matching: DateComponents(hour: 3, minute: 30), matchingPolicy: .nextTime)
      """, "03:30"),
    date(
      "components that are set",
      """
      var components = DateComponents()
      components.hour = 2
      let next = Calendar.current.nextDate(after: .now, matching: components, matchingPolicy: .nextTime)
      request.earliestBeginDate = next
      """, "02:00"),
    date(
      "components that a condition sets",
      """
      var components = DateComponents()
      components.hour = 2
      if isLate { components.minute = 30 }
      request.earliestBeginDate = Calendar.current.nextDate(after: .now, matching: components, matchingPolicy: .nextTime)
      """, "?"),
    date(
      "weekday",
      """
      request.earliestBeginDate = Calendar.current.nextDate(
        after: Date(), matching: DateComponents(hour: 3, weekday: 2), matchingPolicy: .nextTime)
      """, "?"),
    date(
      "minutes of an hour",
      """
      request.earliestBeginDate = Calendar.current.nextDate(
        after: Date(), matching: DateComponents(minute: 30), matchingPolicy: .nextTime)
      """, "?"),
    date(
      "after another date",
      """
      request.earliestBeginDate = Calendar.current.nextDate(
        after: lastRun, matching: DateComponents(hour: 3), matchingPolicy: .nextTime)
      """, "?"),
    date(
      "time of tomorrow",
      """
      let tomorrow = Calendar.current.date(byAdding: .day, value: 1, to: Date())!
      request.earliestBeginDate = Calendar.current.date(bySettingHour: 4, minute: 5, second: 0, of: tomorrow)
      """, "04:05"),
    date(
      "time of a day in a week",
      """
      let day = Calendar.current.date(byAdding: .day, value: 7, to: Date())!
      request.earliestBeginDate = Calendar.current.date(bySettingHour: 4, minute: 5, second: 0, of: day)
      """, "?"),
    date(
      "midnight",
      """
      let tomorrow = Calendar.current.date(byAdding: .day, value: 1, to: Date())!
      request.earliestBeginDate = Calendar.current.startOfDay(for: tomorrow)
      """, "00:00"),
    date("start of today", "request.earliestBeginDate = Calendar.current.startOfDay(for: Date())", "?"),
    date(
      "clock of the app", "request.earliestBeginDate = clock.date().addingTimeInterval(60)",
      around: """
        struct Clock { var date: () -> Date = Date.init }
        let clock = Clock()
        """, "60"),
    date(
      "clock of the app that something sets",
      "request.earliestBeginDate = clock.date().addingTimeInterval(60)",
      around: """
        struct Clock { var date: () -> Date = Date.init }
        var clock = Clock()
        func travel() { clock.date = { later } }
        """, "?"),
    date(
      "measurement",
      """
      let delay = Measurement<UnitDuration>(value: 2, unit: .hours)
      request.earliestBeginDate = Date(timeIntervalSinceNow: delay.converted(to: .seconds).value)
      """, "7200"),
  ]

  @Test(arguments: dates) func readsDates(_ one: FactCase) { one.check() }

  static let wrappers: [FactCase] = [
    FactCase(
      "a protocol of the app that the scheduler conforms to", [.taskRegistration, .taskSubmission],
      """
      protocol Scheduling {
        func register(forTaskWithIdentifier identifier: String, launchHandler: @escaping (BGTask) -> Void) -> Bool
        func submit(_ request: BGTaskRequest) throws
      }
      extension BGTaskScheduler: Scheduling {
        func register(forTaskWithIdentifier identifier: String, launchHandler: @escaping (BGTask) -> Void) -> Bool {
          register(forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
        }
      }
      class Refresher: Base {
        let scheduler: any Scheduling
        override func start() {
          «scheduler.register(forTaskWithIdentifier: "a") { task in task.setTaskCompleted(success: true) }»
          let request = BGAppRefreshTaskRequest(identifier: "a")
          try? «scheduler.submit(request)»
        }
        override func other() { form.submit(draft); form.register(forName: "b") }
      }
      """,
      """
      taskRegistration identifier=a api=BGTaskScheduler completes=always synchronous=true idle=true
      taskSubmission identifier=a task=appRefresh error=ignored method=submit
      """),
    FactCase(
      "a wrapper of the app", [.taskSubmission],
      """
      final class Scheduler {
        func submit(_ request: BGTaskRequest) throws { try «BGTaskScheduler.shared.submit(request)» }
      }
      class Refresher: Base {
        let scheduler = Scheduler()
        override func start() {
          try? scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
          do { try scheduler.submit(BGProcessingTaskRequest(identifier: "b")) } catch {}
        }
      }
      """,
      """
      taskSubmission identifier=a task=appRefresh error=ignored method=submit
      taskSubmission identifier=b task=processing error=caught method=submit
      """),
  ]

  @Test(arguments: wrappers) func readsWrappers(_ one: FactCase) { one.check() }

  static let titles: [(expression: String, text: String?)] = [
    (#"String(localized: "export.title")"#, "Export"),
    (#"NSLocalizedString("export.title", comment: "")"#, "Export"),
    (#"String(localized: "Exporting", comment: "A title")"#, "Exporting"),
    (#"String(localized: "export.new", defaultValue: "New")"#, "New"),
    (#"String(localized: "export.title", table: "Other")"#, "Other export"),
    (#"NSLocalizedString("export.new", tableName: nil, value: "", comment: "")"#, "export.new"),
    (#"String(localized: "export.\(name)")"#, nil), (#"String(localized: "export.two")"#, nil),
    ("String(localized: key)", nil), (#"NSLocalizedString(key, comment: "")"#, nil),
  ]

  @Test(arguments: titles.indices) func readsTitlesInTheDevelopmentLanguage(_ index: Int) {
    var texts = LocalizedTexts()
    texts.add("Export", for: "export.title", in: "Localizable")
    texts.add("Other export", for: "export.title", in: "Other")
    for text in ["One", "Two"] { texts.add(text, for: "export.two", in: "Localizable") }
    let text = """
      class Exporter: Base {
        override func export(name: String, key: String) {
          let request = BGContinuedProcessingTaskRequest(
            identifier: "a", title: \(Self.titles[index].expression), subtitle: "")
        }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)], texts: texts)
    #expect(facts.first { $0.kind == .taskRequest }?["title"]?.string == Self.titles[index].text)
  }

  @Test func aWrapperKeepsTheMomentsOfRequestsApart() {
    let text = """
      final class Scheduler {
        static func submit(_ request: BGTaskRequest) { try? BGTaskScheduler.shared.submit(request) }
      }
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func applicationDidEnterBackground(_ a: UIApplication) {
          Scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        }
        func applicationDidBecomeActive(_ a: UIApplication) {
          Scheduler.submit(BGProcessingTaskRequest(identifier: "b"))
        }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
      .filter { $0.kind == .taskSubmission }
    #expect(facts.map { $0["identifier"]?.string } == ["a", "b"])
    #expect(facts.map(\.moments) == [[.applicationEnteringBackground], [.applicationEnteringForeground]])
  }

  @Test func anEndlessNameIsNoScheduler() {
    let text = """
      func run(box: Box) {
        if let request = request, let scheduler = scheduler { scheduler.submit(request) }
      }
      """
    #expect(CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)]).isEmpty)
  }
}
