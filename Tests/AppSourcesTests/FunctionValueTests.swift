import AppFacts
import AppSources
import Testing

/// Initializers and functions of the system that code uses as values.
@Suite struct FunctionValueTests {
  private static func facts(_ statements: String, _ kind: FactKind) -> [CodeFact] {
    let text = """
      import BackgroundTasks
      typealias Request = BGProcessingTaskRequest
      enum More { static func start() { \(statements) } }
      """
    return CodeReader.facts(of: [SourceFile(path: "More.swift", text: text)])
      .filter { $0.kind == kind }
  }

  /// Statements that make requests, with the identifiers of the requests; `?` for an identifier that is not known.
  @Test(arguments: [
    ("[\"a\"].map(BGProcessingTaskRequest.init(identifier:)).forEach(submit)", ["a"]),
    ("[\"a\", \"b\"].forEach { x in }; [\"a\"].compactMap(BGProcessingTaskRequest.init)", ["a"]),
    ("_ = [\"a\"].map(BackgroundTasks.BGProcessingTaskRequest.init(identifier:))", ["a"]),
    ("_ = [\"a\"].map(Request.init(identifier:))", ["a"]),
    ("let make = BGProcessingTaskRequest.init(identifier:); submit(make(\"a\"))", ["?"]),
    ("make(BGAppRefreshTaskRequest.init)", ["?"]), ("let T = Request.self; make(T.init(identifier:))", ["?"]),
    ("_ = [\"a\"].map(Other.init(identifier:)); make(Int.init)", []),
    ("_ = [BGProcessingTaskRequest.init(identifier: \"a\")]", ["a"]),
  ])
  func requestsAreFound(_ statements: String, identifiers: [String]) {
    let facts = Self.facts(statements, .taskRequest)
    #expect(facts.map { $0["identifier"]?.string ?? "?" } == identifiers)
  }

  @Test(arguments: [
    ("let make = URLSessionConfiguration.background(withIdentifier:); use(make(\"a\"))", 1),
    ("use([\"a\"].map(URLSessionConfiguration.background))", 1),
    ("let make = Theme.background; use(make)", 0),
  ])
  func configurationsAreFound(_ statements: String, count: Int) {
    let facts = Self.facts("\(statements); _ = URLSession(configuration: x)", .session)
    #expect(facts.filter { $0["type"]?.string == "background" }.count == count, "\(facts)")
  }
}
