import Foundation
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The findings in an app's own property lists, in addition to the findings in its policy.
@Suite struct AppFileTests {
  /// A policy, an Info.plist with `«»` around each reported text, and the findings.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: String
    let entries: String
    let findings: [String]

    init(_ name: String, _ policy: String, _ entries: String, _ findings: [String] = []) {
      testDescription = name
      self.policy = policy
      self.entries = entries
      self.findings = findings
    }
  }

  private static let identifiers = "BGTaskSchedulerPermittedIdentifiers"

  private static func array(_ key: String, _ items: String...) -> String {
    "<key>\(key)</key>\n<array>\(items.map { "<string>\($0)</string>" }.joined())</array>\n"
  }

  static let cases: [Case] = [
    Case("nothing on either side", "", ""),
    Case("empty arrays", "", array(identifiers) + array("UIBackgroundModes")),
    Case("an empty array element", "", "<key>UIBackgroundModes</key>\n<array/>\n"),
    Case(
      "a plist in other languages", "backgroundModes: [fetch]",
      """
      <key>CFBundleDevelopmentRegion</key>
      <string>de</string>
      <key>CFBundleDisplayName</key>
      <string>Tagebuch – “日記” 😀</string>
      <key>CFBundleLocalizations</key>
      <array><string>de</string><string>zh-Hans</string></array>
      \(array("UIBackgroundModes", "fetch", "«audio»"))
      """, ["plist-mode-surplus"]),
    Case(
      "a key that is there twice", "backgroundModes: [fetch]",
      array("UIBackgroundModes", "fetch") + "«»" + array("UIBackgroundModes", "audio"),
      ["plist-value-malformed"]),
    Case(
      "an array in an array", "backgroundModes: [fetch]",
      "<key>UIBackgroundModes</key>\n<array><array><string>audio</string></array><string>fetch</string></array>"
    ),
    Case(
      "a key for iPads with other modes", "backgroundModes: [fetch]",
      array("UIBackgroundModes", "fetch") + array("«UIBackgroundModes~ipad»", "«audio»"),
      ["plist-mode-missing", "plist-mode-surplus"]),
    Case(
      "a key for iPads with the same modes", "backgroundModes: [fetch]",
      array("UIBackgroundModes", "fetch") + array("UIBackgroundModes-iphoneos~ipad", "fetch")),
    Case(
      "keys for all devices", "permittedIdentifiers: [com.example.a]",
      array("\(identifiers)~ipad", "com.example.a") + array("\(identifiers)~iphone", "com.example.a")),
    Case(
      "a key for iPhones that permits more", "permittedIdentifiers: [com.example.a]",
      array(identifiers, "com.example.a")
        + array("\(identifiers)~iphone", "com.example.a", "«com.example.b»"), ["plist-identifier-surplus"]),
    Case(
      "a key for iPads that is no array", "backgroundModes: [fetch]",
      array("UIBackgroundModes", "fetch") + "<key>UIBackgroundModes~ipad</key>\n<string>«fetch»</string>\n",
      ["plist-value-malformed"]),
    Case(
      "keys that only begin like others", "backgroundModes: [fetch]",
      array("UIBackgroundModes", "fetch") + array("UIBackgroundModesOld", "audio")
        + array("MinimumOSVersion~ipad", "audio")),
    Case(
      "a mode twice", "backgroundModes: [fetch]", array("UIBackgroundModes", "fetch", "fetch")),
    Case(
      "characters that XML writes as references", "permittedIdentifiers: [com.example.a&b]",
      array(identifiers, "com.example.a&amp;b")),
    Case(
      "letters of another case", "permittedIdentifiers: [com.example.Refresh]",
      array("«\(identifiers)»", "«com.example.refresh»"),
      ["plist-identifier-missing", "plist-identifier-surplus"]),
    Case(
      "an empty entry", "",
      array(identifiers, "").replacing("<string></string>", with: "«<string></string>»"),
      ["plist-identifier-surplus"]),
    Case(
      "all of a list missing", "permittedIdentifiers: [com.example.a, com.example.b]",
      array("««\(identifiers)»»"), ["plist-identifier-missing", "plist-identifier-missing"]),
    Case(
      "an unknown build setting that may be the identifier",
      "permittedIdentifiers: [com.example.refresh, com.example.other]",
      array("«\(identifiers)»", "«$(PREFIX).refresh»"),
      ["plist-identifier-missing", "plist-variable-unresolved"]),
    Case(
      "a dependency's entries",
      "permittedIdentifiers: [{ identifier: org.sdk.task, owner: sdk }]\nbackgroundModes: [{ mode: location, owner: sdk }]",
      array(identifiers, "org.sdk.task") + array("UIBackgroundModes", "location")),
    Case(
      "what follows from the tasks",
      "tasks: { r: { type: appRefresh, identifier: com.example.r, reschedule: true, earliestBegin: 1h } }",
      array("«\(identifiers)»", "«com.example.s»") + array("«UIBackgroundModes»"),
      ["plist-identifier-missing", "plist-identifier-surplus", "plist-mode-missing"]),
    Case(
      "a wildcard that covers a continued task",
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.film, title: T, subtitle: S, trigger: userAction }
      """, array(identifiers, "com.example.export.*")),
    Case(
      "a wildcard that covers nothing else",
      "tasks: { r: { type: appRefresh, identifier: com.example.a.r, reschedule: true, earliestBegin: 1h } }",
      array("«\(identifiers)»", "«com.example.a.*»") + array("UIBackgroundModes", "fetch"),
      ["plist-identifier-missing", "plist-identifier-surplus"]),
  ]

  private static let head =
    "schema: 1\napp: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }\n"

  private static func plist(_ entries: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(entries)\n</dict>\n</plist>\n"
  }

  private static let forms: [(name: String, apply: @Sendable (String) -> String)] = [
    ("as it is", { $0 }),
    ("with carriage returns", { $0.replacing("\n", with: "\r\n") }),
    ("behind a byte order mark", { "\u{FEFF}" + $0 }),
    ("on one line", { $0.replacing("\n", with: "") }),
  ]

  @Test(arguments: cases + transportSecurity) func isFoundAtItsPlace(_ example: Case) {
    for (name, apply) in Self.forms {
      let marked = MarkedText(apply(Self.plist(example.entries)))
      let found = Self.findings(Self.head + example.policy, ["App/Info.plist": Array(marked.text.utf8)])
      #expect(found.map(\.name.text).sorted() == example.findings, "\(name)")
      #expect(
        found.map(\.diagnostic.span.range.lowerBound).sorted() == marked.spans.map(\.lowerBound), "\(name)")
      #expect(found.allSatisfy { $0.diagnostic.span.source == SourceID(index: 1) }, "\(name)")
      for finding in found { #expect(!finding.diagnostic.related.isEmpty, "\(finding.name)") }
    }
  }

  /// The binary form of a property list gives the same findings. A binary file has no lines, so each finding is at the start of the file.
  @Test(
    arguments: (cases + transportSecurity).filter {
      !["a key that is there twice"].contains($0.testDescription)
    })
  func binaryHasTheSameFindings(_ example: Case) throws {
    let text = MarkedText(Self.plist(example.entries)).text
    let value = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    let found = Self.findings(Self.head + example.policy, ["App/Info.plist": Array(binary)])
    #expect(found.map(\.name.text).sorted() == example.findings)
    #expect(found.allSatisfy { $0.diagnostic.span.range == 0..<0 })
  }

  /// A list that is longer than in any real app gets a limited number of findings: the last finding counts the remaining elements. The time
  /// is proportional to the length of the list.
  @Test func surplusBeyondABoundIsCounted() throws {
    let modes = (0..<20_000).map { "<string>mode\($0)</string>" }.joined()
    let list = Self.plist("<key>UIBackgroundModes</key>\n<array>\(modes)</array>")
    let found = Self.findings(Self.head, ["App/Info.plist": Array(list.utf8)])
      .filter { $0.name == "plist-mode-surplus" }
    #expect(found.count == 100)
    #expect(
      found.last?.diagnostic.message
        == "Info.plist declares the background mode mode99 and 19900 more, but the policy does not")
  }

  @Test func legacyFetchUsesItsMode() {
    let policy = Self.head.replacing("infoPlist", with: "legacyFetch: true, infoPlist")
    let list = Self.plist(Self.array("UIBackgroundModes", "fetch"))
    #expect(Self.findings(policy, ["App/Info.plist": Array(list.utf8)]).map(\.diagnostic.message) == [])
  }

  // MARK: - Files that can't be read

  static let unreadable: [(bytes: [UInt8]?, reason: String)] = [
    (nil, "Can't read App/Info.plist: No such file or directory"),
    ([], "Can't read App/Info.plist: line 1, column 1: It is empty"),
    (
      Array("{ a = b; }".utf8),
      "Can't read App/Info.plist: line 1, column 1: It is an OpenStep or JSON property list"
    ),
    (
      Array("<plist>\n<dict>\n <oops/></dict></plist>".utf8),
      "Can't read App/Info.plist: line 3, column 2: A property list has no element <oops>"
    ),
    (
      Array("<plist><array/></plist>".utf8),
      "Can't read App/Info.plist: line 1, column 8: The root of the property list must be a dictionary"
    ),
    (Array("bplist00 and no more".utf8), "Can't read App/Info.plist: The binary property list is damaged"),
  ]

  @Test(arguments: unreadable.indices) func unreadableFileIsAnErrorAtItsName(_ index: Int) throws {
    let (bytes, reason) = Self.unreadable[index]
    let text = MarkedText(Self.head.replacing("App/Info.plist", with: "«App/Info.plist»"))
    let found = Self.findings(text.text, bytes.map { ["App/Info.plist": $0] } ?? [:])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.name == "app-file-unreadable")
    #expect(finding.severity == .error)
    #expect(finding.diagnostic.message.hasPrefix(reason), "\(finding.diagnostic.message)")
    #expect([finding.diagnostic.span.range] == text.spans)
  }

  @Test func folderOfSourcesThatIsNotThereIsAnError() throws {
    let text = MarkedText(
      "schema: 1\napp: { name: Example, bundleIdentifier: com.example, sources: [App, «Nowhere»] }\n")
    let missing = UnreadableFile("No such file or directory")
    let files = AppFileReader(
      propertyList: { _ in .failure(missing) }, code: { $0 == "App" ? .success([]) : .failure(missing) })
    let reading = PolicyReader.read(text.source(), appFiles: files)
    let found = Linter.findings(in: reading)
    #expect(found.map(\.name) == ["app-file-unreadable"])
    #expect(found.map(\.diagnostic.span.range) == text.spans)
  }

  /// A caller without a disk gets no findings about files.
  @Test func nothingIsSaidWithoutADisk() {
    let text = Self.head + "backgroundModes: [fetch]\n"
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text))
    #expect(
      Linter.findings(in: reading).map(\.name).filter { Catalog.rule(named: $0)?.family == .appFiles } == [])
    #expect(reading.sources.count == 1)
  }

  // MARK: - Several files

  @Test func processesThatShareAFileAreComparedTogether() {
    let policy = """
      schema: 1
      app:
        name: Example
        bundleIdentifier: com.example
        entitlements: App/Example.entitlements
        appGroups: [group.com.example]
      targets:
        share:
          type: extension
          bundleIdentifier: com.example.share
          appGroups: [group.com.example.share]
          entitlements: App/../App/Example.entitlements
      """
    let key = "com.apple.security.application-groups"
    let both = Self.plist(Self.array(key, "group.com.example", "group.com.example.share"))
    #expect(Self.findings(policy, ["App/Example.entitlements": Array(both.utf8)]).map(\.name) == [])
    let one = Self.plist(Self.array(key, "group.com.example", "group.com.example.old"))
    let found = Self.findings(policy, ["App/Example.entitlements": Array(one.utf8)])
    #expect(found.map(\.name).sorted() == ["entitlement-group-missing", "entitlement-group-surplus"])
  }

  @Test func pathIsRelativeToThePolicyThatNamesIt() {
    let base = "schema: 1\napp: { infoPlist: App/Info.plist }\n"
    let policy = """
      schema: 1
      extends: shared/base.yaml
      app: { name: Example, bundleIdentifier: com.example }
      backgroundModes: [fetch]
      """
    let files = ["shared/App/Info.plist": Array(Self.plist(Self.array("UIBackgroundModes")).utf8)]
    let reading = PolicyReader.read(
      SourceText(name: "policy.yaml", text: policy), file: { _ in .success(Array(base.utf8)) },
      appFiles: Self.reader(of: files))
    let found = Linter.findings(in: reading).filter { $0.name == "plist-mode-missing" }
    #expect(found.count == 1)
    #expect(
      found.first.map { reading.sources[Int($0.diagnostic.span.source.index)].name }
        == "shared/App/Info.plist")
  }

  // MARK: - Suppressions and levels

  static let answers = [
    (
      "app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist } # bgpolicy:ignore plist-mode-missing -- a build phase adds it",
      "backgroundModes: [fetch]"
    ),
    (
      "# bgpolicy:ignore plist-mode-missing -- a build phase adds it\napp: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }",
      "backgroundModes: [fetch]"
    ),
    (
      "app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }",
      "backgroundModes: [fetch] # bgpolicy:ignore plist-mode-missing -- a build phase adds it"
    ),
    (
      "app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }",
      "backgroundModes: [fetch]\nrules: { plist-mode-missing: off }"
    ),
  ]

  @Test(arguments: answers.indices) func policyCanAnswerAFinding(_ index: Int) {
    let (app, rest) = Self.answers[index]
    let file = ["App/Info.plist": Array(Self.plist("").utf8)]
    let found = Self.findings("schema: 1\n\(app)\n\(rest)\n", file).filter(\.counts)
    #expect(found.map(\.name) == [])
  }

  // MARK: - Reading

  private static func reader(of files: [String: [UInt8]]) -> AppFileReader {
    AppFileReader(
      propertyList: { path in
        files[path].map { .success($0) } ?? .failure(UnreadableFile("No such file or directory"))
      }, code: { _ in .success([]) })
  }

  private static func findings(_ policy: String, _ files: [String: [UInt8]]) -> [Finding] {
    let reading = PolicyReader.read(
      SourceText(name: "policy.yaml", text: policy), appFiles: reader(of: files))
    return Linter.findings(in: reading, on: RuleExample.day).filter {
      $0.rule.family == .appFiles || $0.rule.isAboutShape || $0.rule.family == .suppressions
    }
  }
}
