// The source code and the installation guides of packages that work in the background.
extension Citation {
  package static let backgroundFetchInstallation = Citation(
    "flutter_background_fetch, help/INSTALL-IOS.md", "2026",
    at: "https://github.com/transistorsoft/flutter_background_fetch/blob/master/help/INSTALL-IOS.md")
  package static let backgroundFetchSource = Citation(
    "transistor-background-fetch, TSBackgroundFetch.m", "2026-04-21",
    at: "https://github.com/transistorsoft/transistor-background-fetch")
  package static let reactBackgroundFetch = Citation(
    "react-native-background-fetch, docs/INSTALL-AUTO-IOS.md", "2026",
    at: "https://github.com/transistorsoft/react-native-background-fetch/blob/master/docs/INSTALL-AUTO-IOS.md"
  )
  package static let backgroundGeolocation = Citation(
    "flutter_background_geolocation, help/INSTALL-IOS.md", "2026-04-20",
    at: "https://github.com/transistorsoft/flutter_background_geolocation/blob/master/help/INSTALL-IOS.md")
  package static let mauronGeolocation = Citation(
    "background-geolocation-ios, MAURLocationManager.m", "2018-05-21",
    at: "https://github.com/mauron85/background-geolocation-ios")
  package static let flutterLocation = Citation(
    "flutterlocation, LocationPlugin.m and README.md", "2026",
    at: "https://github.com/Lyokone/flutterlocation")
  package static let expoSecureStore = Citation(
    "Expo, SecureStore reference, keychainAccessible", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/securestore/")
  package static let flutterSecureStorage = Citation(
    "flutter_secure_storage, apple_options.dart", "2026",
    at: "https://github.com/juliansteenbakker/flutter_secure_storage")
  package static let expoBackgroundTask = Citation(
    "expo-background-task, BackgroundTaskConstants.swift", "2026",
    at: "https://github.com/expo/expo/tree/main/packages/expo-background-task")
  package static let expoBackgroundFetch = Citation(
    "Expo, BackgroundFetch reference, Configure UIBackgroundModes manually on iOS", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/background-fetch/")
  package static let expoLocation = Citation(
    "Expo, Location reference, Background location on iOS", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/location/")
  package static let expoAudio = Citation(
    "Expo, Audio reference, Playing audio in background", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/audio/")
  package static let expoNotifications = Citation(
    "Expo, Notifications reference, Background notification configuration", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/notifications/")
  package static let expoTaskManager = Citation(
    "Expo, TaskManager reference", "2026",
    at: "https://docs.expo.dev/versions/latest/sdk/taskmanager/")
  package static let capgoBackgroundTask = Citation(
    "@capgo/capacitor-background-task, iOS setup", "2026",
    at: "https://capgo.app/docs/plugins/background-task/ios/")
  package static let capacitor = Citation(
    "Capacitor 2, PushNotifications.swift and BackgroundTask.swift", "2020",
    at: "https://github.com/ionic-team/capacitor")
  package static let capacitorBackgroundRunner = Citation(
    "capacitor-background-runner, README.md and BackgroundRunner.swift", "2026-07-27",
    at: "https://github.com/ionic-team/capacitor-background-runner")
  package static let dp3tTasks = Citation(
    "dp3t-sdk-ios, DP3TBackgroundTaskManager.swift", "2021",
    at: "https://github.com/DP-3T/dp3t-sdk-ios")
  package static let workmanagerTasks = Citation(
    "flutter_workmanager, WorkmanagerPlugin.swift", "2026-08-04",
    at: "https://github.com/fluttercommunity/flutter_workmanager")
  package static let workmanagerPlugins = Citation(
    "flutter_workmanager, pull request 694 and issue 174", "2026-08-02",
    at: "https://github.com/fluttercommunity/flutter_workmanager/pull/694")
  package static let dartEntryPoints = Citation(
    "Dart VM, entry point pragmas", "2026",
    at: "https://github.com/dart-lang/sdk/blob/main/runtime/docs/compiler/aot/entry_point_pragma.md")
  package static let flutterBackgroundService = Citation(
    "flutter_background_service, SwiftFlutterBackgroundServicePlugin.swift", "2025-07-25",
    at: "https://github.com/ekasetiawans/flutter_background_service")
  package static let flutterDownloader = Citation(
    "flutter_downloader, FlutterDownloaderPlugin.m", "2025-01-23",
    at: "https://github.com/fluttercommunity/flutter_downloader")
  package static let backgroundDownloader = Citation(
    "background_downloader, UrlSessionDelegate.swift", "2026-02-26",
    at: "https://github.com/781flyingdutchman/background_downloader")
  package static let reactBackgroundDownloader = Citation(
    "react-native-background-downloader, README.md", "2026-07-24",
    at: "https://github.com/kesha-antonov/react-native-background-downloader")
  package static let audioService = Citation(
    "audio_service, README.md", "2024-02-07",
    at: "https://github.com/ryanheise/audio_service")
  package static let trackPlayer = Citation(
    "react-native-track-player, background-mode.md", "2025-09-03",
    at: "https://github.com/doublesymmetry/react-native-track-player")
  package static let flutterGeolocator = Citation(
    "geolocator, README.md", "2026-06-12",
    at: "https://github.com/Baseflow/flutter-geolocator")
  package static let flutterLocalNotifications = Citation(
    "flutter_local_notifications, README.md, Notification actions", "2026",
    at: "https://github.com/MaikuB/flutter_local_notifications")
  package static let notifeeEvents = Citation(
    "Notifee, Events, Background events", "2026",
    at: "https://notifee.app/react-native/docs/events")
  package static let reactBackgroundTimer = Citation(
    "react-native-background-timer, issues 43 and 272", "2022-05-16",
    at: "https://github.com/ocetnik/react-native-background-timer/issues/272")
  package static let reactCallKeep = Citation(
    "react-native-callkeep, docs/ios-installation.md", "2024-11-18",
    at: "https://github.com/react-native-webrtc/react-native-callkeep")
  package static let reactVoIPPush = Citation(
    "react-native-voip-push-notification, README.md and RNVoipPushNotificationManager.m", "3.3.3",
    at: "https://github.com/react-native-webrtc/react-native-voip-push-notification")
  package static let flutterCallKit = Citation(
    "flutter_callkit_incoming, README.md", "2026-08-11",
    at: "https://github.com/hiennguyen92/flutter_callkit_incoming")
  package static let reactPushNotification = Citation(
    "push-notification-ios, README.md", "2024-04-25",
    at: "https://github.com/react-native-push-notification/ios")
  package static let firebaseSwizzling = Citation(
    "Firebase, Get started with Firebase Cloud Messaging in Apple platform apps, Method swizzling", "2026",
    at: "https://firebase.google.com/docs/cloud-messaging/ios/client")
  package static let reactFirebaseMessaging = Citation(
    "react-native-firebase, docs/messaging/usage/ios-setup.mdx", "2026-08-21",
    at: "https://github.com/invertase/react-native-firebase")
  package static let flutterFireMessaging = Citation(
    "flutterfire, FLTFirebaseMessagingPlugin.m", "2026-08-21",
    at: "https://github.com/firebase/flutterfire")
  package static let firebaseMessaging = Citation(
    "Set up a Firebase Cloud Messaging client app on Apple platforms", "2026",
    at: "https://firebase.google.com/docs/cloud-messaging/ios/client")
  package static let firebaseAuth = Citation(
    "firebase-ios-sdk, AuthAPNSTokenManager.swift and AuthNotificationManager.swift", "2026-08-20",
    at: "https://github.com/firebase/firebase-ios-sdk")
  package static let oneSignalSetup = Citation(
    "OneSignal, iOS SDK setup", "2026",
    at: "https://documentation.onesignal.com/docs/ios-sdk-setup")
  package static let afNetworking = Citation(
    "AFNetworking 4, AFURLSessionManager.h", "2023-01-17",
    at: "https://github.com/AFNetworking/AFNetworking")
  package static let alamofire = Citation(
    "Alamofire 5, Session.swift", "2026-05-04",
    at: "https://github.com/Alamofire/Alamofire")
  package static let transferUtility = Citation(
    "AWSS3TransferUtility, a maintainer in aws-sdk-ios, issue 1047", "2018-09-28",
    at: "https://github.com/aws-amplify/aws-sdk-ios/issues/1047")
  package static let nextcloudKit = Citation(
    "NextcloudKit, NKSession.swift", "2026-07-23",
    at: "https://github.com/nextcloud/NextcloudKit")
}
