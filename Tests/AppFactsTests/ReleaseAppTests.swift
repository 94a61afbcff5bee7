import AppFacts
import PlatformFacts
import Testing

/// The code that belongs to the build of an app that is released.
@Suite struct ReleaseAppTests {
  @Test(
    arguments: [
      (["os(iOS)"], Platform.iOS, true), (["os(iOS)"], .macCatalyst, true), (["!os(macOS)"], .macOS, false),
      (["os(iOS) || os(tvOS)"], .tvOS, true), (["DEBUG"], .iOS, false), (["!DEBUG"], .iOS, true),
      (["BETA"], .iOS, true), (["!(BETA && os(iOS))"], .iOS, false), (["OTHER"], .iOS, nil),
      (["canImport(UIKit)"], .iOS, nil),
      (["canImport(UIKit) && os(macOS)"], .iOS, false), (["KNOWN"], .iOS, false), (["os(iOS"], .iOS, nil),
      (["targetEnvironment(simulator)"], .iOS, false), (["os(iOS)", "DEBUG"], .iOS, false),
      (["swift(>=5.9)"], .iOS, nil), (["DEBUG < 1"], .iOS, nil), (["(DEBUG < 1)"], .iOS, nil),
      (["DEBUG + 1"], .iOS, nil), (["false ? false : true"], .iOS, nil),
      (["defined(DEBUG) + true"], .iOS, nil),
      (["targetEnvironment(simulator) <= false"], .iOS, nil), (["DEBUG < 1 && os(macOS)"], .iOS, nil),
      (["defined(DEBUG)"], .iOS, false), (["!defined(DEBUG)"], .iOS, true), (["defined(BETA)"], .iOS, true),
      (["OFF"], .iOS, false), (["defined(OFF)"], .iOS, true), (["LEVEL"], .iOS, true), (["TEXT"], .iOS, nil),
      (["defined(TEXT)"], .iOS, true), (["OPEN"], .iOS, nil), (["!OPEN"], .iOS, nil),
      (["os(Other)"], .iOS, nil), (["false"], .iOS, false), (["true"], .iOS, true),
      (["TARGET_OS_SIMULATOR"], .iOS, false),
      (["defined(TARGET_OS_WATCH)"], .iOS, nil), (["DEBUG, which the code defines"], .iOS, nil),
    ] as [([String], Platform, Bool?)])
  func conditionsHold(_ conditions: [String], platform: Platform, holds: Bool?) {
    let condition = CompilationCondition(
      platform: platform, names: ["BETA", "OFF=0", "LEVEL=2", "TEXT=a"], knownNames: ["BETA", "KNOWN=0"],
      undecided: ["OPEN"])
    #expect(condition.holds(conditions) == holds)
  }

  /// Xcode and its tools define names for some code, whatever a configuration for debugging says.
  @Test(arguments: ["SWIFT_PACKAGE", "Xcode", "COCOAPODS", "__APPLE__"])
  func toolsDefineNames(_ name: String) {
    let condition = CompilationCondition(platform: .iOS, names: [], knownNames: [name])
    #expect(condition.holds([name]) == nil)
    #expect(condition.holds(["!" + name]) == nil)
  }

