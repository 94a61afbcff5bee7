import AppFacts
import AppSources
import Testing

/// Code that runs although no code mentions its name.
@Suite struct UnwrittenNameTests {
  /// Declarations with `WORK`, the code that uses them, and the path of the file with the declarations.
  static let forms: [(declaration: String, use: String, path: String)] = [
    ("enum A { static func run() { WORK } }\ntypealias B = A", "B.run()", "Work.swift"),
    (
      "enum A { static func run() { WORK } }\nenum C { typealias B = A }\ntypealias D = C", "D.B.run()",
      "Work.swift"
    ),
    (
      "protocol P { associatedtype A: Q = B\nfunc a() -> A }\nenum B: Q { static func run() { WORK } }",
      "f(P.self)", "Work.swift"
    ),
    (
      "@globalActor actor A { static let shared = A()\nstatic var sharedUnownedExecutor: UnownedSerialExecutor { WORK; return shared.unownedExecutor } }",
      "Task { await f() }\n@A func f() {}", "Work.swift"
    ),
    (
      "private class More: NSObject { override init() { super.init(); WORK } }",
      "_ = (NSClassFromString(\"_TtC3App33_1More\") as? NSObject.Type)?.init()", "Work.swift"
    ),
    ("private func work() { WORK }", "f()\n@_silgen_name(\"$s3App4workyyF\") func f()", "Work.swift"),
    ("prefix operator ~~~\nprefix func ~~~ (x: Int) { WORK }", "~~~1", "Work.swift"),
    ("infix operator <~>\nfunc <~> (x: Int, y: Int) { WORK }", "1 <~> 2", "Work.swift"),
    (
      "struct P {}\nfunc ~= (p: P, v: Int) -> Bool { WORK; return true }",
      "switch 1 { case P(): break; default: break }", "Work.swift"
    ),
    (
      "struct E: Equatable { static func == (a: E, b: E) -> Bool { WORK; return true } }", "_ = E() == E()",
      "Work.swift"
    ),
    ("struct E: Hashable { func hash(into hasher: inout Hasher) { WORK } }", "_ = Set([E()])", "Work.swift"),
    (
      "struct E: CustomStringConvertible { var description: String { WORK; return \"\" } }",
      "_ = \"\\(E())\"", "Work.swift"
    ),
    ("struct E: Encodable { func encode(to encoder: Encoder) { WORK } }", "save(E())", "Work.swift"),
    (
      "@propertyWrapper struct W { var wrappedValue: Int { get { WORK; return 1 } } }\nstruct U { @W var x }",
      "_ = U().x", "Work.swift"
    ),
    (
      "@propertyWrapper struct W { var wrappedValue: Int { didSet { WORK } } }\nstruct U { @W var x: Int = 1 }",
      "var u = U(); u.x = 2", "Work.swift"
    ),
    (
      "@propertyWrapper struct W { var wrappedValue = 1; var projectedValue: Int { WORK; return 1 } }\nstruct U { @W var x }",
      "_ = U().$x", "Work.swift"
    ),
    (
      "@resultBuilder struct B { static func buildBlock(_ x: Int...) -> Int { WORK; return 1 } }\nfunc make(@B _ c: () -> Int) {}",
      "make { 1 }", "Work.swift"
    ),
    (
      "@resultBuilder struct B { static func buildExpression(_ x: Int) -> Int { WORK; return 1 } }\nfunc make(@B _ c: () -> Int) {}",
      "make { 1 }", "Work.swift"
    ),
    (
      "@dynamicCallable struct D { func dynamicallyCall(withArguments a: [Int]) { WORK } }", "D()(1)",
      "Work.swift"
    ),
    (
      "@dynamicMemberLookup struct D { subscript(dynamicMember n: String) -> Int { get { 1 } set { WORK } } }",
      "var d = D(); d.a = 1", "Work.swift"
    ),
    ("struct S { subscript(i: Int) -> Int { get { WORK; return 1 } set {} } }", "_ = S()[0]", "Work.swift"),
    (
      "extension String.StringInterpolation { mutating func appendInterpolation(_ x: Tag) { WORK } }\nstruct Tag {}",
      "_ = \"\\(Tag())\"", "Work.swift"
    ),
    ("final class S { private let a: Int = { WORK; return 1 }() }", "_ = S()", "Work.swift"),
    ("let (a, b): (Int, Int) = { WORK; return (1, 2) }()", "_ = a", "Work.swift"),
    ("let _: Int = { WORK; return 1 }()", "", "main.swift"),
    ("let a: Int = { WORK; return 1 }()", "", "App/main.swift"),
    (
      "let a: Int = { enum L { static func run() { WORK } }; L.run(); return 1 }()", "_ = a", "Work.swift"
    ),
    (
      "struct R { static func make() -> R { WORK; return R() } }\nenum E { case a(R) }", "_ = E.a(.make())",
      "Work.swift"
    ),
    (
      "class Base<T: P> { init() { T.run() } }\nenum R: P { static func run() { WORK } }\nclass Own: Base<R> {}",
      "_ = Own()", "Work.swift"
    ),
    ("@_dynamicReplacement(for: old()) func new() { WORK }\nfunc old() {}", "old()", "Work.swift"),
    (
      "@propertyWrapper struct W<T> { var wrappedValue: T }\nstruct U { @W var x = { WORK; return 1 }()\nfunc a() { _ = _x } }",
      "U().a()", "Work.swift"
    ),
    // The standard library and other languages
    (
      "struct E: Hashable { func _rawHashValue(seed: Int) -> Int { WORK; return 1 } }", "_ = Set([E()])",
      "Work.swift"
    ),
    ("struct E: Error { var _code: Int { WORK; return 1 } }", "f(E())", "Work.swift"),
    ("@_expose(Cxx) func a() { WORK }", "", "Work.swift"),
    ("@_unknownToday func a() { WORK }", "", "Work.swift"),
    ("@objc extension UIView { func a() { WORK } }", "", "Work.swift"),
    ("extension UIView { @IBInspectable var a: Int { get { 1 } set { WORK } } }", "", "Work.swift"),
    ("class A: NSObject { let a: Int = { WORK; return 1 }() }", "f(NSClassFromString(name))", "Work.swift"),
    (
      "class A: NSObject { let a: Int = { WORK; return 1 }() }", "f(NSClassFromString(\"App.A\"))",
      "Work.swift"
    ),
    (
      "private class A: UIView { override init(frame: CGRect) { WORK } }", "f(_typeByName(\"1\" + name))",
      "Work.swift"
    ),
    // The system's types
    (
      "private enum BGTaskRequest { static func a() { WORK } }\nfunc b() { BGTaskRequest.a() }", "b()",
      "Work.swift"
    ),
    (
      "#if os(iOS)\nenum URLSession { static func a() { WORK } }\n#endif\nfunc b() { URLSession.a() }", "b()",
      "Work.swift"
    ),
  ]

