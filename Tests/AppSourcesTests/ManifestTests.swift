import AppFacts
import AppProjects
import AppSources
import Testing

/// Projects whose manifests are written in Swift: Tuist's, and local packages.
@Suite struct ManifestTests {
  /// Files in memory.
  private struct Tree: FileTree {
    let files: [String: String]

    func bytes(of path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

    func names(in path: String) -> [String]? {
      let prefix = path.isEmpty ? "" : path + "/"
      let names = Set(
        files.keys.filter { $0.hasPrefix(prefix) }.map {
          String($0.dropFirst(prefix.count).prefix { $0 != "/" })
        })
      return names.isEmpty ? nil : names.sorted()
    }
  }

  static func projects(_ files: [String: String]) -> AppProjects {
    AppProjects(Tree(files: files)) { (name, files) throws(UnreadFact) in
      let sources = files.map {
        SourceFile(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self), isTest: false)
      }
      do throws(SourceLimitError) { return try ManifestReader.value(of: name, in: sources) } catch {
        throw UnreadFact(FactLocation(file: sources[0].path, line: error.line), reason: error.reason)
      }
    }
  }

  // MARK: - Tuist

  private static let manifest = #"""
    import ProjectDescription
    import ProjectDescriptionHelpers

    func extensionTarget(_ name: String, point: String) -> Target {
      let identifier = "\(Names.bundle).\(name)"
      return .target(
        name: name, destinations: .iOS, product: .appExtension, bundleId: identifier,
        infoPlist: .extendingDefault(with: ["NSExtension": ["NSExtensionPointIdentifier": .string(point)]]),
        sources: ["\(name)/**"], dependencies: [.target(name: "Core")])
    }

