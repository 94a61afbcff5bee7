import Testing

/// Projects whose settings are not complete in a clone, after false findings that developers reported.
@Suite struct ReportedProjectTests {
  private static func app(
    _ name: String, modes: [String] = ["fetch"], bundleIdentifier: String = "com.example.app",
    list: String = "App/Info.plist", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: modes, identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          @Environment(\\.scenePhase) private var phase
          private static let refresh = (Bundle.main.bundleIdentifier ?? "") + ".refresh"
          var body: some Scene {
            WindowGroup { Text("A") }
              .onChange(of: phase) { if $0 == .background { submit() } }
              .backgroundTask(.appRefresh(Self.refresh)) { await submit() }
          }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: Self.refresh)) }
            catch { print(error) }
          }
        }
        """,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "16.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: "\(bundleIdentifier)", INFOPLIST_FILE: \(list) }
        """
      ], found: found, silent: silent)
  }

  static let apps = [
    app(
      "a bundle identifier with a setting that the clone lacks",
      bundleIdentifier: "$(BUNDLE_PREFIX).app$(BUNDLE_SUFFIX)", silent: ["*"]),
    app("a bundle identifier", silent: ["*"]),
    app(
      "an Info.plist whose path differs in the case of letters", modes: ["fetch", "audio"],
      list: "app/info.plist", found: ["code-mode-unused: audio"]),
    app(
      "an Info.plist whose path is that of the disk", modes: ["fetch", "audio"],
      found: ["code-mode-unused: audio"]),
  ]

  private static let missing = "bg-mode-processing-no-identifiers"

  private static func processing(
    _ name: String, modes: [String] = ["processing"], _ identifiers: [String], isFound: Bool
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: modes, identifiers: identifiers, found: isFound ? [missing] : [],
      silent: isFound ? [] : [missing, "suppression-unused"])
  }

  /// The Info.plist may permit identifiers that the project does not state.
  static let permittingApps = [
    processing("an identifier with a setting that the clone lacks", ["$(APP_ID).work"], isFound: false),
    processing("two such identifiers", ["$(APP_ID).work", "$(OTHER_ID)"], isFound: false),
    processing(
      "such an identifier, and a known one", ["$(APP_ID).work", "com.example.app.work"], isFound: false),
    processing("a known identifier", ["com.example.app.work"], isFound: false),
    processing("such an identifier without the mode", modes: ["fetch"], ["$(APP_ID).work"], isFound: false),
    processing("no identifier", [], isFound: true),
    processing("no identifier, and two modes", modes: ["fetch", "processing"], [], isFound: true),
  ]

  @Test(arguments: permittingApps) func openIdentifiersAreNoError(_ app: SmallApp) { app.expectFindings() }

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }

  /// A value that import leaves open stays visible as a comment.
  @Test func openSettingsAreComments() throws {
    let policy = try #require(Self.apps.first).policy
    #expect(policy.contains("# TODO: bundleIdentifier: the project does not state all of"), "\(policy)")
    #expect(policy.contains("# bgpolicy:ignore identifier-unresolved-variable -- "), "\(policy)")
  }
}
