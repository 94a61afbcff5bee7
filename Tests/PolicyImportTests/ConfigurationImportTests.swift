import AppFacts
import Testing

@testable import PolicyImport

/// Values that differ between build configurations.
@Suite struct ConfigurationImportTests {
  /// A configuration with app groups in an entitlements file.
  private static func configuration(
    _ name: String, groups: [FactValue], file: String = "App.entitlements", settings: [FactEntry] = []
  ) -> ConfigurationFact {
    ConfigurationFact(
      name: name, bundleIdentifier: text("com.example.app", "p:1"), settings: settings,
      entitlementValues: [
        FactEntry("com.apple.security.application-groups", list(groups, "\(file):2"))
      ])
  }

  private static func lines(_ configurations: [ConfigurationFact]) -> [String] {
    let target = TargetFact(
      name: "App", kind: .app, location: at("p:1"), platforms: ["iOS"], configurations: configurations,
      defaultConfiguration: "Release")
    let policy = PolicyImport.policies(of: AppFacts(targets: [target]))[0]
    return policy.yaml.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
      + policy.summary.undeclared.map { "\($0.subject): \($0.reason)" }
  }

  @Test func settingWithoutAValueIsEmpty() {
    func group(_ suffix: String) -> [FactValue] {
      [text("group.a\(suffix)", "App.entitlements:3", from: "group.a${SUFFIX}")]
    }
    let lines = Self.lines([
      Self.configuration("Debug", groups: group(".dev"), settings: entries(["SUFFIX": text(".dev", "D:1")])),
      Self.configuration("Release", groups: group("")),
    ])
    #expect(lines.contains("appGroups: [group.a$(SUFFIX)]  # App.entitlements:3"), "\(lines)")
    #expect(lines.contains("SUFFIX: { Debug: .dev, Release: '' }  # D:1"), "\(lines)")
  }

  /// The policy has the value of the setting, and bgpolicy reads the entitlements file with this setting.
  @Test func settingOfAFileIsStated() {
    let group = [text("group.a", "App.entitlements:3", from: "$(GROUP)")]
    let lines = Self.lines([
      Self.configuration("Release", groups: group, settings: entries(["GROUP": text("group.a", "R:1")]))
    ])
    #expect(lines.contains("appGroups: [group.a]  # App.entitlements:3"), "\(lines)")
    #expect(lines.contains("GROUP: group.a  # R:1"), "\(lines)")
  }

  /// The policy keeps the setting and names a single entitlements file, although another file has the same list. bgpolicy reads the file
  /// with the settings of every configuration.
  @Test func settingThatVariesStaysThoughAnotherFileHasTheList() {
    func group(_ prefix: String, _ file: String) -> [FactValue] {
      [text("\(prefix).a", "\(file):3", from: "$(PREFIX).a")]
    }
    let lines = Self.lines([
      Self.configuration(
        "Alpha", groups: group("group.b", "Alpha.entitlements"), file: "Alpha.entitlements",
        settings: entries(["PREFIX": text("group.b", "A:1")])),
      Self.configuration(
        "Release", groups: group("group", "App.entitlements"),
        settings: entries(["PREFIX": text("group", "R:1")])),
    ])
    #expect(lines.contains("appGroups: [$(PREFIX).a]  # App.entitlements:3"), "\(lines)")
    #expect(lines.contains("PREFIX: { Alpha: group.b, Release: group }  # A:1, R:1"), "\(lines)")
  }