  /// A project can define names that are constants elsewhere.
  @Test(
    arguments: [
      (["false=1", "TARGET_OS_SIMULATOR"], [], true), ([], ["false", "TARGET_OS_SIMULATOR"], nil),
    ] as [([String], [String], Bool?)])
  func constantsCanBeDefined(_ names: [String], undecided: [String], holds: Bool?) {
    let condition = CompilationCondition(
      platform: .iOS, names: Set(names), knownNames: [], undecided: Set(undecided))
    for name in ["false", "TARGET_OS_SIMULATOR"] { #expect(condition.holds([name]) == holds, "\(name)") }
  }

  // MARK: - Membership

  private static func target(
    _ name: String, _ kind: TargetFact.Kind, _ sources: [String], uses dependencies: [String] = [],
    conditions: [String] = [], packages: [String] = []
  ) -> TargetFact {
    TargetFact(
      name: name, kind: kind, location: FactLocation(file: "App.xcodeproj/project.pbxproj"),
      platforms: ["iOS"],
      configurations: [
        ConfigurationFact(
          name: "Debug", compilationConditions: conditions + ["DEBUG", "TRACING"],
          preprocessorDefinitions: ["DEBUG", "OLD"]),
        ConfigurationFact(
          name: "Release", compilationConditions: conditions, preprocessorDefinitions: ["CLASSIC"]),
      ], sources: sources, dependencies: dependencies, packageProducts: packages)
  }

  private static let targets = [
    target("App", .app, ["App.swift", "Both.swift"], uses: ["Share", "Kit"], conditions: ["STORE"]),
    target("Share", .appExtension, ["Share.swift", "Both.swift"]), target("Kit", .framework, ["Kit.swift"]),
    target("Loose", .framework, ["Loose.swift"]), target("Other", .app, ["Other.swift"]),
    target("AppTests", .tests, ["Test.swift"], uses: ["App"]),
  ]

  @Test(
    arguments: [
      ("App.swift", [], .reached, "app"), ("Both.swift", [], .reached, "app"),
      ("Share.swift", [], .reached, "Share"), ("Kit.swift", [], .entryPoint, "app"),
      ("Other.swift", [], .reached, "another app"),
      ("Loose.swift", [], .reached, "the app does not link its target"),
      ("Test.swift", [], .reached, "its file is in tests only"),
      ("Gone.swift", [], .reached, "its file is in no target of the project"),
      ("Gone.h", [], .reached, "app"), ("Gone.inc", ["DEBUG"], .reached, "it is compiled only if DEBUG"),
      ("App.swift", [], .unreached, "nothing in the app uses the code"),
      ("App.swift", ["DEBUG"], .reached, "it is compiled only if DEBUG"),
      ("App.swift", ["TRACING || os(macOS)"], .reached, "it is compiled only if TRACING || os(macOS)"),
      ("App.swift", ["os(watchOS)"], .reached, "it is compiled only if os(watchOS)"),
      ("App.swift", ["STORE"], .reached, "app"), ("Share.swift", ["!STORE"], .reached, "Share"),
      ("App.swift", ["canImport(UIKit)", "!DEBUG"], .reached, "app"),
    ] as [(String, [String], CodeFact.Reach, String)])
  func codeBelongsTo(_ file: String, conditions: [String], reach: CodeFact.Reach, owner: String) throws {
    let app = try #require(ReleaseApp.all(in: AppFacts(targets: Self.targets)).first)
    let fact = CodeFact(.session, at: FactLocation(file: file), conditions: conditions, reach: reach)
    #expect(text(of: app.membership(of: fact), in: app) == owner)
  }

  private func text(of membership: ReleaseApp.Membership, in app: ReleaseApp) -> String {
    switch membership {
    case .process(let index, _): index == 0 ? "app" : app.processes[index].target.name
    case .otherApp: "another app"
    case .nowhere(let reason): reason
    }
  }

  /// The files and bundle identifiers of two extensions of the same name, and the identifier of the extension that belongs to the app
  /// `com.example.mail` of the file `mail.yml`.
  @Test(
    arguments: [
      // Both projects include the target of one file.
      (
        [("common.yml", "com.example.calendar.share"), ("common.yml", "com.example.mail.share")],
        "com.example.mail.share"
      ),
      (
        [("common.yml", "com.example.mail.share"), ("common.yml", "com.example.calendar.share")],
        "com.example.mail.share"
      ),
      // Each project has a target of its own.
      (
        [("calendar.yml", "com.example.calendar.share"), ("mail.yml", "com.example.mail.share")],
        "com.example.mail.share"
      ),
      ([("calendar.yml", "com.example.mail.share"), ("mail.yml", "com.other.share")], "com.other.share"),
      (
        [("common.yml", "com.example.mailbox.share"), ("common.yml", "com.example.mail.share")],
        "com.example.mail.share"
      ),
      // Neither identifier begins with the app's identifier, so the first extension with the name counts.
      ([("common.yml", "com.other.share"), ("common.yml", "com.another.share")], "com.other.share"),
    ] as [([(String, String)], String)])
  func extensionsOfOneNameBelongToTheirApps(_ extensions: [(file: String, identifier: String)], own: String)
    throws
  {
    func target(
      _ name: String, _ kind: TargetFact.Kind, _ file: String, _ identifier: String, uses: [String] = []
    ) -> TargetFact {
      let location = FactLocation(file: file)
      return TargetFact(
        name: name, kind: kind, location: location, platforms: ["iOS"],
        configurations: [
          ConfigurationFact(
            name: "Release", bundleIdentifier: FactValue(.string(identifier), .literal, at: location))
        ], sources: [], dependencies: uses)
    }
    let facts = AppFacts(
      targets: [target("Mail", .app, "mail.yml", "com.example.mail", uses: ["Share"])]
        + extensions.map { target("Share", .appExtension, $0.file, $0.identifier) })
    let app = try #require(ReleaseApp.all(in: facts).first)
    #expect(app.processes.dropFirst().map { $0.target.configurations[0].bundleIdentifier?.string } == [own])
  }

  /// An app's bundle identifiers in the configurations for debugging and for releases, the code in its second file, and whether it may be
  /// the policy's app.
  @Test(
    arguments: [
      (nil, nil, .taskSubmission, true), ("com.example.a", nil, .taskSubmission, true),
      (nil, "com.example.a", .taskSubmission, false), (nil, nil, .entryPoint, false),
      ("com.example.a", "com.example.a", .session, false),
    ] as [(String?, String?, FactKind, Bool)])
  func anAppWithoutAnIdentifierIsUncertain(
    _ debug: String?, _ release: String?, _ kind: FactKind, isUncertain: Bool
  ) throws {
    func target(_ name: String, _ sources: [String], _ debug: String?, _ release: String?) -> TargetFact {
      var target = Self.target(name, .app, sources)
      for (index, identifier) in [debug, release].enumerated() {
        let place = target.location
        target.configurations[index].bundleIdentifier =
          identifier.map { FactValue(.string($0), .literal, at: place) }
      }
      target.configurations[0].isForDebugging = true
      return target
    }
    let facts = AppFacts(
      targets: [
        target("Own", ["App.swift"], "com.example", "com.example"),
        target("Other", ["App.swift", "More.swift"], debug, release),
      ],
      code: ["App.swift", "More.swift"].map {
        CodeFact(kind, at: FactLocation(file: $0, line: 1), conditions: [], reach: .reached)
      })
    let own = ReleaseApp.all(in: facts, withIdentifier: "com.example")
    #expect(own.count == 1)
    let unread = ReleaseApp.uncertainApps(in: facts, ReleaseIndex(facts), besides: own)
    #expect(unread.map(\.location.file) == (isUncertain ? ["More.swift"] : []))
    #expect(!unread.contains { !$0.isRefused })
    // Without an app of the identifier, all apps are compared.
    #expect(
      ReleaseApp.uncertainApps(in: facts, ReleaseIndex(facts), besides: ReleaseApp.all(in: facts)).isEmpty)
  }

