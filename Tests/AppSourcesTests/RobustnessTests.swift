import AppFacts
import AppSources
import Foundation
import Testing

/// Sources that no compiler accepts, and sources of unusual size.
@Suite struct RobustnessTests {
  private static let whole = ##"""
    import BackgroundTasks
    @main final class AppDelegate: UIResponder, UIApplicationDelegate {
      private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.\(name)")
        configuration.httpAdditionalHeaders = ["Accept": """
          audio/mpeg
          """]
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      }()
      func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Task.refresh.rawValue, using: nil) { task in
          guard let task = task as? BGAppRefreshTask else { return }
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          switch phase { case .background where isOn: break; default: task.setTaskCompleted(success: true) }
        }
        #if DEBUG
        let request = BGAppRefreshTaskRequest(identifier: .refresh)
        #else
        let request = BGProcessingTaskRequest(identifier: #"raw\#(name)"#)
        #endif
        request.earliestBeginDate = Calendar.current.date(bySettingHour: 3, minute: 0, second: 0, of: Date())
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
        return #unavailable(iOS 17) ? true : (1, 2).0 == 1 && !isOn ?? false
      }
    }
    enum Task: String, CaseIterable { case refresh = "a", clean; indirect case other(Task) }
    extension Task { subscript(_ index: Int) -> Int { get { index } set { value = newValue } } }
    @Observable struct Model<each Value: P> where Value: Q { @Query(sort: \.name) var items: [Item] }
    #Preview { Text("a") }
    """##

  @Test func codeThatIsCutAtAnyLineIsRead() {
    let lines = Self.whole.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 0...lines.count {
      let text = lines.prefix(count).joined(separator: "\n")
      let file = SourceFile(path: "App.swift", text: text)
      let facts = CodeReader.facts(of: [file])
      #expect(CodeReader.facts(of: [file]) == facts)
      // A text without its last characters, and a text without its first lines.
      _ = CodeReader.facts(of: [SourceFile(path: "App.swift", text: String(text.dropLast(7)))])
      _ = CodeReader.facts(
        of: [SourceFile(path: "App.swift", text: lines.dropFirst(count).joined(separator: "\n"))])
    }
  }

  @Test func aFormOfAnIndexHasTheSameFacts() throws {
    let file = SourceFile(path: "App.swift", text: Self.whole, target: "App")
    let index = CodeReader.index(file)
    let bytes = CodeReader.bytes(of: index)
    let other = try #require(CodeReader.index(bytes, of: file))
    #expect(CodeReader.bytes(of: other) == bytes)
    #expect(CodeReader.facts(of: [other]) == CodeReader.facts(of: [index]))
    #expect(!CodeReader.facts(of: [other]).isEmpty)
  }

  @Test func aDamagedFormIsNoIndex() {
    let file = SourceFile(path: "App.swift", text: Self.whole)
    let bytes = CodeReader.bytes(of: CodeReader.index(file))
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(CodeReader.index(Array(bytes.prefix(count)), of: file) == nil)
    }
    // Damaged bytes may be a valid form by chance. They must not cause a crash.
    for offset in stride(from: 0, to: bytes.count, by: 13) {
      var damaged = bytes
      damaged[offset] ^= 0xff
      _ = CodeReader.index(damaged, of: file)
    }
  }

  // MARK: - Circles

  /// Declarations that lead back to themselves, each in a place that readers follow.
  static let circles: [(name: String, text: String)] = [
    (
      "overloads in an extension of the session",
      """
      extension URLSession {
        func send(_ request: URLRequest) { send(request, retries: 2) }
        func send(_ request: URLRequest, retries: Int) { send(request) }
        func load(_ request: URLRequest) { self.load(request)
          downloadTask(with: request).resume() }
        func first(_ request: URLRequest) { second(request) }
        func second(_ request: URLRequest) { first(request)
          uploadTask(with: request, fromFile: file).resume() }
      }
      """
    ),
    (
      "handlers",
      """
      func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in first(task) }
      }
      func first(_ task: BGTask) { task.expirationHandler = { stop() }
        second(task) }
      func second(_ task: BGTask) { first(task) }
      func stop() { halt() }
      func halt() { stop() }
      """
    ),
    (
      "values",
      """
      enum Name { static var a: String { b }
        static var b: String { a }
        static let c = d + "c"
        static let d = c + "d"
        static func interval(_ x: Double) -> TimeInterval { interval(x) * 2 } }
      func plan() {
        let request = BGAppRefreshTaskRequest(identifier: Name.a)
        request.earliestBeginDate = Date(timeIntervalSinceNow: Name.interval(2))
        try? BGTaskScheduler.shared.submit(request)
        try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: Name.c))
      }
      """
    ),
    (
      "configurations",
      """
      class Loader {
        lazy var session = URLSession(configuration: first(), delegate: self, delegateQueue: nil)
        func first() -> URLSessionConfiguration { second() }
        func second() -> URLSessionConfiguration { first() }
        func own(_ session: URLSession) -> URLSession { own(session) }
        func load(_ url: URL) { own(session).downloadTask(with: url).resume() }
      }
      """
    ),
    (
      "types",
      """
      class A: B { func applicationDidEnterBackground(_ a: UIApplication) { save() } }
      class B: A { func save() { id = UIApplication.shared.beginBackgroundTask { self.end() }
        end() }
        var id = UIBackgroundTaskIdentifier.invalid
        func end() { finish() }
        func finish() { end() } }
      protocol P: Q { func run() }
      protocol Q: P {}
      typealias X = Y
      typealias Y = X
      let x = X().run()
      """
    ),
    (
      "a closure that calls itself",
      """
      func application(_ a: UIApplication, handleEventsForBackgroundURLSession i: String, completionHandler: @escaping () -> Void) {
        var again: () -> Void = {}
        again = { again() }
        let finish = { (one: () -> Void) in finish(one) }
        finish(completionHandler)
      }
      """
    ),
  ]

  @Test(arguments: circles.indices) func circlesEnd(_ index: Int) {
    let read = CodeReader.index(SourceFile(path: "App.swift", text: Self.circles[index].text))
    #expect(CodeReader.facts(of: [read]) == CodeReader.facts(of: [read]))
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let deep: [(name: String, text: String)] = [
    ("parentheses", "let a = " + repeated("(", 5_000) + "1" + repeated(")", 5_000)),
    ("brackets", "let a = " + repeated("[", 5_000) + repeated("]", 5_000)),
    ("members", "let a = b" + repeated(".c", 10_000)),
    ("calls", "let a = b" + repeated(".c()", 10_000)),
    ("operators", "let a = \"\"" + repeated(" + \"b\"", 10_000)),
    ("ternaries", "let a = " + repeated("b ? c : ", 2_000) + "d"),
    ("closures", "let a = " + repeated("{ b(", 2_000) + repeated(") }", 2_000)),
    ("branches", "func a() { if b {} " + repeated("else if b {} ", 5_000) + "}"),
    ("blocks", "func a() " + repeated("{ do ", 2_000) + repeated("}", 2_000)),
    ("types", repeated("struct A { ", 2_000) + repeated("}", 2_000)),
    ("conditions", repeated("#if A\n", 2_000) + repeated("#endif\n", 2_000)),
    ("interpolations", "let a = " + repeated("\"\\(", 500) + "1" + repeated(")\"", 500)),
    ("prefixes", "let a = " + repeated("!", 1) + repeated("-(", 3_000) + "1" + repeated(")", 3_000)),
  ]

  @Test(arguments: deep.indices) func deepNestingEndsNothing(_ index: Int) async {
    let one = Self.deep[index]
    // A request after the nested code shows that the rest is read.
    let file = SourceFile(path: "App.swift", text: one.text + "\nfunc last() {}\n")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        let read = CodeReader.index(file)
        _ = CodeReader.facts(of: [read])
        if let again = CodeReader.index(CodeReader.bytes(of: read), of: file) {
          _ = CodeReader.facts(of: [again])
        }
        continuation.resume()
      }
      thread.stackSize = 512 << 20
      thread.start()
    }
  }
}