  @Test func listOfAnotherFileIsNoted() {
    let lines = Self.lines([
      Self.configuration("Beta", groups: [text("group.b", "Beta.entitlements:3")], file: "Beta.entitlements"),
      Self.configuration("Release", groups: [text("group.a", "App.entitlements:3")]),
    ])
    #expect(lines.contains("appGroups: [group.a]  # App.entitlements:3"), "\(lines)")
    #expect(
      lines.contains("app.appGroups in Beta: a policy has one list for all configurations"), "\(lines)")
  }

  @Test func differenceWithoutASettingIsOpen() {
    let lines = Self.lines([
      Self.configuration("Beta", groups: [text("group.b", "App.entitlements:3", from: "#if BETA")]),
      Self.configuration("Release", groups: [text("group.a", "App.entitlements:5")]),
    ])
    #expect(lines.contains("# TODO: appGroups[0]: Beta has group.b (App.entitlements:3)"), "\(lines)")
  }

  @Test(arguments: [
    ("$(A).b${C}", ["A", "C"], "1.b3"), ("$(PRODUCT_BUNDLE_IDENTIFIER).$(A:lower)", ["A"], "id.$(A:lower)"),
    ("$A $( $(B", [], "$A $( $(B"), ("", [], ""), ("$()$", [""], "$()$"),
  ])
  func referencesAreRead(_ text: String, names: [String], expanded: String) {
    #expect(SettingReferences.names(in: text) == names)
    let values = ["A": "1", "C": "3", "PRODUCT_BUNDLE_IDENTIFIER": "id"]
    #expect(SettingReferences.expanded(text) { values[$0] } == expanded)
  }

  @Test func targetNamesLeaveOutTheAppsWords() {
    let names = ["IceCubesShare", "Ice Cubes widget", "IceCubesApp", "Other-One", "IceCubesShare"]
    let app = TargetFact(
      name: "IceCubesApp", kind: .app, location: at("p:1"), dependencies: names + ["Ice-Cubes"])
    let others = Set(names + ["Ice-Cubes"]).subtracting(["IceCubesApp"]).sorted().map {
      TargetFact(name: $0, kind: .appExtension, location: at("p:2"))
    }
    let apps = ImportedApp.all(in: AppFacts(targets: [app] + others))
    #expect(apps.count == 1)
    #expect(apps[0].processes.map(\.name) == ["app", "widget", "iceCubes", "share", "otherOne"])
  }
}

/// Declarations whose identifiers are known only when the app runs.
@Suite struct OpenIdentifierTests {
  private static func yaml(_ code: [CodeFact]) -> String {
    let target = TargetFact(name: "App", kind: .app, location: at("p:1"))
    return PolicyImport.policies(of: AppFacts(targets: [target], code: code))[0].yaml
  }

  @Test func taskIsOneComment() {
    let identifier = unresolved("set.identifier", "a.swift:4")
    let yaml = Self.yaml([
      fact(.taskRegistration, "a.swift:4", ["identifier": identifier]),
      fact(
        .taskRequest, "a.swift:9",
        ["identifier": unresolved("set.identifier", "a.swift:9"), "task": text("processing", "a.swift:9")]),
      fact(.taskRequest, "a.swift:12", ["identifier": unresolved("other", "a.swift:12")]),
    ])
    #expect(
      yaml.hasSuffix(
        """
        # TODO: a processing task whose identifier `set.identifier` is not known without running the app (a.swift:4, a.swift:9)
        # TODO: a task whose identifier `other` is not known without running the app (a.swift:12)

        """), "\(yaml)")
  }

  @Test(arguments: [
    ("urlSession", ["Downloader", "init()"], "downloader"), ("uploadsSession", ["Sync"], "uploads"),
    ("session", [], "session"), ("backgroundSession", ["make()"], "backgroundSession"),
  ])
  func sessionIsNamedByItsVariableOrType(_ variable: String, scope: [String], name: String) {
    let yaml = Self.yaml([
      fact(
        .session, "a.swift:4", in: scope,
        [
          "type": text("background", "a.swift:4"), "identifier": unresolved("id", "a.swift:4"),
          "name": text(variable, "a.swift:3"), "isDiscretionary": bool(true, "a.swift:5"),
        ])
    ])
    #expect(yaml.contains("sessions:\n  \(name):\n"), "\(yaml)")
  }
}
