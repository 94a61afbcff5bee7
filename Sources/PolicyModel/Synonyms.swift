/// Names from Apple, Xcode and other tools for the names of the language.
enum Synonyms {
  /// The names among `names` that a word can mean.
  static func meanings(of word: String, among names: [String]) -> [String] {
    (folded[Suggestion.fold(word)] ?? []).filter(names.contains)
  }

  /// The meanings by the folded words. A policy may have many words that no key has.
  private static let folded = Dictionary(table.map { (Suggestion.fold($0.word), $0.meanings) }) { first, _ in
    first
  }

  /// Words, with the names that they can mean.
  static let table: [(word: String, meanings: [String])] =
    [
      // Sections
      ("BGTaskSchedulerPermittedIdentifiers", ["permittedIdentifiers"]),
      ("UIBackgroundModes", ["backgroundModes"]), ("modes", ["backgroundModes"]),
      ("URLSession", ["sessions"]), ("URLSessionConfiguration", ["sessions"]), ("BGTaskRequest", ["tasks"]),
      ("BGTasks", ["tasks"]), ("notifications", ["pushes"]),
      ("remoteNotifications", ["pushes", "remote-notification"]),
      ("downloads", ["transfers"]), ("uploads", ["transfers"]), ("extensions", ["targets"]),
      // The app
      ("CFBundleIdentifier", ["bundleIdentifier"]), ("PRODUCT_BUNDLE_IDENTIFIER", ["bundleIdentifier"]),
      ("bundleId", ["bundleIdentifier"]), ("CFBundleName", ["name"]), ("platforms", ["deploymentTarget"]),
      ("MinimumOSVersion", ["deploymentTarget"]), ("INFOPLIST_FILE", ["infoPlist"]),
      ("CODE_SIGN_ENTITLEMENTS", ["entitlements"]),
      ("com.apple.security.application-groups", ["appGroups"]),
      // Tasks
      ("BGAppRefreshTask", ["appRefresh"]), ("BGAppRefreshTaskRequest", ["appRefresh"]),
      ("refresh", ["appRefresh"]),
      ("BGProcessingTask", ["processing"]), ("BGProcessingTaskRequest", ["processing"]),
      ("BGContinuedProcessingTask", ["continuedProcessing"]),
      ("BGContinuedProcessingTaskRequest", ["continuedProcessing"]), ("continued", ["continuedProcessing"]),
      ("BGHealthResearchTask", ["healthResearch"]), ("BGHealthResearchTaskRequest", ["healthResearch"]),
      ("earliestBeginDate", ["earliestBegin"]), ("requiresPower", ["requiresExternalPower"]),
      ("requiresCharging", ["requiresExternalPower"]), ("requiresNetwork", ["requiresNetworkConnectivity"]),
      // Sessions and transfers
      ("allowsCellular", ["allowsCellularAccess"]), ("allowsExpensive", ["allowsExpensiveNetworkAccess"]),
      ("allowsConstrained", ["allowsConstrainedNetworkAccess"]), ("discretionary", ["isDiscretionary"]),
      ("timeout", ["timeoutIntervalForRequest", "timeoutIntervalForResource"]),
      ("timeoutInterval", ["timeoutIntervalForRequest"]), ("resourceTimeout", ["timeoutIntervalForResource"]),
      ("requestTimeout", ["timeoutIntervalForRequest"]), ("container", ["sharedContainerIdentifier"]),
      ("maxConnections", ["httpMaximumConnectionsPerHost"]), ("serviceType", ["networkServiceType"]),
      ("interval", ["every"]), ("period", ["every"]), ("repeats", ["every"]), ("bytes", ["size"]),
      ("items", ["count"]), ("url", ["endpoint"]),
      // Budgets
      ("median", ["p50"]), ("average", ["mean"]),
      // Background modes as in Xcode and in documentation
      ("background-fetch", ["fetch"]), ("background-processing", ["processing"]), ("voice", ["voip"]),
      ("voice-over-ip", ["voip"]), ("bluetooth", ["bluetooth-central"]), ("push", ["remote-notification"]),
      ("airplay", ["audio"]), ("picture-in-picture", ["audio"]), ("gps", ["location"]),
      ("location-updates", ["location"]), ("accessory", ["external-accessory"]),
    ]
    + Figure.limited.flatMap { figure in
      (figure.limit?.synonyms ?? []).map { ($0, [figure.name]) }
    }
}
