private let delegate = "App/AppDelegate.swift"
private let refresh = "App/Background/CardRefresh.swift"
private let cleanup = "App/Background/AlbumCleanup.swift"
private let uploads = "App/Background/CardUploads.swift"
private let drafts = "App/Drafts.swift"
private let inbox = "App/Inbox.swift"
private let share = "Share/ShareViewController.swift"
private let policy = "Postcards.bgpolicy.yaml"

extension SeededDefect {
  /// Mistakes in the app of UIKit.
  static let postcards: [SeededDefect] = tasks + chains + sessions + others + propertyLists

  // MARK: - Chains of launches, completion and expiration

  private static let chains = [
    SeededDefect(
      .postcards, "a refresh that only its own handler requests", in: delegate, "    refresh.schedule()\n",
      with: "",
      finds: ["\(refresh):17 code-task-never-started"]),
    SeededDefect(
      .postcards, "a registration that launch puts off", in: delegate, "    refresh.register()\n",
      with: "    DispatchQueue.main.async { self.refresh.register() }\n",
      finds: ["\(refresh):8 bg-register-late"]),
    SeededDefect(
      .postcards, "a registration at each launch and each return", in: delegate,
      "  func applicationWillResignActive(",
      with:
        "  func applicationDidBecomeActive(_ application: UIApplication) { cleanup.register() }\n\n  func applicationWillResignActive(",
      finds: ["\(cleanup):10 bg-register-repeated"]),
    SeededDefect(
      .postcards, "a push that is completed at once", in: delegate,
      "    Inbox.shared.fetch { hasNewCards in\n      completionHandler(hasNewCards ? .newData : .noData)\n    }\n",
      with: "    Inbox.shared.fetch { print($0) }\n    completionHandler(.newData)\n",
      finds: [":29 push-completed-early"]),
    SeededDefect(
      .postcards, "an expiration handler that only logs", in: cleanup,
      "task.expirationHandler = { operation.cancel() }",
      with: "task.expirationHandler = { print(\"The time is up\") }",
      finds: [":10 bg-expiration-missing"]),
    SeededDefect(
      .postcards, "a way out of a function that handles a task", in: cleanup,
      "    let operation = BlockOperation",
      with: "    guard queue.operationCount == 0 else { return }\n    let operation = BlockOperation",
      finds: [":28 bg-completion-missing"]),
    SeededDefect(
      .postcards, "an operation that nobody waits for", in: cleanup,
      "    operation.completionBlock = {\n      task.setTaskCompleted(success: !operation.isCancelled)\n    }\n    queue.addOperation(operation)\n",
      with: "    queue.addOperation(operation)\n    task.setTaskCompleted(success: true)\n",
      finds: [":10 bg-completed-early"]),
    SeededDefect(
      .postcards, "a background task that begins again", in: drafts,
      "    guard task == .invalid else { return }\n    task =",
      with: "    task =", finds: [":12 uitask-identifier-overwritten"]),
    SeededDefect(
      .postcards, "an expiration handler that ends nothing", in: drafts, "      self?.end()\n",
      with: "      print(self as Any)\n",
      finds: [":13 uitask-expiry-missing"]),
    SeededDefect(
      .postcards, "an expiration handler that ends its task too late", in: drafts, "      self?.end()\n",
      with: "      Task { @MainActor in self?.end() }\n", finds: [":13 uitask-expiry-missing"]),
  ]

  // MARK: - Tasks

