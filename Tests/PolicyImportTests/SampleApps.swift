import AppFacts

/// Invented apps, as a reader would find them.
enum SampleApp: String, CaseIterable, Sendable {
  /// UIKit, with a share extension and build settings in xcconfig files.
  case notes = "Notes"
  /// SwiftUI, with a widget.
  case weather = "Weather"
  /// An app with a watch app.
  case trails = "Trails"
  /// Two brands of one app.
  case brands = "Brands"
  /// A project of which little is known.
  case riddle = "Riddle"

  var facts: AppFacts {
    switch self {
    case .notes: notesFacts
    case .weather: weatherFacts
    case .trails: trailsFacts
    case .brands: brandsFacts
    case .riddle: riddleFacts
    }
  }
}

private let notesProject = "Notes.xcodeproj/project.pbxproj"

private func notesConfiguration(_ name: String, suffix: String) -> ConfigurationFact {
  let file = "Config/\(name).xcconfig"
  let group = "group.com.example.notes\(suffix)"
  return ConfigurationFact(
    name: name, bundleIdentifier: text("com.example.notes\(suffix)", "\(file):3"),
    infoPlist: text("App/Info.plist", "Config/Base.xcconfig:2"),
    entitlements: text("App/Notes.entitlements", "Config/Base.xcconfig:3"),
    deploymentTargets: entries(["iOS": text("16.0", "\(notesProject):210")]),
    settings: entries(["GROUP": text(group, "\(file):5")]),
    compilationConditions: name == "Debug" ? ["DEBUG"] : [],
    infoPlistValues: entries([
      "UIBackgroundModes": lines(
        ["audio", "fetch", "processing", "remote-notification"], "App/Info.plist", from: 12),
      "BGTaskSchedulerPermittedIdentifiers": list(
        [
          text(
            "com.example.notes\(suffix).refresh", "App/Info.plist:20",
            from: "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
          text(
            "com.example.notes\(suffix).cleanup", "App/Info.plist:21",
            from: "$(PRODUCT_BUNDLE_IDENTIFIER).cleanup"),
          text("com.transistorsoft.fetch", "App/Info.plist:22"),
        ], "App/Info.plist:19"),
    ]),
    entitlementValues: entries([
      "aps-environment": text("development", "App/Notes.entitlements:6"),
      "com.apple.security.application-groups": list(
        [text(group, "App/Notes.entitlements:9", from: "$(GROUP)")], "App/Notes.entitlements:8"),
    ]))
}

private func shareConfiguration(_ name: String, suffix: String) -> ConfigurationFact {
  ConfigurationFact(
    name: name, bundleIdentifier: text("com.example.notes\(suffix).share", "Config/Share.xcconfig:1"),
    infoPlist: text("Share/Info.plist", "Config/Share.xcconfig:2"),
    entitlements: text("Share/Share.entitlements", "Config/Share.xcconfig:3"),
    deploymentTargets: entries(["iOS": text("16.0", "\(notesProject):210")]),
    settings: entries(["GROUP": text("group.com.example.notes\(suffix)", "Config/\(name).xcconfig:5")]),
    entitlementValues: entries([
      "com.apple.security.application-groups": list(
        [text("group.com.example.notes\(suffix)", "Share/Share.entitlements:7", from: "$(GROUP)")],
        "Share/Share.entitlements:6")
    ]))
}

private let notesTargets = [
  TargetFact(
    name: "Notes", kind: .app, location: at("\(notesProject):101"), platforms: ["iOS"],
    configurations: [notesConfiguration("Debug", suffix: ".dev"), notesConfiguration("Release", suffix: "")],
    defaultConfiguration: "Release",
    sources: ["App/AppDelegate.swift", "App/Settings.swift", "App/Sync/Sync.swift", "Shared/Names.swift"],
    dependencies: ["NotesShare"]),
  TargetFact(
    name: "NotesShare", kind: .appExtension, location: at("\(notesProject):120"),
    extensionPoint: "com.apple.share-services", platforms: ["iOS"],
    configurations: [shareConfiguration("Debug", suffix: ".dev"), shareConfiguration("Release", suffix: "")],
    defaultConfiguration: "Release", sources: ["Share/ShareViewController.swift", "Shared/Names.swift"]),
  TargetFact(
    name: "NotesTests", kind: .tests, location: at("\(notesProject):140"), platforms: ["iOS"],
    sources: ["Tests/SyncTests.swift"], dependencies: ["Notes"]),
]

private let notesCode = [
  fact(
    .taskRegistration, "App/AppDelegate.swift:14", moments: [.launch],
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).refresh", "Shared/Names.swift:3"),
      "task": text("appRefresh", "App/AppDelegate.swift:15"),
    ]),
  fact(
    .taskRegistration, "App/AppDelegate.swift:18", moments: [.launch],
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).cleanup", "Shared/Names.swift:4"),
      "task": text("processing", "App/AppDelegate.swift:19"),
    ]),
  fact(.remoteNotification, "App/AppDelegate.swift:30"),
  fact(
    .backgroundTask, "App/AppDelegate.swift:44", in: ["AppDelegate", "applicationDidEnterBackground(_:)"],
    ["name": text("Save draft", "App/AppDelegate.swift:44")]),
  fact(
    .taskRequest, "App/AppDelegate.swift:52",
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).refresh", "Shared/Names.swift:3"),
      "task": text("appRefresh", "App/AppDelegate.swift:52"),
      "earliestBeginDate": number(900, "App/AppDelegate.swift:53"),
    ]),
  fact(
    .taskSubmission, "App/AppDelegate.swift:54", moments: [.handlerStart, .enteringBackground],
    ["identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).refresh", "Shared/Names.swift:3")]),
  fact(
    .taskRequest, "App/AppDelegate.swift:60",
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).cleanup", "Shared/Names.swift:4"),
      "task": text("processing", "App/AppDelegate.swift:60"),
      "requiresExternalPower": bool(true, "App/AppDelegate.swift:61"),
      "earliestBeginDate": text("03:00", "App/AppDelegate.swift:62"),
    ]),
  fact(
    .taskSubmission, "App/AppDelegate.swift:63", moments: [.launch],
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).cleanup", "Shared/Names.swift:4"),
      "unlessPending": bool(true, "App/AppDelegate.swift:59"),
      "conditional": text("settings.cleansUp", "App/AppDelegate.swift:58"),
    ]),
  fact(
    .taskRequest, "App/Settings.swift:31",
    [
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).cleanup", "Shared/Names.swift:4"),
      "task": text("processing", "App/Settings.swift:31"),
      "requiresExternalPower": bool(true, "App/Settings.swift:32"),
      "earliestBeginDate": number(3_600, "App/Settings.swift:33"),
    ]),
  fact(
    .taskRequest, "App/Settings.swift:70", reach: .unreached,
    ["identifier": text("com.example.notes.old", "App/Settings.swift:70")]),
  fact(
    .session, "App/Sync/Sync.swift:10",
    [
      "type": text("background", "App/Sync/Sync.swift:10"),
      "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).library", "App/Sync/Sync.swift:10"),
      "discretionary": bool(true, "App/Sync/Sync.swift:11"),
      "allowsCellularAccess": unresolved("settings.usesCellular", "App/Sync/Sync.swift:12"),
      "timeoutIntervalForResource": number(172_800, "App/Sync/Sync.swift:13"),
      "timeoutIntervalForRequest": unresolved("Remote.timeout(for: .library)", "App/Sync/Sync.swift:14"),
      "httpAdditionalHeaders": FactValue(
        .dictionary(
          entries([
            "X-Client": text("notes", "App/Sync/Sync.swift:15"),
            "User-Agent": unresolved("agent()", "App/Sync/Sync.swift:15"),
          ])), .literal, at: at("App/Sync/Sync.swift:15")),
      "delegate": text("Sync", "App/Sync/Sync.swift:17"),
    ]),
  fact(
    .session, "App/Sync/Sync.swift:25", conditions: ["DEBUG"],
    [
      "type": text("background", "App/Sync/Sync.swift:25"),
      "identifier": text("debug", "App/Sync/Sync.swift:25"),
    ]),
  fact(.session, "App/Sync/Sync.swift:28", ["type": text("default", "App/Sync/Sync.swift:28")]),
  fact(
    .transfer, "App/Sync/Sync.swift:40",
    [
      "task": text("upload", "App/Sync/Sync.swift:40"),
      "session": text("App/Sync/Sync.swift:10", "App/Sync/Sync.swift:40"),
      "from": text("file", "App/Sync/Sync.swift:40"),
    ]),
  fact(
    .transfer, "App/Sync/Sync.swift:55",
    [
      "task": text("download", "App/Sync/Sync.swift:55"),
      "session": text("App/Sync/Sync.swift:10", "App/Sync/Sync.swift:55"),
      "priority": number(0.25, "App/Sync/Sync.swift:56"),
    ]),
  fact(.transfer, "App/Sync/Sync.swift:80", ["task": text("data", "App/Sync/Sync.swift:80")]),
  fact(
    .session, "Share/ShareViewController.swift:22",
    [
      "type": text("background", "Share/ShareViewController.swift:22"),
      "identifier": text("com.example.notes.share.upload", "Share/ShareViewController.swift:22"),
      "sharedContainerIdentifier": text("$(GROUP)", "Share/ShareViewController.swift:23"),
    ]),
  fact(
    .session, "Tests/SyncTests.swift:9",
    [
      "type": text("background", "Tests/SyncTests.swift:9"),
      "identifier": text("test", "Tests/SyncTests.swift:9"),
    ]),
]

