import Foundation
import TestSupport
import Testing

/// A change can hide a file from bgpolicy while the file stays where it is. `gate --base` and `--changed` report such a change first.
@Suite(.enabled(if: Tool.readerPath != nil, "bgpolicy-appreader is not built")) struct HiddenFileTests {
  private static let policy = """
    schema: 1
    app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "16.0" }, sources: [Sources] }
    tasks: { refresh: { type: appRefresh, identifier: com.example.diary.refresh } }

    """
  private static let code = """
    import BackgroundTasks

    enum Refresh {
      static func schedule() throws {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: identifier))
      }
    }

    """
  /// An application delegate that requests a task of its own.
  private static let delegate = """
    import UIKit

    class Delegate: UIResponder, UIApplicationDelegate {
      func applicationDidEnterBackground(_ application: UIApplication) {
        try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.diary.other"))
      }
    }

    """
  /// A file without background API of its own. Without this file, an identifier is unknown.
  private static let constant = "let identifier = \"com.example.diary.refresh\"\n"
  private static let plain = "struct Entry { var text = \"A day\" }\n"
  private static let sources = [
    "Sources/Refresh.swift": code, "Sources/Names.swift": constant, "Sources/Entry.swift": plain,
    "Sources/Main.swift": "func start() throws { try Refresh.schedule() }\n", "bgpolicy.yaml": policy,
  ]

  /// A spec of XcodeGen for an app with sources, and for tests with other sources.
  private static func spec(_ sources: String, tests: String = "[Tests]") -> String {
    """
    name: Diary
    targets:
      Diary: { type: application, platform: iOS, sources: \(sources) }
      DiaryTests: { type: bundle.unit-test, platform: iOS, sources: \(tests) }

    """
  }

  /// A project of Xcode with an app that compiles the sources with these names.
  private static func project(_ names: [String]) -> String {
    let all = ["Refresh", "Names", "Entry", "Main"]
    let files = all.map {
      "F\($0) = { isa = PBXFileReference; path = Sources/\($0).swift; sourceTree = \"<group>\"; };"
    }
    let built = names.map { "B\($0) = { isa = PBXBuildFile; fileRef = F\($0); };" }
    return """
      // !$*UTF8*$!
      {
        archiveVersion = 1; objectVersion = 56; rootObject = P;
        objects = {
          P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
          L = { isa = XCConfigurationList; buildConfigurations = (C); };
          C = { isa = XCBuildConfiguration; name = Debug; buildSettings = { SDKROOT = iphoneos; }; };
          T = {
            isa = PBXNativeTarget; name = Diary; productType = "com.apple.product-type.application";
            buildConfigurationList = L; buildPhases = (S); dependencies = ();
          };
          S = { isa = PBXSourcesBuildPhase; files = (\(names.map { "B\($0)" }.joined(separator: ", "))); };
          G = { isa = PBXGroup; sourceTree = "<group>"; children = (\(all.map { "F\($0)" }.joined(separator: ", "))); };
          \(files.joined(separator: "\n    "))
          \(built.joined(separator: "\n    "))
        };
      }

      """
  }

  private static func manifest(_ sources: String) -> String {
    """
    import ProjectDescription
    let project = Project(name: "Diary", targets: [
      .target(name: "Diary", destinations: .iOS, product: .app, bundleId: "com.example.diary", sources: \(sources))
    ])

    """
  }

  private static func package(_ exclude: String) -> [String: String] {
    [
      "project.yml": """
      name: Diary
      packages: { Core: { path: Core } }
      targets:
        Diary: { type: application, platform: iOS, sources: [App], dependencies: [{ package: Core }] }

      """,
      "App/Main.swift": sources["Sources/Main.swift"] ?? "", "Core/Sources/Core/Refresh.swift": code,
      "Core/Sources/Core/Names.swift": constant,
      "Core/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Core", products: [.library(name: "Core", targets: ["Core"])],
        targets: [.target(name: "Core"\(exclude))])

      """, "bgpolicy.yaml": policy.replacing("[Sources]", with: "[App, Core]"),
    ]
  }

  /// The files of an app in a folder.
  private static func inFolder(_ folder: String, _ files: [String: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: files.map { ("\(folder)/\($0)", $1) })
  }

  /// The change that moves a folder.
  private static func moved(_ folder: String, to other: String, of files: [String: String]) -> [String:
    String?]
  {
    var change: [String: String?] = [:]
    for (name, text) in files where name.hasPrefix(folder + "/") {
      change[name] = .some(nil)
      change[other + name.dropFirst(folder.count)] = text
    }
    return change
  }

  private static let identifiedApp = sources.merging([
    "project.yml": """
    name: Diary
    targets:
      Diary: { type: application, platform: iOS, sources: [Sources], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary } }

    """
  ]) { $1 }
  private static let specApp = sources.merging(["project.yml": spec("[Sources]")]) { $1 }
  private static let xcodeApp = sources.merging([
    "Diary.xcodeproj/project.pbxproj": project(["Refresh", "Names", "Entry", "Main"])
  ]) { $1 }
  private static let tuistApp = sources.merging([
    "Project.swift": manifest("[\"Sources/**\"]"), "Tuist.swift": "",
  ]) { $1 }

  /// A change of an app's files.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: [String: String]
    /// The new texts. `nil` deletes a file.
    let files: [String: String?]
    /// The beginning of the first line of the report, in the format of compilers. `nil` for a report without a finding about the
    /// change.
    var line: String?
  }

  /// A lock file of CocoaPods with the version of a pod, and the commit of another pod.
  private static func lock(_ version: String, _ commit: String) -> String {
    """
    PODS:
      - Kit (\(version))
      - Other (1.0)

    CHECKOUT OPTIONS:
      Other:
        :commit: \(commit)
        :git: https://example.com/other

    """
  }

  private static let podsApp = specApp.merging([
    "Podfile.lock": lock("1.0", "0a"), "Pods/Kit/Kit.h": "void kit(void);\n",
    "Pods/Other/Other.m": "int other;\n", "Pods/Pods.xcodeproj/project.pbxproj": "{ objects = {}; }\n",
    "Pods/Target Support Files/Kit/Kit-umbrella.h": "#import \"Kit.h\"\n",
  ]) { $1 }

  static let changes = [
    Change(
      testDescription: "an update of pods", start: podsApp,
      files: [
        "Podfile.lock": lock("1.1", "0b"), "Pods/Kit/Kit.h": "void kit(int);\n",
        "Pods/Other/Other.m": "int other = 1;\n",
        "Pods/Pods.xcodeproj/project.pbxproj": "{ objects = { }; }\n",
        "Pods/Target Support Files/Kit/Kit-umbrella.h": "#import \"Kit.h\"\n#import \"More.h\"\n",
        "Pods/Kit/More.swift": "struct More {}\n", "Pods/Kit/README.md": "More\n",
      ]),
    Change(
      testDescription: "a pod that changes without an update", start: podsApp,
      files: ["Podfile.lock": lock("1.0", "0b"), "Pods/Kit/Kit.h": "void kit(int);\n"],
      line:
        "Pods/Kit/Kit.h:1:1: warning: The change writes Pods/Kit/Kit.h in a folder of dependencies, and no lock file of a package manager has another version of Kit"
    ),
    Change(
      testDescription: "a package that no lock file has", start: specApp,
      files: ["node_modules/@own/kit/ios/Kit.m": "int kit;\n", "node_modules/@own/kit/index.js": "a()\n"],
      line:
        "node_modules/@own/kit/ios/Kit.m:1:1: warning: The change writes node_modules/@own/kit/ios/Kit.m in a folder"
    ),
    Change(
      testDescription: "a project of Xcode without the file", start: xcodeApp,
      files: ["Diary.xcodeproj/project.pbxproj": project(["Names", "Entry", "Main"])],
      line:
        "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight: the gate read it at git:main, and now no target other than tests compiles it"
    ),
    Change(
      testDescription: "an exclusion of XcodeGen", start: specApp,
      files: ["project.yml": spec("[{ path: Sources, excludes: [Refresh.swift] }]")],
      line: "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight"),
    Change(
      testDescription: "an exclusion of Tuist", start: tuistApp,
      files: [
        "Project.swift": manifest("[.glob(\"Sources/**\", excluding: [\"Sources/Refresh.swift\"])]")
      ],
      line: "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight"),
    Change(
      testDescription: "an exclusion of a package", start: package(""),
      files: package(", exclude: [\"Refresh.swift\"]"),
      line:
        "Core/Sources/Core/Refresh.swift:5:1: error: The change takes Core/Sources/Core/Refresh.swift out"),
    Change(
      testDescription: "a constant without which an identifier is unknown", start: specApp,
      files: ["project.yml": spec("[{ path: Sources, excludes: [Names.swift] }]")],
      line: "Sources/Names.swift:1:1: error: The change takes Sources/Names.swift out of sight"),
    Change(
      testDescription: "several files", start: specApp,
      files: [
        "project.yml": spec("[{ path: Sources, excludes: [Refresh.swift, Names.swift, Entry.swift] }]")
      ],
      line: "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight"),
    Change(
      testDescription: "another file extension", start: specApp,
      files: ["Sources/Refresh.swift": nil, "Sources/Refresh.txt": "// A note.\n" + code],
      line:
        "Sources/Refresh.txt:6:1: error: The change takes Sources/Refresh.swift, which is now Sources/Refresh.txt, out of sight"
    ),
    Change(
      testDescription: "a hidden folder", start: tuistApp,
      files: ["Sources/Refresh.swift": nil, "Sources/.build/Refresh.swift": code],
      line: "Sources/.build/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift, which is now"),
    Change(
      testDescription: "a hidden folder that XcodeGen compiles", start: specApp,
      files: ["Sources/Refresh.swift": nil, "Sources/.build/Refresh.swift": code]),
    Change(
      testDescription: "a target of tests", start: specApp,
      files: [
        "project.yml": spec(
          "[{ path: Sources, excludes: [Refresh.swift] }]", tests: "[Tests, Sources/Refresh.swift]")
      ],
      line: "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight"),
    Change(
      testDescription: "no project of two",
      start: specApp.merging([
        "Other/project.yml": spec("[Code]"),
        "Other/Code/Sync.swift": code.replacing("enum Refresh", with: "enum Sync"),
        "bgpolicy.yaml": policy.replacing("[Sources]", with: "[Sources, Other]"),
      ]) { $1 },
      files: ["Other/project.yml": nil],
      line: "Other/Code/Sync.swift:5:1: error: The change takes Other/Code/Sync.swift out of sight"),
    Change(
      testDescription: "another folder, which the policy does not name",
      start: specApp.merging(["project.yml": spec("[Sources, Other]"), "Other/Other.swift": plain]) { $1 },
      files: ["Sources/Refresh.swift": nil, "Other/Refresh.swift": code],
      line:
        "Other/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift, which is now Other/Refresh.swift, out of sight: the gate read it at git:main, and now app.sources of bgpolicy.yaml does not have it"
    ),
    Change(
      testDescription: "a folder that moves, and one of its files elsewhere",
      start: specApp,
      files: moved("Sources", to: "App", of: sources).merging([
        "App/Refresh.swift": nil, "Code/Refresh.swift": code, "project.yml": spec("[App, Code]"),
        "bgpolicy.yaml": policy.replacing("[Sources]", with: "[App]"),
      ]) { $1 },
      line:
        "Code/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift, which is now Code/Refresh.swift, out of sight"
    ),
    Change(
      testDescription: "an app that moves without its code", start: inFolder("ios", specApp),
      files: moved("ios", to: "mobile", of: inFolder("ios", specApp)).merging([
        "mobile/bgpolicy.yaml": policy.replacing(", sources: [Sources]", with: "")
      ]) { $1 },
      line:
        "mobile/bgpolicy.yaml:2:1: error: The change takes the code in ios out of sight: the gate compared mobile/bgpolicy.yaml with it at git:main, and now with no code"
    ),
    Change(
      testDescription: "an app that moves, and whose target loses a file", start: inFolder("ios", specApp),
      files: moved("ios", to: "mobile", of: inFolder("ios", specApp)).merging([
        "mobile/project.yml": spec("[{ path: Sources, excludes: [Refresh.swift] }]")
      ]) { $1 },
      line:
        "mobile/Sources/Refresh.swift:5:1: error: The change takes mobile/Sources/Refresh.swift out of sight"),
    Change(
      testDescription: "another target with the app's bundle identifier", start: identifiedApp,
      files: [
        "project.yml": """
        name: Diary
        targets:
          Diary: { type: application, platform: iOS, sources: [Sources], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.main } }
          Small: { type: application, platform: iOS, sources: [Small], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary } }

        """, "Small/Small.swift": plain,
        "bgpolicy.yaml": policy.replacing("[Sources]", with: "[Sources, Small]"),
      ],
      line:
        "Sources/Refresh.swift:5:1: error: The change takes Sources/Refresh.swift out of sight: the gate read it at git:main, and now no target of the policy's app compiles it"
    ),
    Change(
      testDescription: "another application beside the app", start: identifiedApp,
      files: [
        "project.yml": (identifiedApp["project.yml"] ?? "")
          + "  Small: { type: application, platform: iOS, sources: [Small], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.small } }\n",
        "Small/Small.swift": plain,
      ]),
    Change(
      testDescription: "new code that only the app has", start: specApp,
      files: [
        "project.yml": spec("[Sources, Other]"), "Other/Other.swift": delegate,
      ],
      line:
        "Other/Other.swift:3:1: warning: The change adds Other/Other.swift, which the app compiles and no policy is compared with: app.sources of bgpolicy.yaml does not have it"
    ),
    Change(
      testDescription: "background work in a file of the app that no policy names",
      start: specApp.merging(["project.yml": spec("[Sources, Other]"), "Other/Other.swift": plain]) { $1 },
      files: ["Other/Other.swift": plain + delegate],
      line:
        "Other/Other.swift:6:1: warning: The change edits Other/Other.swift, which the app compiles and no policy is compared with: app.sources of bgpolicy.yaml does not have it"
    ),
    Change(
      testDescription: "a target that gets code with background work outside of app.sources",
      start: specApp.merging(["Other/Other.swift": plain + delegate]) { $1 },
      files: ["project.yml": spec("[Sources, Other]")],
      line:
        "Other/Other.swift:6:1: warning: The change has the app compile Other/Other.swift, which no policy is compared with: app.sources of bgpolicy.yaml does not have it"
    ),
    Change(
      testDescription: "code of an app without a policy", start: identifiedApp,
      files: [
        "project.yml": (identifiedApp["project.yml"] ?? "")
          + "  Other: { type: application, platform: iOS, sources: [Other], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.other } }\n",
        "Other/Other.swift":
          "import BackgroundTasks\nfunc a() { BGTaskScheduler.shared.cancelAllTaskRequests() }\n",
      ],
      line:
        "Other/Other.swift:2:1: warning: The change writes BGTaskScheduler in Other/Other.swift, which no policy is compared with"
    ),
    Change(
      testDescription: "a text that code may include", start: specApp,
      files: ["Sources/body.inc": "// Included.\n[BGTaskScheduler sharedScheduler];\n"],
      line:
        "Sources/body.inc:2:1: warning: The change writes BGTaskScheduler in Sources/body.inc, which no policy is compared with"
    ),
    Change(
      testDescription: "an app that moves", start: inFolder("ios", specApp),
      files: moved("ios", to: "mobile", of: inFolder("ios", specApp))),
    Change(
      testDescription: "documents, tests and generated files", start: specApp,
      files: [
        "README.md": "BGTaskScheduler", "Tests/Other.swift": "let name = \"BGTaskScheduler\"\n",
        "Generated/Other.swift": code,
      ]),
    Change(
      testDescription: "a deleted file", start: specApp, files: ["Sources/Refresh.swift": nil]),
    Change(
      testDescription: "a renamed file", start: specApp,
      files: ["Sources/Refresh.swift": nil, "Sources/Background/Scheduling.swift": code + "// More.\n"]),
    Change(
      testDescription: "a file without any use of the background", start: specApp,
      files: ["project.yml": spec("[{ path: Sources, excludes: [Entry.swift] }]")]),
    Change(
      testDescription: "a mock that moves to the tests", start: specApp,
      files: ["Sources/Entry.swift": nil, "Tests/Entry.swift": plain]),
    Change(
      testDescription: "a spec in the place of a project", start: xcodeApp,
      files: ["Diary.xcodeproj/project.pbxproj": nil, "project.yml": spec("[Sources]")]),
    Change(
      testDescription: "code that moves into a package", start: specApp,
      files: (package("") as [String: String?]).merging([
        "Sources/Refresh.swift": nil, "Sources/Names.swift": nil, "Sources/Entry.swift": nil,
        "Sources/Main.swift": nil,
      ]) { $1 }),
    Change(
      testDescription: "no project at all", start: specApp, files: ["project.yml": nil]),
    Change(
      testDescription: "a new target", start: specApp,
      files: [
        "project.yml": spec("[Sources]")
          + "  Widget: { type: app-extension, platform: iOS, sources: [Widget] }\n",
        "Widget/Widget.swift": plain,
      ]),
  ]

  @Test(arguments: changes) func isReportedFirst(_ change: Change) throws {
    let repository = try ScratchRepository()
    for (name, text) in change.start { try repository.folder.write(text, to: name) }
    try repository.commit("first")
    for (name, text) in change.files {
      if let text {
        try repository.folder.write(text, to: name)
      } else {
        try? FileManager.default.removeItem(atPath: repository.folder.path(name))
      }
    }
    // Git keeps no empty folder.
    for folder in ["Sources", "ios/Sources", "ios"] { rmdir(repository.folder.path(folder)) }
    try repository.git("add", "-A", "-f")
    for option in ["--base", "--changed"] {
      let run = try repository.bgpolicy(
        "gate", "--skip", "generated", "--skip", "budgets", option, "git:main", "--format", "gcc")
      guard let line = change.line else {
        #expect(!run.output.contains("code-out-of-sight"), "\(option): \(run.output)\(run.errors)")
        continue
      }
      let first = run.output.split(separator: "\n").first ?? ""
      #expect(
        first.hasPrefix(line) && first.hasSuffix("[code-out-of-sight]"),
        "\(option): \(run.output)\(run.errors)")
      if line.contains(": error: ") { #expect(run.status == 1) }
    }
  }

  /// Code that is new beside the code of the policies was not checked, which `--strict` refuses.
  @Test(arguments: changes.filter { $0.line?.contains(": warning: ") ?? false })
  func strictRefusesCodeThatWasNotCompared(_ change: Change) throws {
    let repository = try ScratchRepository()
    for (name, text) in change.start { try repository.folder.write(text, to: name) }
    try repository.commit("first")
    for (name, text) in change.files { if let text { try repository.folder.write(text, to: name) } }
    let words = ["gate", "--skip", "generated", "--skip", "budgets", "--base", "git:main"]
    let loose = try Tool.run(words: words, in: repository.folder.path)
    if loose.status == 0 {
      #expect(
        loose.output.contains("1 finding about code that no policy is compared with"), "\(loose.output)")
    }
    let run = try Tool.run(
      words: words + ["--strict", "--format", "gcc"], in: repository.folder.path)
    let first = run.output.split(separator: "\n").first ?? ""
    let line = change.line?.replacing(": warning: ", with: ": error: ") ?? ""
    #expect(run.status == 1 && first.hasPrefix(line), "\(run.output)\(run.errors)")
  }

  @Test func anUnreadableBaseIsSaid() throws {
    let repository = try ScratchRepository()
    for (name, text) in Self.specApp { try repository.folder.write(text, to: name) }
    try repository.commit("first")
    try repository.folder.write(Self.spec("[Sources/Main.swift]"), to: "project.yml")
    let reader = try repository.folder.script(
      "case \"$1\" in --variant) exit 1 ;; *) exec '\(Tool.readerPath ?? "")' \"$@\" ;; esac", to: "reader")
    let run = try Tool.run(
      words: ["gate", "--skip", "generated", "--base", "git:main", "--format", "gcc"],
      in: repository.folder.path, environment: ["BGPOLICY_APPREADER": reader])
    #expect(
      run.output.hasPrefix(
        "bgpolicy.yaml:1:1: warning: Files that the change hides are unknown, because the app could not be read at git:main:"
      ), "\(run.output)\(run.errors)")
  }
}
