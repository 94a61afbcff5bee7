import Foundation
import PolicyGen
import PolicyModel
import TestSupport
import Testing

/// Generated code of a policy with configurations, run as the app and as an extension under each bundle identifier.
@Suite struct ConfigurationTests {
  private static let path = "Tests/Fixtures/Generation/configurations.bgpolicy.yaml"

  /// The identifiers with the project's settings, computed by hand.
  private static let configurations: [(name: String, settings: [String: String])] = [
    (
      "Release",
      [
        "PRODUCT_BUNDLE_IDENTIFIER": "com.example.variants", "APP_ID": "com.example.variants",
        "GROUP": "group.com.example.variants", "SUFFIX": "", "share": "com.example.variants.share",
      ]
    ),
    (
      "Debug",
      [
        "PRODUCT_BUNDLE_IDENTIFIER": "com.example.debug", "APP_ID": "com.example.variants.debug",
        "GROUP": "group.com.example.variants.debug", "SUFFIX": ".debug", "share": "com.example.debug.share",
      ]
    ),
    (
      "Beta",
      [
        "PRODUCT_BUNDLE_IDENTIFIER": "com.example.variants.beta", "APP_ID": "com.example.variants.beta",
        "GROUP": "group.com.example.variants.beta", "SUFFIX": ".beta",
        "share": "com.example.variants.beta.share",
      ]
    ),
  ]

  private static let code = Result { try DrivenCode(try Project.text(path), named: path) }

  // MARK: - Values

  /// A program that prints the values of the generated code.
  private static let values = Task(priority: .high) { () -> BundledProgram in
    let folder = try ScratchFolder()
    let main = """
      import BackgroundTasks
      import Foundation

      let library = VariantsSessionConfiguration.library
      let share = VariantsSessionConfiguration.share
      let values: [(String, String?)] = [
        ("refresh", VariantsTasks.refresh.identifier), ("cleanup", VariantsTasks.cleanup.identifier),
        ("upkeep", VariantsTasks.upkeep.identifier), ("publish", VariantsTasks.publish.identifier),
        ("export", VariantsTasks.export.identifier(of: "1")), ("library", library.identifier),
        ("share", share.identifier), ("group", share.sharedContainerIdentifier),
        ("header", library.httpAdditionalHeaders?["X-App"] as? String),
        ("client", library.httpAdditionalHeaders?["X-Client"] as? String),
        ("title", VariantsBuildValue.exportTaskTitle), ("subtitle", VariantsBuildValue.publishTaskSubtitle),
      ]
      for (name, value) in values { print(name, value ?? "nil") }
      """
    let files = try code.get().swift.map { try folder.write($0.text, to: $0.path) }
    let program = folder.path("values")
    let result = try await StubModules.built.link(
      files + [try folder.write(main, to: "main.swift")], to: program)
    try #require(result.status == 0, "\(result.errors)")
    return BundledProgram(program, of: folder)
  }

