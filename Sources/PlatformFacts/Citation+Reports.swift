// Crashes, log lines and rejections as developers have reported them.
extension Citation {
  package static let rejectedRegistration = Citation(
    "multiplatform-work-manager, issue 8", "2025-12-12",
    at: "https://github.com/kprakash2/multiplatform-work-manager/issues/8")
  package static let secondRegistration = Citation(
    "flutter_background_geolocation, issue 1205", "2023-06-28",
    at: "https://github.com/transistorsoft/flutter_background_geolocation/issues/1205")
  package static let lateRegistration = Citation(
    "Shiny, issue 280", "2020-04-12", at: "https://github.com/shinyorg/shiny/issues/280")
  package static let unregisteredSubmission = Citation(
    "Expo, pull request 39769", "2025-09-17", at: "https://github.com/expo/expo/pull/39769")
  package static let backgroundRanging = Citation(
    "TiBeacons, issue 37", "read 2026-11-28", at: "https://github.com/jbeuckm/TiBeacons/issues/37")
  package static let engineRegistration = Citation(
    "flutter_background_fetch, issue 414", "read 2026-11-25",
    at: "https://github.com/transistorsoft/flutter_background_fetch/issues/414")
  package static let registrationAtEachUpload = Citation(
    "CommonsFinder, issue 50", "read 2026-11-25", at: "https://github.com/nylki/CommonsFinder/issues/50")
  package static let mainActorHandler = Citation(
    "VivaDicta, pull request 316", "read 2026-11-25", at: "https://github.com/n0an/VivaDicta/pull/316")
  package static let processingLogs = Citation(
    "Logs of two devices, Nextcloud for iOS, issues 2225 and 2321", "2023",
    at: "https://github.com/nextcloud/ios/issues/2225")
  package static let timerOnQueue = Citation(
    "phonegap-plugin-push, pull request 391", "read 2026-11-28",
    at: "https://github.com/phonegap/phonegap-plugin-push/pull/391")
  package static let silentAudio = Citation(
    "HysteriaPlayer, issue 126", "read 2026-11-28",
    at: "https://github.com/StreetVoice/HysteriaPlayer/issues/126")
  package static let endedAfterExpiration = Citation(
    "WordPress for iOS, pull request 21254", "read 2026-11-25",
    at: "https://github.com/wordpress-mobile/WordPress-iOS/pull/21254")
  package static let overwrittenIdentifier = Citation(
    "Mixpanel for iPhone, pull request 389", "read 2026-11-25",
    at: "https://github.com/mixpanel/mixpanel-iphone/pull/389")
  package static let uploadsUnderBackgroundTask = Citation(
    "ownCloud for iOS, issue 587", "read 2026-11-25", at: "https://github.com/owncloud/ios-app/issues/587")
  package static let pushCompletedAtOnce = Citation(
    "PushPlugin, issue 288", "read 2026-11-25", at: "https://github.com/phonegap-build/PushPlugin/issues/288")
  package static let watchTaskReport = Citation(
    "OctoPod, issue 387", "read 2026-11-25", at: "https://github.com/gdombiak/OctoPod/issues/387")
  package static let watchRefreshReport = Citation(
    "Home Assistant for iOS, issue 1191", "read 2026-11-25",
    at: "https://github.com/home-assistant/iOS/issues/1191")
  package static let delegateWithoutScenes = Citation(
    "flutter_foreground_task, pull request 378", "read 2026-11-25",
    at: "https://github.com/Dev-hwang/flutter_foreground_task/pull/378")
  package static let embeddedBinaryReport = Citation(
    "Provenance, issue 516", "2017-01-19", at: "https://github.com/Provenance-Emu/Provenance/issues/516")
  package static let illegalExtensionReport = Citation(
    "ppsideloader, issue 37", "2016-05-04", at: "https://github.com/eni9889/ppsideloader/issues/37")
  package static let bundlePrefixReport = Citation(
    "SideStore, issue 1475", "2026-09-05", at: "https://github.com/SideStore/SideStore/issues/1475")
  package static let wildcardHandlerReport = Citation(
    "Report on iOS 26.0 beta 7, Apple Developer Forums thread 799126", "2025",
    at: "https://developer.apple.com/forums/thread/799126")
  package static let continuedExpiration = Citation(
    "DTS engineer, Apple Developer Forums thread 818623", "2026",
    at: "https://developer.apple.com/forums/thread/818623")
  package static let cpuLimitReport = Citation(
    "react-native-background-fetch, issue 323", "2021-02-27",
    at: "https://github.com/transistorsoft/react-native-background-fetch/issues/323")
  package static let backgroundTasksOnMac = Citation(
    "Scout, pull request 1047", "2026-07-20", at: "https://github.com/kasianov-mikhail/scout/pull/1047")
  package static let protectedFileReport = Citation(
    "Cryptomator for iOS, issue 11", "2020-12-08", at: "https://github.com/cryptomator/ios/issues/11")