  @Test(arguments: forms.indices) func isAlive(_ index: Int) {
    let form = Self.forms[index]
    let work = #"try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.more"))"#
    let app = """
      import UIKit
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
          _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool { true }
        func applicationDidEnterBackground(_ application: UIApplication) { \(form.use) }
      }
      """
    let facts = CodeReader.facts(of: [
      SourceFile(path: "App.swift", text: app),
      SourceFile(
        path: form.path, text: "import BackgroundTasks\n" + form.declaration.replacing("WORK", with: work)),
    ])
    let submissions = facts.filter { $0.kind == .taskSubmission }
    #expect(submissions.count == 1)
    #expect(submissions.first.map { $0.reach != .unreached } == true, "\(form.declaration)")
  }

  /// The same code counts as dead if nothing uses its type.
  @Test(arguments: [
    "enum A { static func run() { WORK } }\ntypealias B = A",
    "final class S { private let a: Int = { WORK; return 1 }() }",
    "struct S { lazy var a: Int = { WORK; return 1 }() }", "func a() { WORK }",
    "class A: NSObject { func a() { WORK } }\nlet b: AnyClass? = NSClassFromString(\"UIView\")",
    "class A: NSObject { private func _a() { WORK } }",
    "let a: Int = { WORK; return 1 }()",
  ])
  func isDeadWithoutAUse(_ declaration: String) {
    let work = #"try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.more"))"#
    let facts = CodeReader.facts(of: [
      SourceFile(path: "Work.swift", text: declaration.replacing("WORK", with: work))
    ])
    #expect(facts.filter { $0.kind == .taskSubmission }.map(\.reach) == [.unreached])
  }
}