  @Test func filesOfPackagesMayBelongToTheApp() throws {
    let app = try #require(
      ReleaseApp.all(
        in: AppFacts(targets: [Self.target("App", .app, ["App.swift"], packages: ["Feeds"])])
      ).first)
    #expect(text(of: app.membership(ofFile: "Packages/Feeds.swift"), in: app) == "app")
  }

  @Test func codeIsForTheSystemsOfItsConditions() throws {
    var target = Self.target("App", .app, ["App.swift"])
    target.platforms = ["iOS", "macOS"]
    let app = try #require(ReleaseApp.all(in: AppFacts(targets: [target])).first)
    let fact = CodeFact(.session, at: FactLocation(file: "App.swift"), conditions: ["!os(macOS)"])
    guard case .process(0, let platforms) = app.membership(of: fact) else {
      Issue.record("the app does not have its own code")
      return
    }
    #expect(platforms == [.iOS])
  }

  // MARK: - Builds

  /// The configurations of an app by their names and conditions, and whether code under the condition `DEBUG` is released; `*` stands for
  /// settings that are not known.
  @Test(
    arguments: [
      ([("Debug", ["DEBUG"]), ("Release", [])], false),
      ([("Debug", ["DEBUG"]), ("Release", ["DEBUG"])], true),
      ([("Debug", ["DEBUG"]), ("Release", ["DEBUG"]), ("Staging", [])], true),
      ([("Debug", ["DEBUG"]), ("Release", []), ("Store", ["DEBUG"])], true),
      ([("Debug", ["DEBUG"]), ("Release", ["*"])], true), ([("Debug", ["DEBUG"])], true),
      ([("Dev", ["DEBUG"]), ("Debug Store", ["DEBUG"]), ("Store", [])], false),
    ] as [([(String, [String])], Bool)])
  func codeOfEachReleaseCounts(_ configurations: [(String, [String])], isReleased: Bool) throws {
    let file = "App.swift"
    for isOfFramework in [false, true] {
      var app = Self.target("App", .app, [file], uses: ["Kit"])
      var framework = Self.target("Kit", .framework, ["Kit.swift"])
      let facts = configurations.map { name, names in
        var fact = ConfigurationFact(name: name, compilationConditions: names.filter { $0 != "*" })
        fact.undecidedConditions = names.filter { $0 == "*" }
        return fact
      }
      app.configurations =
        isOfFramework
        ? facts.map {
          var fact = ConfigurationFact(name: $0.name)
          fact.isUnoptimized = $0.name.contains("Debug")
          return fact
        } : facts
      if isOfFramework { framework.configurations = facts }
      let release = try #require(ReleaseApp.all(in: AppFacts(targets: [app, framework])).first)
      let fact = CodeFact(
        .session, at: FactLocation(file: isOfFramework ? "Kit.swift" : file), conditions: ["DEBUG"])
      #expect((text(of: release.membership(of: fact), in: release) == "app") == isReleased)
    }
  }

  /// Configurations with `debug` in their names, by what the project and the settings say, and whether their code is released.
  @Test(
    arguments: [
      ("Debug", [], false), ("debug", [], false), ("Debug", ["release"], true), ("StoreDebugless", [], true),
      ("Store Debug", ["DEBUG"], false), ("Store Debug", ["unoptimized"], false),
      ("Store Debug", ["debug"], false),
      ("Store Debug", ["release", "DEBUG", "unoptimized"], true), ("Store Debug", ["*"], true),
      ("Release", ["unoptimized"], true),
    ] as [(String, Set<String>, Bool)])
  func namesAloneDoNotMakeABuildForDebugging(_ name: String, _ says: Set<String>, isReleased: Bool) throws {
    var fact = ConfigurationFact(name: name, compilationConditions: ["STORE"] + says.intersection(["DEBUG"]))
    fact.isForDebugging = says.contains("debug")
    fact.isForRelease = says.contains("release")
    fact.isUnoptimized = says.contains("unoptimized")
    fact.undecidedConditions = says.contains("*") ? ["*"] : []
    var app = Self.target("App", .app, ["App.swift"])
    app.configurations = [fact, ConfigurationFact(name: "Release")]
    let release = try #require(ReleaseApp.all(in: AppFacts(targets: [app])).first)
    let code = CodeFact(.session, at: FactLocation(file: "App.swift"), conditions: ["STORE"])
    #expect((text(of: release.membership(of: code), in: release) == "app") == isReleased)
  }

  /// A framework is built in the configuration of its app, whatever the order of the framework's own configurations.
  @Test func frameworksFollowTheirApp() throws {
    func configurations(_ names: [String]) -> [ConfigurationFact] {
      names.map {
        ConfigurationFact(name: $0, compilationConditions: $0 == "Alpha" ? ["ALPHA", "DEBUG"] : [])
      }
    }
    var app = Self.target("App", .app, ["App.swift"], uses: ["Kit"])
    var framework = Self.target("Kit", .framework, ["Kit.swift"])
    app.configurations = configurations(["Debug", "Alpha", "Store"])
    framework.configurations = configurations(["Debug", "Store", "Alpha"])
    let release = try #require(ReleaseApp.all(in: AppFacts(targets: [app, framework])).first)
    let place = FactLocation(file: "Kit.swift")
    let value = FactValue(
      nil, .unresolved, at: place, expression: "name",
      variants: [
        .init(["ALPHA"], FactValue(.string("alpha"), .literal, at: place)),
        .init(["!ALPHA"], FactValue(.string("store"), .literal, at: place)),
      ])
    let fact = CodeFact(.taskRequest, at: place, values: [FactEntry("identifier", value)])
    #expect(release.released(fact)["identifier"]?.string == "store")
  }

  /// A value that several builds have is known, although it is written at several places.
  @Test func valuesOfSeveralPlacesAreKnown() throws {
    var app = Self.target("App", .app, ["App.swift"])
    app.configurations = [("Store", ["STORE"]), ("Beta", ["DEBUG"])].map {
      ConfigurationFact(name: $0, compilationConditions: $1)
    }
    let release = try #require(ReleaseApp.all(in: AppFacts(targets: [app])).first)
    let variants = [("STORE", 1), ("!STORE", 2)].map { condition, line in
      FactValue.Variant(
        [condition], FactValue(.string("same"), .literal, at: FactLocation(file: "App.swift", line: line)))
    }
    let place = FactLocation(file: "App.swift", line: 9)
    let value = FactValue(nil, .unresolved, at: place, expression: "name", variants: variants)
    let fact = release.released(CodeFact(.taskRequest, at: place, values: [FactEntry("identifier", value)]))
    #expect(fact["identifier"]?.string == "same")
    #expect(fact["identifier"]?.location.line == 1)
  }

  // MARK: - Values

  /// Values under conditions, and the value in the release: `?` if the value is not known, and `-` if the code does not state the value.
  @Test(
    arguments: [
      ("App.swift", [("DEBUG", "debug"), ("!DEBUG", "release")], "release"),
      ("App.swift", [("TRACING", "traced"), ("!TRACING", nil)], "-"),
      ("App.swift", [("STORE", "store"), ("!STORE", "other")], "store"),
      ("App.swift", [("FLAG", "on"), ("!FLAG", "off")], "?"),
      ("App.swift", [("FLAG", "same"), ("!FLAG", "same")], "same"),
      ("App.swift", [("os(iOS)", "phone"), ("os(macOS)", "mac")], "phone"),
      ("App.m", [("IS_BETA", "beta"), ("!IS_BETA", "release")], "release"),
      // A header of the SDK may define the name.
      ("App.m", [("OLD", "old"), ("!OLD", "new")], "?"),
      ("App.m", [("CLASSIC", "classic"), ("!CLASSIC && !OLD", "new")], "classic"),
      ("App.m", [("STORE", "store"), ("!STORE", "other")], "?"),
      ("Other.swift", [("DEBUG", "debug"), ("!DEBUG", "release")], "?"),
    ] as [(String, [(String, String?)], String)])
  func valuesAreThoseOfTheRelease(_ file: String, _ variants: [(String, String?)], _ expected: String) throws
  {
    var targets = Self.targets
    targets[0].sources.append("App.m")
    targets[0].configurations.append(ConfigurationFact(name: "Beta", preprocessorDefinitions: ["IS_BETA"]))
    let app = try #require(ReleaseApp.all(in: AppFacts(targets: targets)).first)
    let location = FactLocation(file: file)
    let value = FactValue(
      nil, .unresolved, at: location,
      variants: variants.map { variant in
        .init([variant.0], variant.1.map { FactValue(.string($0), .literal, at: location) })
      })
    let fact = app.released(CodeFact(.session, at: location, values: [FactEntry("identifier", value)]))
    #expect(fact["identifier"].map { $0.string ?? "?" } ?? "-" == expected)
  }
}