  package static let secondSessionLog = Citation(
    "AFNetworking, issue 3573", "2016-06-15", at: "https://github.com/AFNetworking/AFNetworking/issues/3573")
  package static let invalidatedSession = Citation(
    "Element for iOS, issue 490", "2016-08-01", at: "https://github.com/element-hq/element-ios/issues/490")
  package static let unreportedCall = Citation(
    "flutter_callkit_incoming, issue 405", "2023-12-01",
    at: "https://github.com/hiennguyen92/flutter_callkit_incoming/issues/405")
  package static let noPendingRequest = Citation(
    "react-native-background-fetch, issue 219", "2020-02-20",
    at: "https://github.com/transistorsoft/react-native-background-fetch/issues/219")
  package static let lockedKeychain = Citation(
    "Tivi, pull request 1451", "2023-08-04", at: "https://github.com/chrisbanes/tivi/pull/1451")
  package static let secondSessionDelegate = Citation(
    "TUSKit, issue 190", "2024-06-06", at: "https://github.com/tus/TUSKit/issues/190")
  package static let completionHandlerCrash = Citation(
    "swift-transformers, issue 341", "2026-04-14",
    at: "https://github.com/huggingface/swift-transformers/issues/341")
  package static let taskDelegateCrash = Citation(
    "AppsFlyerFramework, issue 204", "2022-05-11",
    at: "https://github.com/AppsFlyerSDK/AppsFlyerFramework/issues/204")
  package static let uploadFromData = Citation(
    "Alamofire, issue 2038", "2017-03-25", at: "https://github.com/Alamofire/Alamofire/issues/2038")
  package static let invalidScheme = Citation(
    "MZDownloadManager, issue 18", "2016-03-16",
    at: "https://github.com/mzeeshanid/MZDownloadManager/issues/18")
  package static let movedTooLate = Citation(
    "Cotabby, issue 30", "2026-04-22", at: "https://github.com/FuJacob/cotabby/issues/30")
  package static let blockedDelegateReport = Citation(
    "Open Radar 23478912", "2015-11-10", at: "https://github.com/lionheart/openradar-mirror/issues/6697")
  package static let eventsHandlerLog = Citation(
    "Expo, pull request 8599", "2020-06-01", at: "https://github.com/expo/expo/pull/8599")