  private func values(as bundleIdentifier: String?) async throws -> [String: String] {
    let result = try await Self.values.value.run([], as: bundleIdentifier)
    let pairs = result.output.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map(String.init)
    }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }

  @Test(arguments: configurations.indices, ["app", "share"])
  func valuesAreThoseOfTheConfiguration(_ index: Int, process: String) async throws {
    let settings = Self.configurations[index].settings
    let own = try #require(settings["PRODUCT_BUNDLE_IDENTIFIER"])
    let share = try #require(settings["share"])
    let identifier = try #require(settings["APP_ID"])
    let values = try await values(as: process == "app" ? own : share)
    let expected = [
      "refresh": "\(own).refresh", "cleanup": "\(identifier).cleanup", "upkeep": "com.example.shared.upkeep",
      "publish": "\(own).publish", "export": "\(own).export.1", "library": "\(own).library",
      "share": "\(share).upload", "group": settings["GROUP"], "header": identifier, "client": "variants",
      "title": "Exporting" + (settings["SUFFIX"]?.uppercased() ?? ""), "subtitle": identifier,
    ]
    #expect(values == expected.compactMapValues { $0 })

    // The configuration's Info.plist permits exactly the identifiers of the tasks.
    let permitted = try strings(in: "VariantsInfo.plist", "BGTaskSchedulerPermittedIdentifiers", settings)
    let tasks = ["refresh", "cleanup", "export", "publish", "upkeep"].compactMap { values[$0] }
    #expect(permitted.map { $0.replacing(".export.*", with: ".export.1") } == tasks)
    for file in ["Variants.entitlements", "Variants-share.entitlements"] {
      let groups = try strings(in: file, "com.apple.security.application-groups", settings)
      #expect(groups == [values["group"]])
    }
  }

  /// A test runner, an app clip and other unknown bundles have the values of the release.
  @Test(arguments: [nil, "com.apple.dt.xctest.tool", "", "com.example.variants.other"])
  func anyOtherProcessHasTheValuesOfRelease(_ bundleIdentifier: String?) async throws {
    #expect(try await values(as: bundleIdentifier)["refresh"] == "com.example.variants.refresh")
  }

  /// An array of a generated property list, with Xcode's build settings replaced.
  private func strings(in file: String, _ key: String, _ settings: [String: String]) throws -> [String] {
    let text = try #require(try Self.code.get().files.first { $0.path == file }?.text)
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let strings = try #require((list as? [String: Any])?[key] as? [String])
    // Xcode has one name for the key and another name for the setting, with the same value.
    let all = settings.merging(["CFBundleIdentifier": settings["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""]) { $1 }
    return strings.map { string in
      all.reduce(string) { string, setting in
        string.replacing("$(\(setting.key))", with: setting.value).replacing(
          "${\(setting.key)}", with: setting.value)
      }
    }
  }

  // MARK: - Files that are not code

  private func text(_ suffix: String) throws -> String {
    try #require(try Self.code.get().files.first { $0.path == "Variants" + suffix }?.text)
  }

  @Test func debuggersCommandsAreForOneConfigurationEach() throws {
    let commands = try text("Simulate.lldb")
    for (name, identifier) in [
      ("release", "com.example.variants"), ("debug", "com.example.debug"),
      ("beta", "com.example.variants.beta"),
    ] {
      let command = commands.split(separator: "\n").first { $0.contains(" bg-launch-refresh-\(name) ") }
      #expect(command?.contains("@\"\(identifier).refresh\"") == true)
    }
    // An identifier that is equal in all configurations needs only one command.
    #expect(commands.contains(" bg-launch-upkeep '"))
  }

  @Test func theTestPlanHasAllIdentifiers() throws {
    let plan = try text("TestPlan.md")
    #expect(
      plan.contains(
        "`com.example.variants.refresh` in the configuration `Release`, `com.example.debug.refresh` in the configuration `Debug`"
      ))
    #expect(plan.contains("`com.example.debug.export.*` in the configuration `Debug`"))
    #expect(plan.contains("bg-launch-refresh-CONFIGURATION"))
  }

  @Test func serversHaveTheTopicOfEachConfiguration() throws {
    let json = try JSONSerialization.jsonObject(with: Data(try text("Pushes.json").utf8)) as? [String: Any]
    let push = (json?["pushes"] as? [String: Any])?["changes"] as? [String: Any]
    #expect((push?["headers"] as? [String: String])?["apns-topic"] == "com.example.variants")
    let others = push?["headersByConfiguration"] as? [String: [String: String]]
    #expect(
      others?.mapValues { $0["apns-topic"] }
        == ["Debug": "com.example.debug", "Beta": "com.example.variants.beta"])
  }

  /// XcodeGen replaces references in braces by variables of the environment.
  @Test func xcodeGenGetsReferencesInParentheses() throws {
    let text = try Project.text(Self.path) + "  projectSpec: xcodegen\n"
    let spec = try DrivenCode(
      text.replacing("generate: { access: public }", with: "generate:\n  access: public"), named: Self.path
    )
    .files.first { $0.path.hasSuffix(".xcodegen.yml") }?.text
    #expect(spec?.contains("${") == false)
    #expect(spec?.contains("- \"$(APP_ID).cleanup\"") == true)
  }

  // MARK: - Running

  @Test(arguments: configurations.indices, ["app", "share"])
  func sessionsKeepTheContract(_ index: Int, process: String) async throws {
    let code = try Self.code.get().variant(index)
    let settings = Self.configurations[index].settings
    let broken = try await SharedProgram.ofPolicies.runSessions(
      of: code.name, DrivenScript(code).text,
      as: settings[process == "app" ? "PRODUCT_BUNDLE_IDENTIFIER" : process])
    #expect(broken == "", "\(Self.configurations[index].name) breaks:\n\(broken)")
  }

  /// The sessions of one configuration do not belong to another configuration.
  @Test func sessionsOfAnotherConfigurationBreakTheContract() async throws {
    let code = try Self.code.get().variant(1)
    let broken = try await SharedProgram.ofPolicies.runSessions(
      of: code.name, DrivenScript(code).text, as: "com.example.variants")
    #expect(broken != "")
  }

  private static let driven = Result { try DrivenPolicy(path, text: try Project.text(path)) }

  @Test(arguments: configurations.indices) func tasksKeepTheContract(_ index: Int) async throws {
    let driven = try Self.driven.get().variant(index)
    let script = try EventScript.everything(driven)
    let run = try await SharedProgram.ofPolicies.runTasks(
      of: driven.name, script, as: Self.configurations[index].settings["PRODUCT_BUNDLE_IDENTIFIER"])
    #expect(run.status == 0, "\(run.report)")
    #expect(run.launches == script.launches)
  }

  @Test func configurationsAreInTheOrderOfTheTest() throws {
    let names = try Self.code.get().policy.buildSettings.configurations.map(\.name)
    #expect(names == Self.configurations.map(\.name))
  }
}

/// A program that can be run with the bundle identifier of any app.
struct BundledProgram: Sendable {
  private let path: String
  private let folder: ScratchFolder

  /// A program in a folder. The folder is kept as long as the program.
  init(_ path: String, of folder: ScratchFolder) {
    self.path = path
    self.folder = folder
  }

  /// Runs the program in a bundle that Foundation on Linux finds. Without an identifier, the program has no
  /// bundle.
  func run(
    _ arguments: [String], as bundleIdentifier: String?, in directory: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Shell.Result {
    guard let bundleIdentifier else {
      return try Shell.run([path] + arguments, in: directory, environment: environment)
    }
    let scratch = try ScratchFolder()
    let list = ["CFBundleIdentifier": bundleIdentifier]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try scratch.write(String(decoding: data, as: UTF8.self), to: "Test.app/Contents/Info.plist")
    try scratch.write("", to: "Test.app/Contents/Linux/placeholder")
    let program = scratch.path("Test.app/Contents/Linux/Test")
    // A copy could not be run while a process that was started in the meantime still has it open for writing.
    try FileManager.default.linkItem(atPath: path, toPath: program)
    return try Shell.run([program] + arguments, in: directory, environment: environment)
  }
}