  private static let tasks = [
    SeededDefect(
      .postcards, "no expiration handler", in: refresh,
      "    task.expirationHandler = {\n      fetch.cancel()\n    }\n",
      with: "", finds: [":8 bg-expiration-missing"]),
    SeededDefect(
      .postcards, "a way out without completion", in: refresh, "    schedule()\n    let fetch",
      with: "    schedule()\n    guard isSignedIn else { return }\n    let fetch",
      finds: [":25 bg-completion-missing"]),
    SeededDefect(
      .postcards, "a completion right after starting the work", in: cleanup, "      self.run(task)\n    }",
      with:
        "      task.expirationHandler = { self.queue.cancelAllOperations() }\n      Task { Album.removeUnusedPictures() }\n      task.setTaskCompleted(success: true)\n    }",
      finds: [":10 bg-completed-early"]),
    SeededDefect(
      .postcards, "registered when a scene becomes active", in: delegate,
      "application(\n    _ application: UIApplication,\n    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?\n  ) -> Bool {",
      with: "applicationDidBecomeActive(_ application: UIApplication) -> Bool {",
      finds: ["\(refresh):8 bg-register-late", "\(cleanup):10 bg-register-late"]),
    SeededDefect(
      .postcards, "registered twice", in: cleanup, "    BGTaskScheduler.shared.register(",
      with:
        "    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { $0.setTaskCompleted(success: true) }\n    BGTaskScheduler.shared.register(",
      finds: [":10 bg-expiration-missing", ":10 bg-handler-idle", ":11 bg-registered-twice"]),
    SeededDefect(
      .postcards, "an error that nobody sees", in: refresh,
      "    do {\n      try BGTaskScheduler.shared.submit(request)\n    } catch {\n      print(\"The refresh was not scheduled: \\(error)\")\n    }",
      with: "    try? BGTaskScheduler.shared.submit(request)", finds: [":16 bg-submit-error-ignored"]),
    SeededDefect(
      .postcards, "two submissions that share a catch", in: refresh,
      "      try BGTaskScheduler.shared.submit(request)\n",
      with:
        "      try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: AlbumCleanup.identifier))\n      try BGTaskScheduler.shared.submit(request)\n",
      finds: [":18 bg-submits-share-error"]),
    SeededDefect(
      .postcards, "another identifier", in: cleanup, "bundleIdentifier ?? \"\").cleanup",
      with: "bundleIdentifier ?? \"\").clean-up",
      finds: [
        ":5 code-task-undeclared", "\(policy):40 code-task-not-registered",
        "\(policy):40 code-task-not-submitted",
      ]),
    SeededDefect(
      .postcards, "another type", in: refresh, "BGAppRefreshTaskRequest", with: "BGProcessingTaskRequest",
      finds: [":14 code-task-type-differs"]),
    SeededDefect(
      .postcards, "registered by the extension", in: share, "  override func didSelectPost() {\n",
      with:
        "  override func didSelectPost() {\n    BGTaskScheduler.shared.register(forTaskWithIdentifier: \"com.example.postcards.refresh\", using: nil) { task in\n      task.expirationHandler = { self.cancel() }\n      task.setTaskCompleted(success: true)\n    }\n",
      finds: [":17 bg-register-in-extension", ":17 code-task-undeclared"]),
    SeededDefect(
      .postcards, "a request that is never submitted", in: cleanup,
      "      try BGTaskScheduler.shared.submit(request)\n", with: "      print(request)\n",
      finds: ["\(policy):40 code-task-not-submitted"]),
    SeededDefect(
      .postcards, "a request for another time", in: refresh, "4 * 60 * 60", with: "15 * 60",
      finds: [":15 code-task-differs"]),
    SeededDefect(
      .postcards, "a request that does not wait for power", in: cleanup,
      "    request.requiresExternalPower = true\n", with: "",
      finds: ["\(policy):43 code-task-differs"]),
    SeededDefect(
      .postcards, "a private method of the debugger", in: refresh, "  func schedule() {\n",
      with:
        "  func schedule() {\n    BGTaskScheduler.shared.perform(Selector((\"_simulateLaunchForTaskWithIdentifier:\")), with: Self.identifier)\n",
      finds: [":14 code-private-selector"]),
  ]

  // MARK: - Sessions

