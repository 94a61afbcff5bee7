import Foundation
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The property lists in the forms of XcodeGen and Tuist.
@Suite struct ProjectSpecTests {
  private static let policy = """
    schema: 1
    app: { name: Diary, bundleIdentifier: com.example.diary, appGroups: [group.com.example.diary] }
    targets:
      share: { type: extension, appGroups: [group.com.example.diary] }
      on: { type: widget, appGroups: [group.com.example.diary, "1_000"] }
    tasks:
      refresh: { type: appRefresh, identifier: $(PRODUCT_BUNDLE_IDENTIFIER).refresh, reschedule: true }
    pushes: { changes: { perDay: 3 } }
    generate: { projectSpec: SPEC, swiftLanguageMode: 5 }

    """

  /// Texts that could break out of YAML or Swift, and words that are not strings in YAML 1.1.
  private static let texts =
    BreakoutText.all + [
      "- a", "a: b", "a #b", "12:30:45", "1_000", "2026-03-29", "y", "~", "0x1F", "*", " ",
    ]

  private func file(_ spec: String, _ policy: String) throws -> GeneratedFile? {
    let text = policy.replacingOccurrences(of: "SPEC", with: spec)
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text))
    #expect(reading.diagnostics == [])
    let provenance = Provenance(policy: "policy.yaml")
    return Generator.files(for: try #require(reading.policy), provenance: provenance).first {
      $0.path.hasSuffix(".yml") || $0.path.hasSuffix(".txt")
    }
  }

  /// A policy in which every list holds the texts.
  private func hostilePolicy() -> String {
    let list = "[" + Self.texts.map { YAMLText.doubleQuoted($0) }.joined(separator: ", ") + "]"
    return """
      schema: 1
      app: { name: Diary, bundleIdentifier: com.example.diary, appGroups: \(list) }
      targets: { "a \\"b\\\\": { type: extension, appGroups: \(list) } }
      permittedIdentifiers: \(list)
      generate: { projectSpec: SPEC }

      """
  }

  @Test(arguments: ["xcodegen", "tuist"]) func isWritten(_ spec: String) throws {
    let file = try #require(try file(spec, Self.policy))
    #expect(Provenance.isSigned(Array(file.text.utf8)))
    Snapshot.check(file.text, against: "Tests/Fixtures/ProjectSpecs/\(file.path)")
  }

  /// Xcode takes the language mode as a build setting. The setting exists only if the policy states the language mode.
  @Test(arguments: ["xcodegen", "tuist"]) func languageModeIsABuildSetting(_ spec: String) throws {
    #expect(try #require(try file(spec, Self.policy)).text.contains("SWIFT_VERSION"))
    let without = Self.policy.replacingOccurrences(of: ", swiftLanguageMode: 5", with: "")
    #expect(try !#require(try file(spec, without)).text.contains("SWIFT_VERSION"))
  }

  @Test func isNotWrittenUnasked() throws {
    #expect(try file("none", Self.policy) == nil)
  }

  @Test func aPolicyWithoutPropertyListsIsWrittenToo() throws {
    let policy =
      "schema: 1\napp: { name: Diary, bundleIdentifier: com.example }\ngenerate: { projectSpec: SPEC }\n"
    let fragment = try #require(try file("xcodegen", policy))
    #expect(YAMLData(text: fragment.text) == YAMLData(text: "targets: {}"))
    #expect(try #require(try file("tuist", policy)).text.contains("infoPlist: [String: Plist.Value] = [:]"))
  }

  @Test func textsArriveInXcodeGen() throws {
    let fragment = try #require(try file("xcodegen", hostilePolicy()))
    let list = "[" + Self.texts.map { YAMLText.doubleQuoted($0) }.joined(separator: ", ") + "]"
    let groups = "entitlements: { properties: { com.apple.security.application-groups: \(list) } }"
    let expected = """
      targets:
        Diary:
          info: { properties: { BGTaskSchedulerPermittedIdentifiers: \(list) } }
          \(groups)
        "a \\"b\\\\":
          \(groups)
      """
    #expect(YAMLData(text: fragment.text) == YAMLData(text: expected))
  }

  @Test func textsArriveInTuist() throws {
    let snippet = try #require(try file("tuist", hostilePolicy()))
    let folder = try ScratchFolder()
    try folder.write(snippet.text, to: "Snippet.swift")
    let main = """
      func show(_ values: [String: Plist.Value]) {
        for case .array(let items) in values.values {
          for case .string(let text) in items { print(Array(text.utf8)) }
        }
      }
      if case .extendingDefault(let values) = InfoPlist.extendingDefault(with: DiaryPropertyLists.infoPlist) {
        show(values)
      }
      if case .dictionary(let values) = Entitlements.dictionary(DiaryPropertyLists.entitlements) { show(values) }
      show(DiaryPropertyLists.targetEntitlements["a \\"b\\\\", default: [:]])

      """
    try folder.write(main, to: "main.swift")
    // The program includes the stub's sources, and therefore does not import the stub.
    let built = try Shell.run(
      ["swiftc", "-swift-version", "6", "-module-name", "ProjectDescription", "-o", folder.path("show")]
        + [folder.path("main.swift"), folder.path("Snippet.swift")]
        + [Project.path("Tests/Stubs/ProjectDescription/ProjectDescription.swift")])
    #expect(built.status == 0, "\(built.errors)")
    let run = try Shell.run([folder.path("show")])
    let once = Self.texts.map { "\(Array($0.utf8))\n" }.joined()
    #expect(run.output == once + once + once)
  }

  @Test func tuistSnippetIsAFixedPointOfSwiftFormat() throws {
    for policy in [Self.policy, hostilePolicy()] {
      let snippet = try #require(try file("tuist", policy))
      let result = try Shell.run(
        ["swift", "format", "--configuration", #"{"version":1}"#], input: snippet.text)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == snippet.text)
    }
  }
}