  package static let pushHandlerLog = Citation(
    "WordPress for iOS, issue 22227", "2023-12-13",
    at: "https://github.com/wordpress-mobile/WordPress-iOS/issues/22227")
  package static let undeclaredModeLog = Citation(
    "Flutter, issue 30839", "2019-04-10", at: "https://github.com/flutter/flutter/issues/30839")
  package static let fetchHandlerLog = Citation(
    "cordova-plugin-background-fetch, issue 25", "2016-01-05",
    at: "https://github.com/transistorsoft/cordova-plugin-background-fetch/issues/25")
  package static let endedTaskLog = Citation(
    "Firebase iOS SDK, issue 3625", "2019-08-19",
    at: "https://github.com/firebase/firebase-ios-sdk/issues/3625")
  package static let disconnectedTransfer = Citation(
    "react-native-background-upload, issue 92", "2018-07-22",
    at: "https://github.com/Vydia/react-native-background-upload/issues/92")
  package static let abortedConnection = Citation(
    "AFNetworking, issue 4279", "2018-08-30",
    at: "https://github.com/AFNetworking/AFNetworking/issues/4279")
  package static let abortedFetch = Citation(
    "AFNetworking, issue 4321", "2018-11-15",
    at: "https://github.com/AFNetworking/AFNetworking/issues/4321")
  package static let uploadMustBeFile = Citation(
    "SwiftHTTP, issue 118", "2015-06-15", at: "https://github.com/daltoniam/SwiftHTTP/issues/118")
  package static let bluetoothRestoration = Citation(
    "FlutterBleLib, issue 530", "2020-09-28", at: "https://github.com/dotintent/FlutterBleLib/issues/530")
  package static let lockedKeychainItem = Citation(
    "KeychainAccess, issue 509", "2020-10-22",
    at: "https://github.com/kishikawakatsumi/KeychainAccess/issues/509")
  package static let expoLocationReport = Citation(
    "expo, issue 12958", "2021-05-18", at: "https://github.com/expo/expo/issues/12958")
  package static let expoTaskNotFound = Citation(
    "expo, issue 16969", "2022-04-08", at: "https://github.com/expo/expo/issues/16969")
  package static let flutterServiceReport = Citation(
    "flutter_background_service, issue 254", "2022",
    at: "https://github.com/ekasetiawans/flutter_background_service/issues/254")
  package static let workmanagerReport = Citation(
    "flutter_workmanager, issue 660", "2026-02-05",
    at: "https://github.com/fluttercommunity/flutter_workmanager/issues/660")
  package static let restorationMethod = Citation(
    "RZBluetooth, issue 35", "2016-09-16", at: "https://github.com/Rightpoint/RZBluetooth/issues/35")
  package static let unfinishedHealthUpdate = Citation(
    "Stack Overflow, question 30143280", "2015",
    at: "https://stackoverflow.com/questions/30143280")
  package static let missingPushEntitlementMail = Citation(
    "audio_service, issue 764", "2021-07-10", at: "https://github.com/ryanheise/audio_service/issues/764")
  package static let lockedFilesLog = Citation(
    "GRDB, issue 643", "2019-12-12", at: "https://github.com/groue/GRDB.swift/issues/643")
  package static let missingPushEntitlement = Citation(
    "FirebasePushNotificationPlugin, issue 181", "2018-09-12",
    at: "https://github.com/CrossGeeks/FirebasePushNotificationPlugin/issues/181")
  package static let liveActivityTokenReport = Citation(
    "Loop, issue 2532", "2026-09-22", at: "https://github.com/LoopKit/Loop/issues/2532")
  package static let firebaseTokenReport = Citation(
    "Firebase Apple SDK, issue 13950", "2024-10-22",
    at: "https://github.com/firebase/firebase-ios-sdk/issues/13950")
  package static let firebaseProxyReport = Citation(
    "flutterfire, issue 2854", "2020-07-09",
    at: "https://github.com/firebase/flutterfire/issues/2854")
  package static let suspendedTransferReport = Citation(
    "Metatext, issue 254", "2022-11-26", at: "https://github.com/metabolist/metatext/issues/254")
  package static let lostConnectionReport = Citation(
    "Apollo iOS, issue 1841", "2021-06-17", at: "https://github.com/apollographql/apollo-ios/issues/1841")
  package static let notificationExpiryReport = Citation(
    "IceCubesApp, issue 2447", "2026-03-09", at: "https://github.com/Dimillian/IceCubesApp/issues/2447")
  package static let soundWithoutModeReport = Citation(
    "Flutter-AssetsAudioPlayer, issue 168", "2020-06-07",
    at: "https://github.com/florent37/Flutter-AssetsAudioPlayer/issues/168")
  package static let leakedTaskLog = Citation(
    "Firebase iOS SDK, issue 8908", "2021-11-02",
    at: "https://github.com/firebase/firebase-ios-sdk/issues/8908")

  package static let extensionApplication = Citation(
    "DBDebugToolkit, issue 78", "2024-05-27", at: "https://github.com/dbukowski/DBDebugToolkit/issues/78")
  package static let swiftDiagnostics = Citation(
    "Swift compiler, DiagnosticsSema.def", "6.3",
    at: "https://github.com/swiftlang/swift/blob/main/include/swift/AST/DiagnosticsSema.def")

  package static let invalidModeRejection = Citation(
    "rclone-gui-ios, pull request 91", "2026-06-22",
    at: "https://github.com/VitalysRDT/rclone-gui-ios/pull/91")
  package static let missingIdentifiersRejection = Citation(
    "flutter_uploader, issue 59", "2020-06-22",
    at: "https://github.com/fluttercommunity/flutter_uploader/issues/59")
  package static let bundleIdentifierRejection = Citation(
    "JWT, issue 118", "2017-01-27", at: "https://github.com/yourkarma/JWT/issues/118")
  package static let bundleIdentifierWarning = Citation(
    "Tuist, issue 193", "2019-01-07", at: "https://github.com/tuist/tuist/issues/193")
  package static let voIPRejection = Citation(
    "react-native-jitsi-meet, issue 180", "2020-06-29",
    at: "https://github.com/skrafft/react-native-jitsi-meet/issues/180")
  package static let locationRejection = Citation(
    "background_locator, issue 302", "2022-01-12",
    at: "https://github.com/rekabhq/background_locator/issues/302")
}
