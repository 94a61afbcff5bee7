import AppFacts
import TestSupport
import Testing

@testable import PolicyImport

/// Declarations that only certain facts justify: reasons for modes, starts of transfers, and notes on everything else.
@Suite struct ReasonImportTests {
  private static func policy(_ code: [CodeFact], modes: [String] = []) -> ImportedPolicy {
    let release = ConfigurationFact(
      name: "Release", bundleIdentifier: text("com.example.app", "p:1"),
      infoPlist: text("Info.plist", "p:2"),
      infoPlistValues: entries(["UIBackgroundModes": lines(modes, "Info.plist", from: 10)]))
    let target = TargetFact(
      name: "App", kind: .app, location: at("p:1"), platforms: ["iOS"], configurations: [release],
      dependencies: ["Clip"])
    let clip = TargetFact(name: "Clip", kind: .appClip, location: at("p:9"))
    return PolicyImport.policies(of: AppFacts(targets: [target, clip], code: code))[0]
  }

  @Test func modesHaveTheUsesThatTheCodeShowsAsComments() {
    let code = [
      fact(.audioSession, "P.swift:1", ["category": text("playback", "P.swift:1")]),
      fact(.pushRegistry, "C.swift:2", ["types": list([text("voIP", "C.swift:2")], "C.swift:2")]),
      fact(
        .bluetooth, "B.swift:3",
        ["identifier": text("com.example.central", "B.swift:3"), "role": text("central", "B.swift:3")]),
    ]
    let modes = ["audio", "voip", "bluetooth-central", "bluetooth-peripheral", "fetch"]
    #expect(
      Self.policy(code, modes: modes).yaml.contains(
        """
        backgroundModes:
          - audio  # the audio session has the category playback, Info.plist:10, P.swift:1
          - voip  # registers for VoIP pushes with PushKit, C.swift:2, Info.plist:11
          - bluetooth-central  # the system restores its CBCentralManager, B.swift:3, Info.plist:12
          - bluetooth-peripheral  # Info.plist:13
          - fetch  # Info.plist:14

        """), "\(Self.policy(code, modes: modes).yaml)")
  }

  @Test func modeWithoutAReasonInTheCodeIsWrittenAsItIs() {
    let code = [fact(.pushRegistry, "C.swift:2", ["types": unresolved("types", "C.swift:2")])]
    #expect(
      Self.policy(code, modes: ["voip", "audio"]).yaml.contains("  - voip  # Info.plist:10\n  - audio"))
  }

  @Test func otherProductsAndDependenciesAreNoted() {
    let code = [fact(.dependency, "A.swift:1", ["module": text("NextcloudKit", "A.swift:1")])]
    let notes = Self.policy(code).summary.undeclared.map { "\($0.subject): \($0.reason)" }
    #expect(notes.contains("target Clip: the policy language has no App Clips"), "\(notes)")
    #expect(notes.contains("dependency NextcloudKit: it has a background session of its own"), "\(notes)")
  }

  /// If an app has an identifier that is not known, the policy does not declare an empty list of identifiers.
  @Test(arguments: [
    ([unresolved("$(TEAM).refresh", "Info.plist:20")], false),
    ([unresolved("$(TEAM).refresh", "Info.plist:20"), text("com.example.sync", "Info.plist:21")], true),
  ])
  func openIdentifiersAreNotNone(_ identifiers: [FactValue], isWritten: Bool) {
    let release = ConfigurationFact(
      name: "Release", bundleIdentifier: text("com.example.app", "p:1"),
      infoPlist: text("Info.plist", "p:2"),
      infoPlistValues: entries([
        "BGTaskSchedulerPermittedIdentifiers": list(identifiers, "Info.plist:19"),
        "UIBackgroundModes": lines(["processing"], "Info.plist", from: 10),
      ]))
    let target = TargetFact(
      name: "App", kind: .app, location: at("p:1"), platforms: ["iOS"], configurations: [release])
    let yaml = PolicyImport.policies(of: AppFacts(targets: [target], code: []))[0].yaml
    #expect(yaml.contains("# TODO: "), "\(yaml)")
    #expect(yaml.contains("permittedIdentifiers:") == isWritten, "\(yaml)")
  }

  /// A handler that submits the next request late still submits the request. If code is reached in an unknown way, the code may belong to
  /// the handler.
  @Test(arguments: [
    ([Moment.handlerStart, .push], true, true), ([.handlerEnd, .push], true, true),
    ([.failure, .push], true, false), ([.push], true, false), ([.push], false, true),
  ])
  func handlersThatSubmitAreKnown(_ moments: [Moment], knowsMoments: Bool, reschedules: Bool) {
    let code = [
      fact(
        .taskRequest, "S.swift:8",
        ["identifier": text("com.example.sync", "S.swift:7"), "task": text("appRefresh", "S.swift:8")]),
      fact(
        .taskSubmission, "S.swift:9", moments: moments,
        [
          "identifier": text("com.example.sync", "S.swift:7"), "task": text("appRefresh", "S.swift:8"),
          "knowsMoments": bool(knowsMoments, "S.swift:9"),
        ]),
    ]
    #expect(Self.policy(code).yaml.contains("reschedule: true") == reschedules)
  }

  /// The starts of a download, by the moments at which the app starts it.
  struct Start: Sendable, CustomTestStringConvertible {
    var moments: [Moment]
    var tasks = ["refresh"]
    var knowsMoments = true
    var hasWatchHandler = false
    let expected: String?
    var testDescription: String {
      "\(moments.map(\.rawValue)) with \(tasks)\(hasWatchHandler ? " and a watch app" : "")"
    }
  }

  @Test(arguments: [
    Start(moments: [.handlerStart], expected: "startsTransfers: [libraryDownloads]  # S.swift:9"),
    Start(
      moments: [.handlerStart, .handlerEnd], expected: "startsTransfers: [libraryDownloads]  # S.swift:9"),
    Start(
      moments: [.handlerStart], tasks: ["refresh", "prune"], expected: "startedIn: background  # S.swift:9"),
    Start(moments: [.push], expected: "startsTransfers: [libraryDownloads]  # S.swift:9"),
    Start(moments: [.push, .handlerStart], expected: nil),
    Start(moments: [.userAction], expected: "startedIn: foreground  # S.swift:9"),
    Start(moments: [.backgroundEvents], tasks: [], expected: "startedIn: background  # S.swift:9"),
    Start(moments: [.handlerStart, .userAction], expected: nil),
    Start(moments: [.userAction], knowsMoments: false, expected: nil),
    Start(moments: [.handlerStart], knowsMoments: false, expected: nil),
    Start(
      moments: [.handlerStart], hasWatchHandler: true, expected: "startedIn: background  # S.swift:9"),
    Start(moments: [.launch], expected: nil), Start(moments: [], expected: nil),
  ])
  func transfersAreStartedAtCertainMoments(_ start: Start) {
    let identifier = text("com.example.app.library", "S.swift:1")
    var code = [
      fact(.session, "S.swift:1", ["type": text("background", "S.swift:1"), "identifier": identifier]),
      fact(.remoteNotification, "A.swift:5"),
      fact(
        .transfer, "S.swift:9", moments: start.moments,
        [
          "task": text("download", "S.swift:9"), "session": text("S.swift:1", "S.swift:9"),
          "knowsMoments": bool(start.knowsMoments, "S.swift:9"),
        ]),
    ]
    if start.hasWatchHandler {
      code.append(
        fact(
          .watchRefresh, "W.swift:4", moments: [.handlerStart], ["method": text("handle(_:)", "W.swift:4")]))
    }
    for (line, task) in start.tasks.enumerated() {
      let values: KeyValuePairs = [
        "identifier": text("com.example.app.\(task)", "T.swift:\(line)"),
        "task": text("appRefresh", "T.swift:\(line)"),
      ]
      code += [
        fact(.taskRegistration, "T.swift:\(line)", values), fact(.taskRequest, "T.swift:\(line)", values),
      ]
    }
    let yaml = Self.policy(code).yaml
    let found = yaml.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("start") }
    #expect(found.map(String.init) == [start.expected].compactMap(\.self), "\(yaml)")
  }

  @Test func transferOfOneOfSeveralSessionsAtALocationIsThatOfItsIdentifier() {
    let sessions = ["cheap", "any"].map {
      fact(
        .session, "S.swift:1",
        ["type": text("background", "S.swift:1"), "identifier": text("com.example.app.\($0)", "S.swift:1")])
    }
    func yaml(_ identifier: String?) -> String {
      var entries = [
        FactEntry("task", text("download", "S.swift:9")),
        FactEntry("session", text("S.swift:1", "S.swift:9")),
      ]
      if let identifier { entries.append(FactEntry("sessionIdentifier", text(identifier, "S.swift:1"))) }
      return Self.policy(sessions + [CodeFact(.transfer, at: entries[0].value.location, values: entries)])
        .yaml
    }
    #expect(yaml("com.example.app.cheap").contains("session: cheap"))
    #expect(yaml("com.example.app.any").contains("session: any"))
    #expect(!yaml(nil).contains("transfers:"))
  }

  @Test func transfersHaveTheHeadersOfEachRequest() {
    func transfer(_ line: Int, _ headers: [String]?, cellular: Bool?) -> CodeFact {
      let location = "S.swift:\(line)"
      var entries = [
        ("task", text("download", location)), ("session", text("S.swift:1", location)),
      ]
      if let cellular { entries.append(("allowsCellularAccess", bool(cellular, location))) }
      if let headers {
        let values = headers.map { text($0, "S.swift:\(line - 1)") }
        entries.append(("headers", FactValue(.list(values), .literal, at: values[0].location)))
      }
      return CodeFact(
        .transfer, at: entries[0].1.location, values: entries.map { FactEntry($0.0, $0.1) })
    }
    let session = fact(
      .session, "S.swift:1",
      ["type": text("background", "S.swift:1"), "identifier": text("com.example.app.library", "S.swift:1")])
    func keys(_ transfers: [CodeFact]) -> [String] {
      let lines = Self.policy([session] + transfers).yaml.split(separator: "\n")
      return lines.map { String($0.drop { $0 == " " }) }.filter {
        $0.contains("runtimeHeaders") || $0.contains("allowsCellularAccess")
      }
    }
    #expect(
      keys([
        transfer(9, ["Accept", "Authorization"], cellular: false),
        transfer(19, ["Authorization"], cellular: false),
      ]) == [
        "runtimeHeaders: [Authorization]  # S.swift:8, S.swift:18",
        "allowsCellularAccess: false  # S.swift:9, S.swift:19",
      ])
    #expect(keys([transfer(9, ["Accept"], cellular: nil), transfer(19, nil, cellular: nil)]) == [])
    #expect(
      keys([transfer(9, nil, cellular: false), transfer(19, nil, cellular: nil)])
        == ["# TODO: allowsCellularAccess: false at S.swift:9, but unset elsewhere"])
  }

  @Test func unknownHandlerMayBeTheOneThatStartsTransfers() {
    let code = [
      fact(
        .session, "S.swift:1",
        ["type": text("background", "S.swift:1"), "identifier": text("com.example.app.a", "S.swift:1")]),
      fact(
        .transfer, "S.swift:9", moments: [.handlerStart],
        [
          "task": text("download", "S.swift:9"), "session": text("S.swift:1", "S.swift:9"),
          "knowsMoments": bool(true, "S.swift:9"),
        ]),
      fact(
        .taskRegistration, "T.swift:1",
        ["identifier": text("com.example.app.b", "T.swift:1"), "task": text("appRefresh", "T.swift:1")]),
      fact(.taskRegistration, "T.swift:2", ["identifier": unresolved("name", "T.swift:2")]),
    ]
    let yaml = Self.policy(code).yaml
    #expect(!yaml.contains("startsTransfers"), "\(yaml)")
    #expect(yaml.contains("startedIn: background"), "\(yaml)")
  }
}