private let notesFacts = AppFacts(
  targets: notesTargets, code: notesCode,
  files: [
    "App/AppDelegate.swift", "App/Info.plist", "App/Notes.entitlements", "App/Settings.swift",
    "App/Sync/Sync.swift", "Share/ShareViewController.swift", "Shared/Names.swift", "Tests/SyncTests.swift",
  ],
  unread: [UnreadFact(at("Config/Secrets.xcconfig"), reason: "there is no such file")])

private let weatherFacts: AppFacts = {
  let project = "project.yml"
  func configuration(_ name: String, _ identifier: String, _ values: [FactEntry]) -> ConfigurationFact {
    ConfigurationFact(
      name: name, bundleIdentifier: text(identifier, "\(project):14"),
      deploymentTargets: entries(["iOS": text("17.0", "\(project):8"), "macOS": text("14", "\(project):9")]),
      infoPlistValues: values)
  }
  let values = entries(["UIBackgroundModes": list([text("fetch", "\(project):22")], "\(project):22")])
  return AppFacts(
    targets: [
      TargetFact(
        name: "Weather", kind: .app, location: at("\(project):12"), platforms: ["iOS", "macOS"],
        configurations: [configuration("Release", "com.example.weather", values)],
        sources: ["Sources/Weather/Feed.swift", "Sources/Weather/WeatherApp.swift"],
        dependencies: ["WeatherWidget"]),
      TargetFact(
        name: "WeatherWidget", kind: .widget, location: at("\(project):30"), platforms: ["iOS"],
        configurations: [configuration("Release", "com.example.weather.widget", [])],
        sources: ["Sources/Widget/Provider.swift"]),
    ],
    code: [
      fact(
        .session, "Sources/Weather/Feed.swift:8", conditions: ["os(iOS)"],
        [
          "type": text("background", "Sources/Weather/Feed.swift:8"),
          "identifier": unresolved(
            "\"com.example.weather.\\(station)\"", "Sources/Weather/Feed.swift:8",
            pattern: "com.example.weather.{station}"),
          "name": text("stationSession", "Sources/Weather/Feed.swift:7"),
          "waitsForConnectivity": bool(true, "Sources/Weather/Feed.swift:9"),
        ]),
      fact(
        .taskRegistration, "Sources/Weather/WeatherApp.swift:9",
        [
          "identifier": text("com.example.weather.update", "Sources/Weather/WeatherApp.swift:9"),
          "task": text("appRefresh", "Sources/Weather/WeatherApp.swift:9"),
          "api": text("SwiftUI", "Sources/Weather/WeatherApp.swift:9"),
        ]),
      fact(
        .taskRequest, "Sources/Weather/WeatherApp.swift:20",
        [
          "identifier": text("com.example.weather.update", "Sources/Weather/WeatherApp.swift:21"),
          "task": text("appRefresh", "Sources/Weather/WeatherApp.swift:20"),
          "earliestBeginDate": unresolved("nextHour()", "Sources/Weather/WeatherApp.swift:22"),
        ]),
      fact(
        .taskSubmission, "Sources/Weather/WeatherApp.swift:23",
        moments: [.enteringForeground, .handlerStart],
        ["identifier": text("com.example.weather.update", "Sources/Weather/WeatherApp.swift:21")]),
      fact(
        .session, "Sources/Widget/Provider.swift:5",
        [
          "type": text("background", "Sources/Widget/Provider.swift:5"),
          "identifier": text("com.example.weather.widget.tiles", "Sources/Widget/Provider.swift:5"),
        ]),
    ],
    files: [
      project, "Sources/Weather/Feed.swift", "Sources/Weather/WeatherApp.swift",
      "Sources/Widget/Provider.swift",
    ])
}()