  private static let sessions = [
    SeededDefect(
      .postcards, "a session of another name", in: uploads, "\"com.example.postcards.cards\"",
      with: "\"com.example.postcards.letters\"",
      finds: [":6 code-session-undeclared", "\(policy):28 code-session-not-created"]),
    SeededDefect(
      .postcards, "a session that gives up earlier", in: uploads, "3 * 24 * 60 * 60", with: "60 * 60",
      finds: [":13 code-session-differs"]),
    SeededDefect(
      .postcards, "a session with a property at its default", in: uploads,
      "    configuration.allowsExpensiveNetworkAccess = false\n", with: "",
      finds: ["\(policy):30 code-session-differs"]),
    SeededDefect(
      .postcards, "a session without a delegate", in: uploads,
      "URLSession(configuration: configuration, delegate: self, delegateQueue: nil)",
      with: "URLSession(configuration: configuration)", finds: [":12 session-delegate-required"]),
    SeededDefect(
      .postcards, "a session that is new at each launch", in: uploads, "withIdentifier: Self.identifier)",
      with: "withIdentifier: UUID().uuidString)", finds: [":12 session-identifier-unstable"]),
    SeededDefect(
      .postcards, "a transfer with a completion handler", in: uploads, "fromFile: card)",
      with: "fromFile: card) { _, _, _ in print(\"sent\") }",
      finds: [":23 session-completion-handler-task"]),
    SeededDefect(
      .postcards, "a delegate of one transfer", in: uploads, "    task.resume()\n",
      with: "    task.delegate = self\n    task.resume()\n", finds: [":26 session-task-delegate"]),
    SeededDefect(
      .postcards, "a redirect that nobody is asked about", in: uploads,
      "  func urlSessionDidFinishEvents(",
      with:
        "  func urlSession(\n    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,\n    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void\n  ) {\n    completionHandler(nil)\n  }\n\n  func urlSessionDidFinishEvents(",
      finds: [":34 session-redirect-policy-ignored"]),
    SeededDefect(
      .postcards, "a session that is made again for its events", in: delegate,
      "  func applicationWillResignActive(",
      with:
        "  lazy var session = URLSession(\n    configuration: .background(withIdentifier: CardUploads.identifier), delegate: CardUploads.shared, delegateQueue: nil)\n\n  func applicationWillResignActive(",
      finds: ["\(uploads):12 session-made-twice"]),
    SeededDefect(
      .postcards, "a completion handler that is called at once", in: delegate,
      "    CardUploads.shared.completionHandlers[identifier] = completionHandler\n",
      with: "    completionHandler()\n", finds: [":33 handler-completion-early"]),
    SeededDefect(
      .postcards, "a header of the system", in: uploads, "\"Content-Type\"", with: "\"Content-Length\"",
      finds: [":22 code-reserved-header"]),
    SeededDefect(
      .postcards, "a delegate that waits", in: uploads, "    guard let error else { return }\n",
      with: "    sleep(1)\n    guard let error else { return }\n", finds: [":30 session-delegate-blocks"]),
    SeededDefect(
      .postcards, "no method for a session's events", in: delegate,
      "handleEventsForBackgroundURLSession identifier",
      with: "handleEventsForSession identifier", finds: ["\(uploads):12 session-launch-events-unhandled"]),
    SeededDefect(
      .postcards, "a completion handler that is dropped", in: delegate,
      "    CardUploads.shared.completionHandlers[identifier] = completionHandler\n", with: "",
      finds: [":33 handler-completion-missing"]),
    SeededDefect(
      .postcards, "a completion handler that nothing calls", in: uploads,
      "    DispatchQueue.main.async {\n      self.completionHandlers.removeValue(forKey: identifier)?()\n    }\n",
      with: "    print(identifier)\n", finds: ["\(delegate):33 handler-completion-missing"]),
  ]

  // MARK: - Other code

