import JSON
import PlatformFacts
import Testing

@testable import AppFacts

/// Facts that have a value of every kind.
private let everything: AppFacts = {
  let location = FactLocation(file: "Sources/App/AppDelegate.swift", line: 41, column: 5)
  let text = FactValue(.string("com.example.refresh"), .literal, at: location)
  let values = [
    FactEntry("identifier", text),
    FactEntry("exit", FactValue(.bool(true), .constant, at: location, expression: "Constants.isOn")),
    FactEntry("exit", FactValue(.null, .literal, at: location)),
    FactEntry("interval", FactValue(.number(900), .expression, at: location, expression: "15 * 60")),
    FactEntry("share", FactValue(.number(0.5), .parameter, at: location)),
    FactEntry("list", FactValue(.list([text]), .literal, at: location)),
    FactEntry("mapping", FactValue(.dictionary([FactEntry("key", text)]), .literal, at: location)),
    FactEntry(
      "delay",
      FactValue(
        nil, .unresolved, at: location, variants: [.init(["DEBUG"], text), .init(["!DEBUG", "BETA"], nil)])),
    FactEntry("family", FactValue(nil, .unresolved, at: location, expression: "name", pattern: "a.{name}")),
  ]
  return AppFacts(
    targets: [
      TargetFact(
        name: "App", kind: .app, location: FactLocation(file: "App.xcodeproj/project.pbxproj", line: 7),
        extensionPoint: "com.apple.share-services", platforms: ["iOS"],
        configurations: [
          ConfigurationFact(
            name: "Debug", bundleIdentifier: text, infoPlist: text, entitlements: text,
            deploymentTargets: [FactEntry("iOS", text)], settings: [FactEntry("NAME", text)],
            compilationConditions: ["DEBUG"], preprocessorDefinitions: ["DEBUG"],
            infoPlistValues: [FactEntry("UIBackgroundModes", text)],
            entitlementValues: [FactEntry("aps-environment", text)])
        ],
        defaultConfiguration: "Release", sources: [location.file], dependencies: ["Share"],
        packageProducts: ["Alamofire"])
    ],
    code: [
      CodeFact(
        .taskRequest, at: location, scope: ["AppDelegate", "schedule()"], conditions: ["DEBUG"],
        reach: .entryPoint, moments: [.launch, .handlerStart], values: values)
    ],
    files: [location.file],
    unread: [
      UnreadFact(FactLocation(file: "Deep.swift", line: 3), reason: "It is too deep", isRefused: true),
      UnreadFact(FactLocation(file: "Secrets.xcconfig"), reason: "It is not there"),
    ],
    packages: [
      PackageFact("FirebaseMessaging", .cocoaPods, at: FactLocation(file: "Podfile.lock", line: 2)),
      PackageFact("Kit", .swift, at: location, isRead: true),
    ],
    languages: [LanguageFact(.kotlin, count: 3, at: FactLocation(file: "shared/Tasks.kt"))])
}()

@Suite struct AppFactsJSONTests {
  @Test func readsWhatItWrites() throws {
    let text = everything.json.prettyText
    #expect(try AppFacts(JSONReader.read(Array(text.utf8))) == everything)
  }

  /// Numbers of lines and columns that no file has, and that would overflow when locations are computed.
  @Test(arguments: ["9223372036854775807", "-1", "2147483649", "1e300", "1.5"], ["line", "column"])
  func placesAreChecked(_ number: String, member: String) throws {
    let text = """
      {"version": 1, "targets": [], "code": [], "files": [], "unread": [
        {"location": {"file": "A.swift", "\(member)": \(number)}, "reason": "It is too deep"}]}
      """
    let json = try JSONReader.read(Array(text.utf8))
    let error = #expect(throws: FactsError.self) { try AppFacts(json) }
    #expect(error?.path == "unread[0].location.\(member)")
  }

  @Test func factsOfAnEarlierReaderHaveNoPackages() throws {
    let text = #"{"version": 1, "targets": [], "code": [], "files": [], "unread": []}"#
    let facts = try AppFacts(JSONReader.read(Array(text.utf8)))
    #expect(facts.packages == [] && facts.languages == [])
  }

  @Test(arguments: [
    (#"{"version": 2}"#, "version", "1"),
    (#"{"version": 1, "targets": 3}"#, "targets", "an array"),
    (#"{"version": 1, "targets": [], "code": [{"kind": "nothing"}]}"#, "code[0].kind", nil),
    (#"{"version": 1, "targets": [], "code": [{"kind": "session"}]}"#, "code[0].location", "a value"),
  ])
  func errorNamesTheMember(_ text: String, path: String, expected: String?) throws {
    let json = try JSONReader.read(Array(text.utf8))
    let error = #expect(throws: FactsError.self) { try AppFacts(json) }
    #expect(error?.path == path)
    if let expected { #expect(error?.expected == expected) }
  }
}