private let trailsFacts: AppFacts = {
  let project = "Trails.xcodeproj/project.pbxproj"
  func target(
    _ name: String, _ kind: TargetFact.Kind, _ system: String, _ version: String, _ source: String,
    dependencies: [String], modes: [String]
  ) -> TargetFact {
    TargetFact(
      name: name, kind: kind, location: at("\(project):50"), platforms: [system],
      configurations: [
        ConfigurationFact(
          name: "Release", bundleIdentifier: text("com.example.\(name.lowercased())", "\(project):60"),
          infoPlist: text("\(name)/Info.plist", "\(project):61"),
          deploymentTargets: entries([system == "iOS" ? "iOS" : "watchOS": text(version, "\(project):62")]),
          infoPlistValues: entries([
            system == "iOS" ? "UIBackgroundModes" : "WKBackgroundModes": lines(
              modes, "\(name)/Info.plist", from: 8)
          ]))
      ], sources: [source], dependencies: dependencies)
  }
  return AppFacts(
    targets: [
      target(
        "Trails", .app, "iOS", "15.2", "Trails/Recorder.m", dependencies: ["TrailsWatch"],
        modes: ["location", "processing"]),
      target(
        "TrailsWatch", .watchApp, "watchOS", "8.0", "TrailsWatch/Extension.swift", dependencies: [],
        modes: ["workout-processing"]),
    ],
    code: [
      fact(
        .location, "Trails/Recorder.m:31",
        [
          "method": text("allowsBackgroundLocationUpdates", "Trails/Recorder.m:31"),
          "value": bool(true, "Trails/Recorder.m:31"),
        ]),
      fact(
        .location, "Trails/Recorder.m:35", ["method": text("startMonitoringVisits", "Trails/Recorder.m:35")]),
      fact(.expiringActivity, "Trails/Recorder.m:50", ["reason": text("Save", "Trails/Recorder.m:50")]),
      fact(.performFetch, "Trails/Recorder.m:70"),
      fact(.healthDelivery, "Trails/Recorder.m:80", ["frequency": text("hourly", "Trails/Recorder.m:80")]),
      fact(
        .taskRequest, "Trails/Recorder.m:90",
        [
          "identifier": unresolved(
            "[self exportIdentifier]", "Trails/Recorder.m:90", pattern: "com.example.trails.export.{id}"),
          "task": text("continuedProcessing", "Trails/Recorder.m:90"),
        ]),
      fact(
        .taskRequest, "Trails/Recorder.m:99",
        [
          "identifier": text("com.example.trails.tiles", "Trails/Recorder.m:99"),
          "task": text("processing", "Trails/Recorder.m:99"),
        ]),
      fact(
        .session, "TrailsWatch/Extension.swift:12",
        [
          "type": text("background", "TrailsWatch/Extension.swift:12"),
          "identifier": text("com.example.trails.watch", "TrailsWatch/Extension.swift:12"),
          "sessionSendsLaunchEvents": bool(true, "TrailsWatch/Extension.swift:13"),
        ]),
      fact(
        .watchRefresh, "TrailsWatch/Extension.swift:30",
        ["method": text("scheduleBackgroundRefresh", "TrailsWatch/Extension.swift:30")]),
    ],
    files: [
      "Trails/Info.plist", "Trails/Recorder.m", "TrailsWatch/Extension.swift", "TrailsWatch/Info.plist",
    ])
}()