  private static let others = [
    SeededDefect(
      .postcards, "a background task without an expiration handler", in: drafts,
      "beginBackgroundTask(withName: \"Save drafts\") { [weak self] in\n      self?.end()\n    }",
      with: "beginBackgroundTask(withName: \"Save drafts\")", finds: [":13 uitask-expiry-missing"]),
    SeededDefect(
      .postcards, "a background task that nothing ends", in: drafts,
      "    UIApplication.shared.endBackgroundTask(task)\n", with: "",
      finds: [":13 uitask-expiry-missing", ":13 uitask-unbalanced"]),
    SeededDefect(
      .postcards, "no method for pushes", in: delegate, "fetchCompletionHandler completionHandler",
      with: "andThen completionHandler", finds: ["\(policy):55 code-push-not-handled"]),
    SeededDefect(
      .postcards, "a push that is not completed on every path", in: delegate,
      "    Inbox.shared.fetch { hasNewCards in\n",
      with: "    guard userInfo[\"kind\"] != nil else { return }\n    Inbox.shared.fetch { hasNewCards in\n",
      finds: [":28 push-completion-missing"]),
    SeededDefect(
      .postcards, "a file that is not part of the app any more", in: "Postcards.xcodeproj/project.pbxproj",
      "files = (B01, B02, B03, B04, B05, B06);", with: "files = (B01, B02, B03, B05, B06);",
      finds: ["\(policy):40 code-task-not-registered", "\(policy):40 code-task-not-submitted"]),
    SeededDefect(
      .postcards, "a launch handler that only debug builds have", in: cleanup,
      "    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: .main) { task in\n      guard let task = task as? BGProcessingTask else { return }\n      self.run(task)\n    }\n",
      with:
        "    #if DEBUG\n      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: .main) { task in\n        guard let task = task as? BGProcessingTask else { return }\n        self.run(task)\n      }\n    #endif\n",
      finds: ["\(policy):40 code-task-not-registered"]),
    SeededDefect(
      .postcards, "a background task that begins too late", in: delegate, "    refresh.schedule()\n",
      with:
        "    window?.tag = application.beginBackgroundTask(withName: \"Wait\", expirationHandler: finish).rawValue\n    application.endBackgroundTask(.invalid)\n    refresh.schedule()\n",
      finds: [":20 uitask-begun-too-late"]),
    SeededDefect(
      .postcards, "work that depends on the remaining time", in: drafts,
      "    task = UIApplication.shared.beginBackgroundTask",
      with:
        "    guard UIApplication.shared.backgroundTimeRemaining > 10 else { return }\n    task = UIApplication.shared.beginBackgroundTask",
      finds: [":13 uitask-logic-on-remaining"]),
    SeededDefect(
      .postcards, "background fetch, which the identifiers disable", in: delegate,
      "  func applicationDidEnterBackground(",
      with:
        "  func application(\n    _ application: UIApplication,\n    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void\n  ) {\n    completionHandler(.noData)\n  }\n\n  func applicationDidEnterBackground(",
      finds: [":19 code-legacy-fetch-dead", ":19 code-legacy-fetch-undeclared"]),
  ]

  // MARK: - Property lists

  private static let propertyLists = [
    SeededDefect(
      .postcards, "an identifier that is not permitted", in: "App/Info.plist",
      "\t\t<string>$(PRODUCT_BUNDLE_IDENTIFIER).cleanup</string>\n", with: "",
      finds: ["App/Info.plist:5 plist-identifier-missing"]),
    SeededDefect(
      .postcards, "an identifier of no task", in: "App/Info.plist",
      "\t\t<string>$(PRODUCT_BUNDLE_IDENTIFIER).cleanup</string>\n",
      with:
        "\t\t<string>$(PRODUCT_BUNDLE_IDENTIFIER).cleanup</string>\n\t\t<string>com.example.postcards.sync</string>\n",
      finds: [":9 plist-identifier-surplus"]),
    SeededDefect(
      .postcards, "a mode that is missing", in: "App/Info.plist", "\t\t<string>fetch</string>\n", with: "",
      finds: [":14 plist-mode-missing"]),
    SeededDefect(
      .postcards, "a mode that nothing needs", in: "App/Info.plist", "\t\t<string>fetch</string>\n",
      with: "\t\t<string>fetch</string>\n\t\t<string>location</string>\n",
      finds: [":17 plist-mode-surplus"]),
    SeededDefect(
      .postcards, "an extension without its group", in: "Share/Share.entitlements",
      "\t\t<string>group.com.example.postcards</string>\n", with: "",
      finds: [":5 entitlement-group-missing"]),
    SeededDefect(
      .postcards, "a group of nobody", in: "App/Postcards.entitlements",
      "\t\t<string>group.com.example.postcards</string>\n",
      with:
        "\t\t<string>group.com.example.postcards</string>\n\t\t<string>group.com.example.stamps</string>\n",
      finds: [":10 entitlement-group-surplus"]),
    SeededDefect(
      .postcards, "no entitlement for pushes", in: "App/Postcards.entitlements",
      "\t<key>aps-environment</key>\n\t<string>development</string>\n", with: "",
      finds: [":4 push-aps-environment"]),
    SeededDefect(
      .postcards, "files that a locked device does not open", in: "App/Postcards.entitlements",
      "\t<key>com.apple.security.application-groups</key>\n",
      with:
        "\t<key>com.apple.developer.default-data-protection</key>\n\t<string>NSFileProtectionComplete</string>\n\t<key>com.apple.security.application-groups</key>\n",
      finds: [":8 entitlement-data-protection"]),
  ]
}