    let project = Project(
      name: "Notes",
      settings: .settings(
        base: Settings.base.merging(["GROUP": "group.com.example.notes"]),
        configurations: [.debug(name: "Debug"), .release(name: "Store", xcconfig: "Store.xcconfig")]),
      targets: [
        .target(
          name: "Notes", destinations: [.iPhone, .iPad], product: .app, bundleId: Names.bundle,
          deploymentTargets: .iOS("17.0"), infoPlist: .file(path: "Notes/Info.plist"),
          sources: [.glob("Notes/**", excluding: ["Notes/Old/**"])],
          entitlements: .dictionary(["aps-environment": "development"]),
          dependencies: [.target(name: "Core"), .external(name: "Sync")] + ["Share"].map { .target(name: $0) }),
        .target(name: "Core", destinations: .iOS, product: .framework, bundleId: "com.example.core", sources: "Core/**/*.swift"),
        extensionTarget("Share", point: "com.apple.share-services"),
        .target(name: "Odd", destinations: .iOS, product: .app, bundleId: Environment.bundleId.getString(default: "x"), sources: list()),
      ] + moreTargets())
    """#

  private static let tuist = projects([
    "App/Tuist.swift": "",
    "App/Project.swift": manifest,
    "App/Tuist/ProjectDescriptionHelpers/Names.swift":
      #"public enum Names { public static let bundle = "com.example." + "notes" }"#,
    "App/Tuist/ProjectDescriptionHelpers/Settings.swift": #"""
    extension Settings {
      static let base = SettingsDictionary().marketingVersion("1.0").merging(["OTHER": true])
    }
    """#,
    "App/Notes/Info.plist":
      "<plist><dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string></dict></plist>",
    "App/Store.xcconfig": "GROUP = group.com.example.store\n",
    "App/Notes/App.swift": "", "App/Notes/Old/Old.swift": "", "App/Core/A.swift": "",
    "App/Core/B/C.swift": "",
    "App/Core/D.txt": "", "App/Share/Share.swift": "",
  ])

  private func target(_ name: String, of projects: AppProjects) throws -> TargetFact {
    try #require(projects.targets.first { $0.name == name })
  }

  @Test func tuistTargetsAreRead() throws {
    // The known part of a list is read, and the rest is noted.
    #expect(Self.tuist.targets.map(\.name) == ["Core", "Notes", "Odd", "Share"])
    let rest = Self.tuist.unread.filter { $0.reason.hasPrefix("The target `moreTargets()`") }
    #expect(rest.map(\.leavesOutCode) == [true])
  }

  private static let known = projects(
    [
      "App/Tuist.swift": "", "App/Project.swift": manifest.replacing(" + moreTargets()", with: ""),
      "App/Tuist/ProjectDescriptionHelpers/Names.swift":
        #"public enum Names { public static let bundle = "com.example." + "notes" }"#,
      "App/Tuist/ProjectDescriptionHelpers/Settings.swift": #"""
      extension Settings {
        static let base = SettingsDictionary().marketingVersion("1.0").merging(["OTHER": true])
      }
      """#,
      "App/Notes/Info.plist":
        "<plist><dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string></dict></plist>",
      "App/Store.xcconfig": "GROUP = group.com.example.store\n",
      "App/Notes/App.swift": "", "App/Notes/Old/Old.swift": "", "App/Core/A.swift": "",
      "App/Core/B/C.swift": "", "App/Core/D.txt": "", "App/Share/Share.swift": "",
    ])

  @Test func tuistAppHasItsValues() throws {
    let app = try target("Notes", of: Self.known)
    #expect(app.kind == .app)
    #expect(app.platforms == ["iOS"])
    #expect(app.sources == ["App/Notes/App.swift"])
    #expect(app.dependencies == ["Core", "Share"])
    #expect(app.packageProducts == ["Sync"])
    #expect(app.configurations.map(\.name) == ["Debug", "Store"])
    #expect(app.defaultConfiguration == "Store")
    let store = try #require(app.configurations.last)
    #expect(store.bundleIdentifier?.string == "com.example.notes")
    #expect(store.infoPlist?.string == "App/Notes/Info.plist")
    #expect(store.deploymentTargets.map { $0.value.string } == ["17.0"])
    #expect(store.entitlementValues.map { $0.value.string } == ["development"])
    #expect(app.configurations[0].compilationConditions == ["DEBUG"])
    #expect(store.compilationConditions.isEmpty)
  }

  /// Code in which a helper composes an identifier from the app's name, with the resulting bundle identifier; `nil` if the identifier is
  /// not known.
  static let identifiers: [(code: String, identifier: String?)] = [
    (#""com.\(name.lowercased())""#, "com.my notes"), (#""com." + name.uppercased()"#, "com.MY NOTES"),
    (#""com.\(name.replacingOccurrences(of: " ", with: "-"))""#, "com.My-Notes"),
    (#""com.\(name.replacing(" ", with: ""))""#, "com.MyNotes"), (#""com.\(name.shuffled())""#, nil),
  ]

  /// If the identifier is not known, the app's other values are read all the same.
  @Test(arguments: identifiers) func tuistTextsAreComposed(_ code: String, _ identifier: String?) throws {
    let projects = Self.projects([
      "Tuist.swift": "",
      "Project.swift":
        #"let project = Project.app(name: "My Notes", list: ["UIBackgroundModes": ["fetch"]])"#,
      "Tuist/ProjectDescriptionHelpers/App.swift": """
      extension Project {
        static func app(name: String, list: [String: Plist.Value]) -> Project {
          Project(name: name, targets: [
            .target(
              name: name, destinations: .iOS, product: .app, bundleId: \(code), infoPlist: .extendingDefault(with: list),
              sources: ["App/**"])
          ])
        }
      }
      """, "App/App.swift": "",
    ])
    let release = try #require(try target("My Notes", of: projects).configurations.last)
    #expect(release.bundleIdentifier?.string == identifier)
    #expect(release.infoPlistValues["UIBackgroundModes"]?.list?.compactMap(\.string) == ["fetch"])
  }

  @Test func packageOfAnAppIsRead() throws {
    let projects = Self.projects([
      "App.swiftpm/Package.swift": """
      let package = Package(
        name: "App", platforms: [.iOS(.v16)],
        products: [
          .iOSApplication(
            name: "Notes", targets: ["AppModule"], bundleIdentifier: "com.example.notes",
            additionalInfoPlistContentFilePath: "Additional.plist")
        ],
        targets: [.executableTarget(name: "AppModule", path: ".", exclude: ["Additional.plist"])])
      """, "App.swiftpm/App.swift": "",
      "App.swiftpm/Additional.plist":
        "<plist><dict><key>UIBackgroundModes</key><array><string>fetch</string></array></dict></plist>",
    ])
    let app = try target("Notes", of: projects)
    #expect(app.kind == .app)
    #expect(app.sources == ["App.swiftpm/App.swift"])
    let release = try #require(app.configurations.last)
    #expect(release.bundleIdentifier?.string == "com.example.notes")
    #expect(release.deploymentTargets.map { $0.value.string } == ["16.0"])
    #expect(release.infoPlistValues["UIBackgroundModes"]?.list?.compactMap(\.string) == ["fetch"])
  }

  @Test func tuistFunctionsAreFollowed() throws {
    let share = try target("Share", of: Self.known)
    #expect(share.kind == .appExtension)
    #expect(share.extensionPoint == "com.apple.share-services")
    #expect(share.configurations[0].bundleIdentifier?.string == "com.example.notes.Share")
    #expect(share.sources == ["App/Share/Share.swift"])
    #expect(try target("Core", of: Self.known).sources == ["App/Core/A.swift", "App/Core/B/C.swift"])
  }

  @Test func tuistValuesOfARunAreUnresolvedAndNoted() throws {
    let odd = try target("Odd", of: Self.known)
    #expect(odd.configurations[0].bundleIdentifier?.string == nil)
    #expect(odd.sources.isEmpty)
    let reasons = Self.known.unread.map(\.reason)
    #expect(reasons.contains { $0.hasPrefix("The bundle identifier `Environment") }, "\(reasons)")
    #expect(reasons.contains { $0.hasPrefix("Sources of Odd") }, "\(reasons)")
  }

  /// Arguments of a Tuist target, with whether they leave out code.
  @Test(arguments: [
    (#"sources: ["S/**"]"#, false), (#"sources: .sourceFilesList(globs: ["S/**"])"#, false),
    (#"sources: .sourceFilesList(globs: ["S/**"] + other)"#, true),
    ("sources: .sourceFilesList(globs: other())", true),
    ("sources: .paths(other())", true), (#"buildableFolders: ["S"]"#, false),
    (#"buildableFolders: [.folder(.relativeToRoot("S"))]"#, false), ("buildableFolders: other()", true),
    (#"buildableFolders: [.init(stringLiteral: ["S"].joined())]"#, true),
    (#"dependencies: [.target(name: "B"), .external(name: other())]"#, false),
    (#"dependencies: [.target(name: ["B"].joined())]"#, true), ("dependencies: other()", true),
    (#"dependencies: names.filter { !$0.isEmpty }.map { .target(name: $0) }"#, true),
    ("sources: list", true),
  ])
  func unknownPartsOfTuistLeaveOutCode(_ argument: String, isUnknown: Bool) {
    let projects = Self.projects([
      "Tuist.swift": "",
      "Project.swift": """
      import ProjectDescription
      let names = ["B"]
      var list = ["S/**"]
      list += ["More/**"]
      let project = Project(name: "A", targets: [
        .target(name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", \(argument))
      ])
      """, "S/a.swift": "",
    ])
    #expect(projects.unread.contains(where: \.leavesOutCode) == isUnknown, "\(projects.unread)")
  }

  /// The project beside a manifest lacks the manifest's code.
  @Test func codeOfTheManifestIsAdded() throws {
    let projects = Self.projects([
      "Tuist.swift": "",
      "Project.swift": """
      import ProjectDescription
      let project = Project(name: "A", targets: [
        .target(name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", sources: ["S/**"])
      ])
      """, "S/a.swift": "", "S/b.swift": "",
      "A.xcodeproj/project.pbxproj": """
      { rootObject = P; objects = {
        P = {isa = PBXProject; mainGroup = G; targets = (T); }; G = {isa = PBXGroup; children = (F);};
        F = {isa = PBXFileReference; path = S/a.swift; sourceTree = SOURCE_ROOT;}; B = {isa = PBXBuildFile; fileRef = F;};
        T = {isa = PBXNativeTarget; name = A; productType = "com.apple.product-type.application"; buildPhases = (S);};
        S = {isa = PBXSourcesBuildPhase; files = (B);};
      }; }
      """,
    ])
    #expect(projects.targets.count == 1)
    #expect(try target("A", of: projects).sources == ["S/a.swift", "S/b.swift"])
  }

  /// Settings of Tuist with the names that may be defined in the release.
  @Test(arguments: [
    (".settings(base: [\"SWIFT_ACTIVE_COMPILATION_CONDITIONS\": \"A\"])", ""),
    (".settings(base: SettingsDictionary().swiftActiveCompilationConditions(\"DEBUG\"))", "*"),
    (".settings(base: SettingsDictionary().otherSwiftFlags(\"-DDEBUG\"))", "*"),
    (".settings(base: other())", "*"), ("other()", "*"), (".settings(configurations: other())", "*"),
    (".settings(configurations: [other(), .release(name: \"Release\")])", "*"), (".default", ""),
  ])
  func tuistNamesAreLeftOpen(_ settings: String, names: String) throws {
    let projects = Self.projects([
      "Tuist.swift": "",
      "Project.swift": """
      import ProjectDescription
      let project = Project(name: "A", targets: [
        .target(name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", settings: \(settings))
      ])
      """,
    ])
    let release = try target("A", of: projects).configurations.last
    #expect(release?.undecidedConditions.joined(separator: " ") == names)
  }

  @Test(arguments: [
    "", "let project = ", "let project = Project(", "let project = Project(name: name(), targets: targets)",
    "let project = project", "func a() -> Target { a() }\nlet project = Project(targets: [a()])",
    "#if A\nlet project = Project()\n#else\nlet project = Project(name: \"A\")\n#endif",
  ])
  func damagedManifestsAreNoted(_ text: String) {
    let projects = Self.projects(["Project.swift": "import ProjectDescription\n" + text])
    #expect(projects.targets.isEmpty)
    #expect(!projects.unread.isEmpty)
  }

  // MARK: - Packages

  private static let package = #"""
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Kit",
      products: [.library(name: "Kit", targets: ["Kit"])],
      dependencies: [.package(path: "../Net"), .package(url: "https://example.com/log.git", from: "1.0.0")],
      targets: [
        .target(name: "Kit", dependencies: ["Store", .product(name: "Net", package: "Net"), .product(name: "Log", package: "log")]),
        .target(name: "Store", path: "Code/Store", exclude: ["Old"]),
        .target(name: "Unused"),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
      ])
    """#

  private static func packages(_ spec: String) -> AppProjects {
    projects([
      "project.yml": spec, "App/App.swift": "", "Kit/Package.swift": package,
      "Kit/Sources/Kit/Kit.swift": "", "Kit/Code/Store/Store.swift": "", "Kit/Code/Store/Old/Old.swift": "",
      "Kit/Sources/Unused/Unused.swift": "", "Kit/Tests/KitTests/KitTests.swift": "",
      "Net/Package.swift": """
      import PackageDescription
      let package = Package(
        name: "Net", products: [.library(name: "Net", targets: ["Net"])],
        targets: [.target(name: "Net"), .binaryTarget(name: "Blob", path: "Blob.xcframework")])
      """,
      "Net/Sources/Net/Net.swift": "",
    ])
  }

  @Test func sourcesOfLocalPackagesBelongToTheirUsers() throws {
    let projects = Self.packages(
      """
      name: App
      packages: { Kit: { path: Kit } }
      targets:
        App: { type: application, platform: iOS, sources: [App], dependencies: [{ package: Kit }] }
        Other: { type: application, platform: iOS, sources: [App] }
      """)
    #expect(
      try target("App", of: projects).sources == [
        "App/App.swift", "Kit/Code/Store/Store.swift", "Kit/Sources/Kit/Kit.swift",
        "Net/Sources/Net/Net.swift",
      ])
    #expect(try target("Other", of: projects).sources == ["App/App.swift"])
  }

  /// An app may import each target of a product, whatever the target is called.
  @Test func eachTargetOfAProductIsCodeOfTheApp() throws {
    func sources(_ other: String) throws -> [String] {
      try target(
        "App",
        of: Self.projects([
          "project.yml":
            "name: App\ntargets: { App: { type: application, platform: iOS, dependencies: [{ package: Net }] } }",
          "Net/Package.swift": """
          import PackageDescription
          let package = Package(
            name: "Net", products: [.library(name: "Net", targets: ["Net", "NetMocks"])],
            targets: [
              .target(name: "Net"), .target(name: "NetMocks", dependencies: ["Net"]),
              .\(other)(name: "Other", dependencies: ["Net", "NetMocks"]),
            ])
          """,
          "Net/Sources/Net/Net.swift": "", "Net/Sources/NetMocks/Mock.swift": "",
        ])
      ).sources
    }
    #expect(try sources("testTarget") == ["Net/Sources/Net/Net.swift", "Net/Sources/NetMocks/Mock.swift"])
    #expect(try sources("target") == ["Net/Sources/Net/Net.swift", "Net/Sources/NetMocks/Mock.swift"])
  }

  @Test func aProductOfTwoPackagesIsThatOfTheReference() throws {
    let manifest =
      #"let package = Package(name: "A", products: [.library(name: "A", targets: ["A"])], targets: [.target(name: "A")])"#
    func sources(_ packages: String) throws -> [String] {
      try target(
        "App",
        of: Self.projects([
          "project.yml":
            "name: App\n\(packages)targets: { App: { type: application, platform: iOS, dependencies: [{ package: A }] } }",
          "One/Package.swift": manifest, "One/Sources/A/One.swift": "", "Two/Package.swift": manifest,
          "Two/Sources/A/Two.swift": "",
        ])
      ).sources
    }
    #expect(try sources("packages: { A: { path: Two } }\n") == ["Two/Sources/A/Two.swift"])
    #expect(try sources("").isEmpty)
  }

  @Test(arguments: [
    "", "let package = Package(", "let package = make()", "let package = Package(targets: targets)",
  ])
  func damagedPackagesHaveNoSources(_ text: String) throws {
    let projects = Self.projects([
      "project.yml":
        "name: App\ntargets: { App: { type: application, platform: iOS, dependencies: [{ package: A }] } }",
      "A/Package.swift": text, "A/Sources/A/A.swift": "",
    ])
    #expect(try target("App", of: projects).sources.isEmpty)
  }

  private static func withPackage(
    _ manifest: String, at folder: String = "P", _ files: [String: String] = [:]
  )
    -> AppProjects
  {
    projects(
      [
        "project.yml": """
        name: A
        packages: { P: { path: \(folder) } }
        targets: { A: { type: application, platform: iOS, sources: [], dependencies: [{ package: P }] } }
        """, "\(folder)/Package.swift": "import PackageDescription\n" + manifest,
        "\(folder)/Sources/P/a.swift": "", "\(folder)/Sources/More/b.swift": "",
      ].merging(files) { $1 })
  }

  private static let small =
    #"let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [.target(name: "P")])"#

  /// A package is read wherever it is.
  @Test(arguments: ["P", "vendor/P", "build/P", ".p"]) func namedPackagesAreRead(_ folder: String) throws {
    #expect(
      try target("A", of: Self.withPackage(Self.small, at: folder)).sources == ["\(folder)/Sources/P/a.swift"]
    )
  }

  /// SwiftPM reads the manifest of its version, which is not known.
  @Test func eachManifestOfAPackageIsRead() throws {
    let other = #"""
      import PackageDescription
      let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [.target(name: "P", path: "Other")])
      """#
    let projects = Self.withPackage(
      Self.small, ["P/Package@swift-5.9.swift": other, "P/Other/c.swift": ""])
    #expect(try target("A", of: projects).sources == ["P/Other/c.swift", "P/Sources/P/a.swift"])
  }

  /// Statements of a package's manifest, and whether the code of the package is unknown because of the statement.
  @Test(arguments: [
    (#"package.targets.append(.target(name: "More"))"#, true), ("package.products = []", true),
    ("for target in package.targets { target.exclude = [] }", true),
    ("for target in package.targets { target.swiftSettings = [] }", false),
    (#"package.dependencies.append(.package(url: "https://example.com/a", from: "1.0.0"))"#, false),
    (#"for target in package.targets { target.dependencies.append("More") }"#, true),
    ("print(package.name)", false),
  ])
  func changedPackagesAreNotKnown(_ statement: String, isUnknown: Bool) throws {
    let projects = Self.withPackage(Self.small + "\n" + statement)
    #expect(projects.unread.contains(where: \.leavesOutCode) == isUnknown)
  }

  /// Manifests of one package, and whether its code is unknown because more than one package or target may be meant. `CALL` makes the package.
  private static let makers: [(manifest: String, isUnknown: Bool)] = [
    ("let own = CALL", false), ("_ = CALL", true), ("CALL", true),
    ("let package = CALL\nlet own = CALL", true),
    ("typealias Own = Package\nlet package = Own(name: \"P\")", true),
    ("let package: Package = .init(name: \"P\", REST", false),
    ("func make() -> Package { CALL }\nlet package = make()", false),
    ("let all: [Package.Dependency] = []\nlet package = CALL", false),
    ("extension Package { func more() {} }\nlet package = CALL", true),
  ]

  /// Members of targets, a target that one of the members makes, and whether the target is not known.
  private static let members: [(members: String, target: String, isUnknown: Bool)] = [
    ("static func own(_ name: String) -> Target { .target(name: name) }", ".own(\"P\")", false),
    (
      "static func own(_ name: String) -> Target { let a = name; return .target(name: a) }", ".own(\"P\")",
      false
    ),
    (
      "static var own: Target { .target(name: \"P\") } }; extension Product { static let own = 1", ".own",
      false
    ),
    ("static var own: Target { let a = \"P\"; return .target(name: a) }", ".own", false),
    ("static var own: Target { var a = \"P\"; a += \"\"; return .target(name: a) }", ".own", true),
    (
      "static func own(_ a: Int) -> Target { b }; static func own(_ a: String) -> Target { c }", ".own(1)",
      true
    ),
  ]

  @Test(arguments: makers.indices) func packagesAreReadWhereverTheyAreMade(_ index: Int) throws {
    let (manifest, isUnknown) = Self.makers[index]
    let call = String(Self.small.drop { $0 != "P" })
    let rest = String(call.drop { $0 != "," }.dropFirst())
    try expectPackage(
      manifest.replacing("CALL", with: call).replacing("REST", with: rest), isUnknown: isUnknown)
  }

  @Test(arguments: members.indices) func targetsOfMembersAreRead(_ index: Int) throws {
    let (members, made, isUnknown) = Self.members[index]
    let package = Self.small.replacing("[.target(name: \"P\")]", with: "[\(made)]")
    try expectPackage("extension Target { \(members) }\n\(package)", isUnknown: isUnknown)
  }

  private func expectPackage(_ manifest: String, isUnknown: Bool) throws {
    let projects = Self.withPackage("import PackageDescription\n" + manifest)
    #expect(projects.unread.contains(where: \.leavesOutCode) == isUnknown, "\(projects.unread)")
    guard !isUnknown else { return }
    #expect(try target("A", of: projects).sources == ["P/Sources/P/a.swift"])
  }

  /// A package with variables and computed names, and whether they leave out code.
  @Test(arguments: [
    (#"var all = ["P"]"#, #"[.library(name: "P", targets: all)]"#, #"[.target(name: "P")]"#, false),
    (
      "var all = [\"P\"]\nall.append(\"More\")", #"[.library(name: "P", targets: all)]"#,
      #"[.target(name: "P")]"#, true
    ),
    (
      "var all: [Target] = [.target(name: \"P\")]\nall += [.target(name: \"More\")]",
      #"[.library(name: "P", targets: ["P"])]"#, "all", true
    ),
    ("", #"[.library(name: "P", targets: ["P", make()])]"#, #"[.target(name: "P")]"#, true),
    (
      "", #"[.library(name: "P", targets: ["P"])]"#, #"[.target(name: "P", dependencies: ["M" + make()])]"#,
      true
    ),
    ("", #"[.library(name: "P", targets: ["P"])]"#, #"[.target(name: "P", dependencies: make())]"#, true),
    (
      "", #"[.library(name: "P", targets: ["P"])]"#,
      #"[.target(name: "P", dependencies: [.product(name: "A", package: "a")])]"#, false
    ),
  ])
  func computedPartsOfPackagesLeaveOutCode(
    _ declarations: String, _ products: String, _ targets: String, isUnknown: Bool
  ) {
    let projects = Self.withPackage(
      "\(declarations)\nlet package = Package(name: \"P\", products: \(products), targets: \(targets))")
    #expect(projects.unread.contains(where: \.leavesOutCode) == isUnknown)
  }

  /// Declarations and statements of a package's manifest, and whether settings that they change may define any name.
  @Test(arguments: [
    ("", "for target in package.targets { target.swiftSettings = given() }", true),
    ("", "core.swiftSettings = given()", true), ("", "core.cSettings!.append(cGiven())", true),
    ("let all = package.targets", "all[0].swiftSettings = given()", true),
    ("func change() { core.swiftSettings = given() }", "change()", true),
    ("let done: Void = { core.swiftSettings = given() }()", "", true),
    ("func change() -> Int { core.swiftSettings = given(); return 1 }\nlet _ = change()", "", true),
    ("extension Target { var on: Int { swiftSettings = given(); return 1 } }", "_ = core.on", true),
    ("", "core.swiftSettings = [.define(\"A\")]", true),
    ("", "for target in package.targets { target.swiftSettings = [.enableUpcomingFeature(\"A\")] }", false),
    ("", "package.dependencies = []", false), ("", "", false),
  ])
  func changedSettingsAreOpen(_ declaration: String, statement: String, isOpen: Bool) throws {
    let manifest = """
      import PackageDescription
      func given() -> [SwiftSetting] { [.define("DEBUG")] }
      func cGiven() -> CSetting { .define("DEBUG") }
      let core = Target.target(name: "P")
      let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [core])
      \(declaration)
      \(statement)
      """
    let names = try target("A", of: Self.withPackage(manifest)).configurations.last?.undecidedConditions
    #expect(names == (isOpen ? ["*"] : []))
  }

  /// Statements that change the code of a package's target through another name than the package's.
  @Test(arguments: [
    ("core.path = \"Sources/More\"", true), ("core.sources = []", true), ("print(core.name)", false),
    ("func change() { core.exclude = [] }\nchange()", true),
    ("func change() -> Int { core.exclude = []; return 1 }\nlet _ = change()", true),
  ])
  func changedTargetsAreNotKnown(_ statement: String, isUnknown: Bool) {
    let projects = Self.withPackage(
      """
      let core = Target.target(name: "P")
      let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [core])
      \(statement)
      """)
    #expect(projects.unread.contains(where: \.leavesOutCode) == isUnknown)
  }

  /// Settings of a package's target with the names that may be defined for its code.
  @Test(arguments: [
    ("swiftSettings: [.define(\"DEBUG\")]", "DEBUG"),
    ("swiftSettings: [.define(\"DEBUG\", .when(configuration: .debug)), .swiftLanguageMode(.v6)]", ""),
    ("cSettings: [.define(\"DEBUG\", to: \"1\")]", "DEBUG"),
    ("swiftSettings: [.unsafeFlags([\"-DDEBUG\"])]", "DEBUG"),
    ("swiftSettings: [.unsafeFlags([\"-Xfrontend\", \"-warn-concurrency\"])]", ""),
    ("swiftSettings: others()", "*"), ("swiftSettings: [others()] + more", "*"),
    ("swiftSettings: [.define(name())]", "*"), ("cxxSettings: [.define(\"\\(name)\")]", "*"),
    ("swiftSettings: [.other(\"DEBUG\")]", "*"), ("swiftSettings: [SwiftSetting.define(\"DEBUG\")]", "DEBUG"),
    ("swiftSettings: [.define(\"DEBUG\", other(configuration: .debug))]", "DEBUG"),
    ("swiftSettings: [.enableUpcomingFeature(\"A\"), .interoperabilityMode(.Cxx)]", ""),
    ("cSettings: [.headerSearchPath(\".\"), .define(\"A=1\")]", "A"),
  ])
  func packagesDefineNames(_ argument: String, names: String) throws {
    let manifest = """
      import PackageDescription
      let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [.target(name: "P", \(argument))])
      """
    let projects = Self.projects([
      "project.yml": """
      name: A
      packages: { P: { path: P } }
      targets: { A: { type: application, platform: iOS, sources: [], dependencies: [{ package: P }] } }
      """, "P/Package.swift": manifest, "P/Sources/P/a.swift": "",
    ])
    #expect(
      try target("A", of: projects).configurations.last?.undecidedConditions.joined(separator: " ") == names)
  }

  /// The files of a package's target are named by paths, and not by patterns.
  @Test(arguments: [
    ("exclude: [\"*.swift\"]", true), ("exclude: [\"a.swift\"]", false), ("exclude: [\"./b\"]", true),
    ("sources: [\"*\"]", false), ("sources: [\".\"]", true), ("sources: [\"a.swift\"]", true),
    ("sources: names", true),
    ("sources: [name]", true), ("sources: []", false),
    ("resources: [.copy(\"a.swift\")]", false), ("resources: [.process(\".\")]", false),
    ("resources: [.process(\"b\")]", true), ("resources: [.copy(name)]", true),
  ])
  func packagesHaveNoPatterns(_ argument: String, isCompiled: Bool) throws {
    let manifest = """
      import PackageDescription
      let package = Package(name: "P", products: [.library(name: "P", targets: ["P"])], targets: [.target(name: "P", \(argument))])
      """
    let projects = Self.projects([
      "project.yml": """
      name: A
      packages: { P: { path: P } }
      targets: { A: { type: application, platform: iOS, sources: [], dependencies: [{ package: P }] } }
      """, "P/Package.swift": manifest, "P/Sources/P/a.swift": "",
    ])
    #expect(projects.targets.flatMap(\.sources).contains("P/Sources/P/a.swift") == isCompiled)
  }
}