private let brandsFacts: AppFacts = {
  let project = "Radio.xcodeproj/project.pbxproj"
  func brand(_ name: String, _ line: Int) -> TargetFact {
    TargetFact(
      name: name, kind: .app, location: at("\(project):\(line)"), platforms: ["iOS"],
      configurations: [
        ConfigurationFact(
          name: "Release",
          bundleIdentifier: text("com.example.\(name.lowercased())", "\(project):\(line + 1)"),
          infoPlist: text("Shared/Info.plist", "\(project):\(line + 2)"),
          deploymentTargets: entries(["iOS": text("16.4", "\(project):9")]),
          compilationConditions: [name.uppercased()],
          infoPlistValues: entries([
            "UIBackgroundModes": lines(["audio", "fetch"], "Shared/Info.plist", from: 5)
          ]))
      ], sources: ["Shared/Player.swift", "\(name)/Main.swift"])
  }
  return AppFacts(
    targets: [brand("Jazz", 20), brand("Rock", 40)],
    code: [
      fact(
        .taskRequest, "Shared/Player.swift:8",
        [
          "identifier": text("$(PRODUCT_BUNDLE_IDENTIFIER).schedule", "Shared/Player.swift:8"),
          "task": text("appRefresh", "Shared/Player.swift:8"),
        ]),
      fact(
        .session, "Shared/Player.swift:20", conditions: ["ROCK"],
        [
          "type": text("background", "Shared/Player.swift:20"),
          "identifier": text("com.example.rock.covers", "Shared/Player.swift:20"),
        ]),
    ],
    files: ["Jazz/Main.swift", "Rock/Main.swift", "Shared/Info.plist", "Shared/Player.swift"])
}()

