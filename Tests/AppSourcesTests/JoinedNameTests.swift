import AppFacts
import AppSources
import Testing

/// Names of background tasks that macros of C join from words.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct JoinedNameTests {
  private static func unread(_ text: String, header: String = "") -> [UnreadFact] {
    let files = [("App.m", text), ("a.h", header)].map {
      CodeReader.index(SourceFile(path: $0.0, text: $0.1))
    }
    return CodeReader.link(files, texts: LocalizedTexts()).unread
  }

  private static let join = "#define JOIN(a, b) a##b"

  /// A header and code that joins a name.
  @Test(arguments: [
    (join, "void f() { [JOIN(BGTask, Scheduler) a]; }"),
    ("#define JOIN(a, b) a%:%:b", "JOIN(BG, TaskScheduler)"),
    (join + "\n#define J(a) JOIN(a, Scheduler)", "J(BGTask)"), ("#define J(a) BGTask##a", "J(Scheduler)"),
    (join + "\n#define A BGTask\n#define B Scheduler", "JOIN(A, B)"),
    ("#define JOIN(a, b, c) a##b##c", "JOIN(BG, Processing, TaskRequest)"),
    (join, "[a JOIN(submitTask, Request):b error:nil]"), (join, "JOIN (BGTask,\nScheduler)"),
    (join, "#define A JOIN(BGTask, Scheduler)"),
  ])
  func joinedNameIsRefused(_ header: String, _ text: String) {
    let unread = Self.unread(text, header: header)
    #expect(unread.count == 1 && unread.allSatisfy(\.isRefused), "\(unread)")
    #expect(unread.first?.reason.contains("may join words to") ?? false)
  }

  /// Words that no macro joins, and macros that join other words.
  @Test(arguments: [
    (join, "JOIN(BGTask, Other); Scheduler *a;"), (join, "JOIN(a, b); [BGTaskScheduler sharedScheduler];"),
    ("#define A(a) #a", "A(BGTask) A(Scheduler)"), ("", "JOIN(BGTask, Scheduler)"),
    (join, "JOIN(a, BGTaskScheduler)"), (join, "JOIN"), (join, "JOIN(((("), (join, "JOIN) BGTask Scheduler"),
  ])
  func otherNamesAreRead(_ header: String, _ text: String) {
    #expect(!Self.unread(text, header: header).contains { $0.reason.contains("join") })
  }
}
