// Public reports of background work on devices, from which measurements and parameters come.
extension Citation {
  /// 75 app refreshes and 68 pushes within 23.5 hours.
  package static let deltaChatLaunches = issue(
    "deltachat/deltachat-ios", 1_157, "Delta Chat for iOS", "2021-04-20")
  /// Wake-ups every ten minutes.
  package static let deltaChatGaps = issue(
    "deltachat/deltachat-ios", 1_444, "Delta Chat for iOS", "2022-01-23")
  /// App refreshes 16 to 25 minutes apart.
  package static let fetchGaps = issue(
    "transistorsoft/capacitor-background-fetch", 29, "capacitor-background-fetch", "2024-12")
  /// An app refresh every 24 hours.
  package static let dailyFetches = fetches(164, "2019-09-26")
  /// Up to two app refreshes a day.
  package static let rareFetches = fetches(14, "2016")
  /// Nine or ten app refreshes a day.
  package static let frequentFetches = fetches(108, "2018-09-18")
  /// No app refresh on days without use of the app.
  package static let fetchesWithUse = fetches(278, "2020-07-15")
  /// App refreshes every quarter of an hour.
  package static let ownTracksFetches = issue("owntracks/ios", 467, "OwnTracks for iOS", "2017")
  /// App refreshes every ten to twenty minutes.
  package static let nightguardFetches = issue("nightscout/nightguard", 275, "nightguard", "2024")
  /// App refreshes between a quarter of an hour and an hour apart.
  package static let varyingFetches = fetches(466, "2023-09-21")
  /// Processing tasks that run on power only.
  package static let tasksOnPower = fetches(230, "2020-03-13")
  /// Processing tasks of nearly five minutes.
  package static let powerSyncs = issue("MobiusSync/MobiusSync", 7, "Möbius Sync", "2021-01-20")
  /// Pushes that come in bursts.
  package static let pushBursts = issue(
    "firebase/quickstart-ios", 258, "Firebase quickstart for iOS", "2017-04-27")
  /// Processing tasks of five minutes.
  package static let zingoProcessing = issue(
    "zingolabs/zingo-mobile", 599, "Zingo", "2024")
  /// A gigabyte within ten minutes.
  package static let downloadedGigabyte = issue(
    "fluttercommunity/flutter_downloader", 400, "flutter_downloader", "2021")
  /// Five small files within half an hour.
  package static let slowDownloads = downloads(508, "2025")
  /// A hundred files that stop after twenty.
  package static let stoppedDownloads = downloads(454, "2025")
  /// An app that the system ends while the app submits 300 tasks.
  package static let handOver = downloads(153, "2023")
  /// Downloads that take ten times as long in a background session.
  package static let slowBackground = Citation(
    "PocketPal AI, pull request 127", "2024-12-03", at: "https://github.com/a-ghorbani/pocketpal-ai/pull/127")
  /// Downloads that slow down on a locked device.
  package static let lockedDownload = issue(
    "kesha-antonov/react-native-background-downloader", 5, "react-native-background-downloader", "2024")
  /// An upload within seconds of leaving the app.
  package static let uploadOnLeaving = issue(
    "mozilla-mobile/telemetry-ios", 7, "Mozilla telemetry for iOS", "2017")
  /// Uploads that restart at the request timeout.
  package static let requestTimeouts = issue("aws-amplify/aws-sdk-ios", 5_456, "AWS SDK for iOS", "2024")
  /// Launches after a force quit.
  package static let launchesAfterQuit = issue("immich-app/immich", 8_274, "Immich", "2024")
  /// App refreshes that expire after seconds.
  package static let earlyExpiry = Citation(
    "App refreshes that expire early, Apple Developer Forums thread 780956", "2025",
    at: "https://developer.apple.com/forums/thread/780956")
  /// Budgets of silent pushes, and the use of the app.
  package static let pushBudgets = Citation(
    "Apple engineer on background pushes, Apple Developer Forums thread 776933", "2025",
    at: "https://developer.apple.com/forums/thread/776933")

  /// An issue of a repository.
  private static func issue(
    _ repository: String, _ number: Int, _ title: String, _ edition: String
  ) -> Citation {
    Citation(
      "\(title), issue \(number)", edition, at: "https://github.com/\(repository)/issues/\(number)")
  }

  private static func fetches(_ number: Int, _ edition: String) -> Citation {
    issue(
      "transistorsoft/react-native-background-fetch", number, "react-native-background-fetch", edition)
  }

  private static func downloads(_ number: Int, _ edition: String) -> Citation {
    issue("781flyingdutchman/background_downloader", number, "background_downloader", edition)
  }
}
