import AppFacts
import AppSources
import Testing

/// Classes and methods of the system that texts name, and functions of the system that are values.
@Suite struct UnfollowedWorkTests {
  private static func unread(_ path: String, _ text: String) -> [UnreadFact] {
    CodeReader.link([CodeReader.index(SourceFile(path: path, text: text))], texts: LocalizedTexts()).unread
  }

  private static func inSwift(_ statements: String, _ declarations: String = "") -> [UnreadFact] {
    unread(
      "App.swift",
      """
      import UIKit
      \(declarations)
      @main final class Delegate: UIResponder, UIApplicationDelegate {
        func applicationDidBecomeActive(_ application: UIApplication) {
          \(statements)
        }
      }
      """)
  }

  /// Statements, and a part of the note about them.
  @Test(arguments: [
    ("_ = NSClassFromString(\"BGTaskScheduler\")", "the class BGTaskScheduler"),
    ("_ = NSClassFromString(\"BG\" + \"ProcessingTaskRequest\")", "the class BGProcessingTaskRequest"),
    ("let name = \"BGTaskScheduler\"; _ = objc_getClass(name)", "the class BGTaskScheduler"),
    ("_ = _typeByName(\"So15BGTaskSchedulerC\")", "the class BGTaskScheduler"),
    ("for name in names { x.perform(NSSelectorFromString(name)) }", "a method by a computed text"),
    ("x.perform(Selector((\"submitTaskRequest:error:\")))", "the method submitTaskRequest:error:"),
    ("x.perform(\"submitTaskRequest:error:\")", "the method submitTaskRequest:error:"),
    (
      "let s: Selector = \"beginBackgroundTaskWithExpirationHandler:\"; f(s)",
      "the method beginBackgroundTask"
    ),
    (
      "x.perform(Selector(\"begin\" + \"BackgroundTaskWithExpirationHandler:\"))",
      "the method beginBackground"
    ),
    ("x.perform(Selector(\"begin\\(rest)\"))", "a method by a computed text"),
    ("x.perform(#selector(BGTaskScheduler.submit(_:)), with: y)", "the method submitTaskRequest:error:"),
    (
      "x.perform(#selector(UIApplication.beginBackgroundTask(expirationHandler:)))",
      "the method beginBackground"
    ),
    ("f(unsafeBitCast(NSClassFromString(name), to: P.self))", "a class by a computed text"),
    ("let f = UIApplication.shared.beginBackgroundTask; f(nil)", "beginBackgroundTask as a value"),
    ("let f = application.beginBackgroundTask(withName:expirationHandler:); f(\"\", nil)", "as a value"),
    ("try requests.forEach(BGTaskScheduler.shared.submit)", "submit as a value"),
    ("let f = BGTaskScheduler.shared.register; use(f)", "register as a value"),
    ("run(ProcessInfo.processInfo.performExpiringActivity)", "performExpiringActivity as a value"),
  ])
  func isNoted(_ statements: String, _ part: String) {
    let unread = Self.inSwift(statements)
    #expect(unread.count == 1 && unread.allSatisfy(\.leavesOutCode), "\(unread)")
    #expect(unread.first?.reason.contains(part) ?? false, "\(unread)")
    #expect(unread.map(\.isRefused) == [false])
  }

  @Test(arguments: [
    ("UIApplication.more()", "extension UIApplication { static func more() { f(beginBackgroundTask) } }"),
    ("f(S.self)", "@objc protocol S { func submitTaskRequest(_ r: Any, error: Any?) }"),
  ])
  func declarationsAreNoted(_ statements: String, _ declarations: String) {
    let unread = Self.inSwift(statements, declarations)
    #expect(unread.count == 1 && unread.allSatisfy(\.leavesOutCode), "\(unread)")
  }

  /// Code of ordinary apps.
  @Test(arguments: [
    "let task = application.beginBackgroundTask(); application.endBackgroundTask(task)",
    "try? BGTaskScheduler.shared.submit(request)", "form.action = submit",
    "use(form.submit); use(form.register)",
    "x.addTarget(self, action: #selector(submit), for: .touchUpInside)",
    "x.addTarget(self, action: #selector(Form.register(_:)), for: .touchUpInside)",
    "x.perform(Selector((\"setColor:\")))", "x.perform(NSSelectorFromString(\"load\\(name):\"), with: y)",
    "_ = NSClassFromString(\"XCTestCase\") != nil", "_ = NSClassFromString(name)",
    "_ = NSClassFromString(\"\\(module).\\(name)\"); _ = unsafeBitCast(x, to: Int.self)",
    "log(\"BGTaskScheduler\")", "client.beginBackgroundTask = { _ in }", "context.perform { save() }",
  ])
  func othersAreNot(_ statements: String) {
    #expect(Self.inSwift(statements).isEmpty, "\(Self.inSwift(statements))")
  }

  @Test func codeThatNothingUsesIsNotNoted() {
    let unread = Self.inSwift("", "func unused() { _ = NSClassFromString(\"BGTaskScheduler\") }")
    #expect(unread.isEmpty, "\(unread)")
  }

  @Test(
    .enabled(if: CodeReader.readsObjectiveC),
    arguments: [
      ("[NSClassFromString(@\"BGTaskScheduler\") sharedScheduler];", 1),
      ("[x performSelector:NSSelectorFromString(@\"submitTaskRequest:error:\")];", 1),
      (
        "[[BGTaskScheduler sharedScheduler] performSelector:@selector(submitTaskRequest:error:) withObject:r];",
        1
      ),
      ("[x performSelector:sel_registerName(name)];", 1), ("[x performSelector:@selector(load:)];", 0),
      ("NSClassFromString(@\"Other\");", 0),
    ])
  func isNotedInObjectiveC(_ statement: String, count: Int) {
    let unread = Self.unread(
      "App.m", "@implementation More\n+ (void)load { \(statement) }\n@end\n")
    #expect(unread.count == count && unread.allSatisfy(\.leavesOutCode), "\(unread)")
  }
}
