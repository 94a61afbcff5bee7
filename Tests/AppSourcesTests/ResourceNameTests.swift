import AppFacts
import AppSources
import Testing

/// Classes and methods that only files without code name.
@Suite struct ResourceNameTests {
  private static func reach(_ path: String, _ code: String, _ resources: ResourceNames) -> [CodeFact.Reach] {
    let code = code.replacing(
      "WORK",
      with: path.hasSuffix(".m")
        ? "[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests];"
        : "BGTaskScheduler.shared.cancelAllTaskRequests()")
    let index = CodeReader.index(SourceFile(path: path, text: code))
    return CodeReader.link([index], texts: LocalizedTexts(), resources: resources).facts
      .filter { $0.kind == .taskCancellation }.map(\.reach)
  }

  private static func names(_ text: String, _ form: ResourceNames.Form = .names) -> ResourceNames {
    var names = ResourceNames()
    names.add(Array(text.utf8), form)
    return names
  }

  private static let plain = "class More: NSObject { let done: Void = { WORK }() }"
  private static let hidden = "private class More: UIView { override init(frame: CGRect) { WORK } }"
  private static let view = #"<view customClass="More"/>"#

  /// Swift code and a document, through which the runtime may make an object that runs the code.
  @Test(arguments: [
    (plain, view), (plain, "<string>Diary.More</string>"), (plain, "<a b='&#77;&#x6F;re'/>"),
    (plain, "\u{1}More\u{0}Other"), (plain, "M\u{0}o\u{0}r\u{0}e\u{0}"),
    (plain, "<!DOCTYPE a [<!ENTITY m \"Mo\">]><a b='&m;re'/>"), (plain, "<?xml encoding='utf-7'?><a/>"),
    (hidden, view), (hidden, "<view customClass='_TtC5DiaryP33_0123456789ABCDEF4More'/>"),
  ])
  func namedClassIsAlive(_ code: String, document: String) {
    #expect(!Self.reach("App.swift", code, Self.names(document)).contains(.unreached), "\(document)")
  }

  /// Names of other classes, texts beside names, and types of which the runtime makes no objects.
  @Test(arguments: [
    (plain, "<view customClass='Other'/>"), (plain, "<view customClass='Moree'/>"), (hidden, "<a/>"),
    ("enum More { static func start() { WORK } }", view),
    ("class Other: NSObject { let done: Void = { WORK }() }", view), (plain, ""),
  ])
  func otherClassIsDead(_ code: String, document: String) {
    #expect(Self.reach("App.swift", code, Self.names(document)) == [.unreached], "\(document)")
  }

  /// The lines of settings that state classes.
  @Test(arguments: [
    ("INFOPLIST_KEY_NSPrincipalClass = More;", true),
    ("path = More.swift;\nNSPrincipalClass = Other;", false),
  ])
  func settingsNameClasses(_ settings: String, isAlive: Bool) {
    let reach = Self.reach("App.swift", Self.plain, Self.names(settings, .settings))
    #expect(reach.contains(.unreached) != isAlive)
  }

  /// Members of Objective-C that a document names: a method, and a property by its setter.
  @Test(
    .enabled(if: CodeReader.readsObjectiveC),
    arguments: [
      ("- (void)go { WORK }", "<action selector='go'/> <a b='More'/>", true),
      ("- (void)setMore:(int)more { WORK }", "<a keyPath='more' b='More'/>", true),
      ("- (void)go { WORK }", "<a b='More'/>", false), ("- (void)go { WORK }", "<a b='go'/>", false),
    ])
  func namedMemberIsAlive(_ method: String, document: String, isAlive: Bool) {
    let code = "@interface More : NSObject\n@end\n@implementation More\n\(method)\n@end\n"
    #expect(Self.reach("App.m", code, Self.names(document)).contains(.unreached) != isAlive)
  }
}