private let riddleFacts = AppFacts(
  targets: [
    TargetFact(
      name: "1 Riddle", kind: .app, location: at("Riddle.xcodeproj/project.pbxproj:5"),
      configurations: [
        ConfigurationFact(
          name: "Debug",
          bundleIdentifier: unresolved(
            "$(ORG).riddle", "Riddle.xcodeproj/project.pbxproj:9", pattern: "$(ORG).riddle"))
      ])
  ],
  code: [
    fact(
      .session, "main.swift:3",
      ["type": text("background", "main.swift:3"), "identifier": unresolved("id", "main.swift:3")]),
    fact(.taskRegistration, "main.swift:9", ["identifier": text("a.b", "main.swift:9")]),
    fact(
      .taskRequest, "main.swift:12",
      ["task": text("processing", "main.swift:12"), "identifier": unresolved("next\n# x", "main.swift:12")]),
    fact(
      .session, "main.swift:20",
      [
        "type": text("ephemeral", "main.swift:20"),
        "httpMaximumConnectionsPerHost": number(0, "main.swift:21"),
        "networkServiceType": text("fast", "main.swift:22"),
        "timeoutIntervalForRequest": number(-5, "main.swift:23"),
        "somethingNew": bool(true, "main.swift:24"),
      ]),
  ])
