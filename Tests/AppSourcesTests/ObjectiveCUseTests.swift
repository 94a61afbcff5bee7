import AppFacts
import AppSources
import Testing

/// Code of Objective-C that runs although no code that is read calls it.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct ObjectiveCUseTests {
  private static let work = "[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests];"
  private static func type(_ methods: String) -> String {
    "@interface A : NSObject\n@end\n@implementation A\n\(methods)\n@end\n"
  }

  private func reaches(_ text: String) -> [CodeFact.Reach] {
    CodeReader.facts(of: [SourceFile(path: "App.m", text: text.replacing("WORK", with: Self.work))])
      .filter { $0.kind == .taskCancellation }.map(\.reach)
  }

  @Test(arguments: [
    "static void a(void) __attribute__((constructor));\nstatic void a(void) { WORK }",
    "void a(void) { WORK }",
    "#define FIRST(name) __attribute__((constructor)) static void name(void)\nFIRST(a) { WORK }",
    "static void a(void) { WORK }\n__attribute__((used, section(\"__DATA,__mod_init_func\"))) static void (*const b)(void) = a;",
    type("- (instancetype)init { WORK return self; }")
      + type("+ (void)load { [[NSClassFromString([@\"A\" lowercaseString]) alloc] init]; }").replacing(
        "A :", with: "B :"),
    type("+ (void)a { WORK }\n+ (void)load { [self performSelector:NSSelectorFromString(name())]; }"),
  ])
  func isAlive(_ text: String) { #expect(!reaches(text).isEmpty && !reaches(text).contains(.unreached)) }

  @Test(arguments: [
    type("- (void)a { WORK }"),
    type("- (void)a { WORK }\n- (Class)b { return NSClassFromString(@\"UIView\"); }"),
  ])
  func isDead(_ text: String) { #expect(reaches(text) == [.unreached]) }
}
