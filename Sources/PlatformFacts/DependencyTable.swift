extension PlatformFacts {
  /// The packages and frameworks whose work in the background their source code or installation guide states, in the order of
  /// their names.
  package static let dependencies: [Fact<Dependency>] =
    backgroundTaskDependencies + frameworkDependencies
    + transferDependencies + pushDependencies + mediaAndLocationDependencies
}

// MARK: - Background tasks

private let backgroundTaskDependencies: [Fact<Dependency>] = [
  Fact(
    Dependency(
      name: "@capgo/capacitor-background-task",
      packages: ["@capgo/capacitor-background-task", "CapgoCapacitorBackgroundTask"], modules: [],
      tasks: [
        DependencyTask(
          pattern: "app.capgo.backgroundtask.processing", dependency: "@capgo/capacitor-background-task",
          mode: "processing")
      ], modes: ["processing"], requiredModes: ["processing"]), .reported, .capgoBackgroundTask),
  // The identifier is the runner's label in the configuration of Capacitor.
  Fact(
    Dependency(
      name: "@capacitor/background-runner",
      packages: ["@capacitor/background-runner", "CapacitorBackgroundRunner"],
      modules: ["CapacitorBackgroundRunner"],
      modes: ["fetch", "processing", "remote-notification", "location"],
      requiredModes: ["fetch", "processing"],
      registrations: [
        DependencyRegistration(
          type: "BackgroundRunnerPlugin", member: "registerBackgroundTask", label: nil, task: "appRefresh")
      ]), .reported, .capacitorBackgroundRunner),
  Fact(
    Dependency(
      name: "DP3T SDK", packages: ["DP3TSDK", "DP3TSDK_CALIBRATION"], modules: ["DP3TSDK"],
      tasks: [
        DependencyTask(
          pattern: "org.dpppt.exposure-notification", dependency: "DP3T SDK", mode: "processing"),
        DependencyTask(pattern: "org.dpppt.refresh", dependency: "DP3T SDK", mode: "fetch"),
      ], modes: ["fetch", "processing"]), .reported, .dp3tTasks),
  Fact(
    Dependency(
      name: "Exposure Notification", packages: [], modules: ["ExposureNotification"],
      modes: ["fetch", "processing"]), .reported, .exposureNotificationApps),
  Fact(
    Dependency(
      name: "expo-background-task", packages: ["expo-background-task", "ExpoBackgroundTask"],
      modules: ["ExpoBackgroundTask"],
      tasks: [
        DependencyTask(
          pattern: "com.expo.modules.backgroundtask.processing", dependency: "expo-background-task",
          mode: "processing")
      ], modes: ["processing"], requiredModes: ["processing"]), .reported, .expoBackgroundTask),
  Fact(
    Dependency(
      name: "expo-background-fetch", packages: ["expo-background-fetch", "ExpoBackgroundFetch"],
      modules: ["EXBackgroundFetch", "ExpoBackgroundFetch"], modes: ["fetch"], requiredModes: ["fetch"]),
    .reported, .expoBackgroundFetch),
  // The module of every Expo package that runs a task in the background.
  Fact(
    Dependency(
      name: "expo-task-manager",
      packages: ["expo-task-manager", "EXTaskManager", "ExpoTaskManager"],
      modules: ["EXTaskManager", "ExpoTaskManager"],
      modes: ["fetch", "location", "remote-notification", "bluetooth-central"]), .reported, .expoTaskManager),
  Fact(
    Dependency(
      name: "flutter_background_service",
      packages: ["flutter_background_service", "flutter_background_service_ios"],
      modules: ["flutter_background_service", "flutter_background_service_ios"],
      tasks: [
        DependencyTask(
          pattern: "dev.flutter.background.refresh", dependency: "flutter_background_service", mode: "fetch")
      ], modes: ["fetch"], requiredIdentifier: "dev.flutter.background.refresh",
      registrations: [
        DependencyRegistration(
          type: "SwiftFlutterBackgroundServicePlugin", member: "taskIdentifier", label: nil, isProperty: true,
          task: "appRefresh")
      ]), .reported, .flutterBackgroundService),
  Fact(
    Dependency(
      name: "react-native-background-fetch and its siblings",
      packages: [
        "background_fetch", "react-native-background-fetch", "RNBackgroundFetch", "TSBackgroundFetch",
        "cordova-plugin-background-fetch", "@transistorsoft/capacitor-background-fetch",
        "TransistorsoftCapacitorBackgroundFetch", "CordovaBackgroundFetch",
      ],
      modules: ["background_fetch", "BackgroundFetch", "RNBackgroundFetch", "TSBackgroundFetch"],
      tasks: [
        DependencyTask(
          pattern: "com.transistorsoft.fetch", dependency: "react-native-background-fetch and its siblings",
          mode: "fetch"),
        // The dependency registers every permitted identifier that has its prefix, as a processing task.
        DependencyTask(
          pattern: "com.transistorsoft.*", dependency: "react-native-background-fetch and its siblings",
          mode: "processing"),
      ], modes: ["fetch", "processing"], requiredModes: ["fetch"],
      requiredIdentifier: "com.transistorsoft.fetch",
      registrations: [
        // The plugins for Flutter and Cordova make this call themselves.
        DependencyRegistration(
          type: "TSBackgroundFetch", member: "didFinishLaunching", label: nil, instance: "sharedInstance",
          identifier: "com.transistorsoft.fetch",
          packages: ["react-native-background-fetch", "RNBackgroundFetch"], task: "appRefresh")
      ]), .reported, .backgroundFetchInstallation, .backgroundFetchSource, .reactBackgroundFetch),
  Fact(
    Dependency(
      name: "workmanager for Flutter", packages: ["workmanager", "workmanager_apple", "flutter_workmanager"],
      modules: ["workmanager", "workmanager_apple", "flutter_workmanager"],
      tasks: [
        DependencyTask(
          pattern: "workmanager.background.task", dependency: "workmanager for Flutter", mode: "processing")
      ], modes: ["fetch", "processing"],
      registrations: [
        DependencyRegistration(
          type: "WorkmanagerPlugin", member: "registerPeriodicTask", label: "withIdentifier",
          task: "appRefresh"),
        DependencyRegistration(
          type: "WorkmanagerPlugin", member: "registerBGProcessingTask", label: "withIdentifier",
          task: "processing"),
        DependencyRegistration(
          type: "WorkmanagerPlugin", member: "registerTask", label: "withIdentifier", task: "processing"),
        DependencyRegistration(
          type: "WorkmanagerPlugin", member: "registerBGHealthResearchTask", label: "withIdentifier",
          task: "healthResearch"),
        // Since version 0.9.5, this call registers the tasks that Dart has scheduled in an earlier launch.
        DependencyRegistration(
          type: "WorkmanagerPlugin", member: "registerLaunchHandlers", label: nil, task: nil),
      ]), .reported, .workmanagerTasks),
]

// MARK: - Frameworks

private let frameworkDependencies: [Fact<Dependency>] = [
  // Versions before 3 contain the plugin for pushes.
  Fact(
    pushes(
      "Capacitor", packages: ["Capacitor", "CapacitorCordova", "capacitor-swift-pm"],
      modules: ["Capacitor"]), .reported, .capacitor)
]

// MARK: - Background sessions

private let transferDependencies: [Fact<Dependency>] = [
  Fact(
    Dependency(
      name: "AFNetworking", packages: ["AFNetworking"], modules: ["AFNetworking"], sessions: .ofTheApp),
    .reported, .afNetworking),
  Fact(
    Dependency(
      name: "Alamofire", packages: ["Alamofire"], modules: ["Alamofire"], sessions: .noneInBackground),
    .reported, .alamofire),
  Fact(
    Dependency(
      name: "AWSS3TransferUtility", packages: ["AWSS3"], modules: ["AWSS3"], sessions: .own), .reported,
    .transferUtility),
  Fact(
    Dependency(
      name: "background_downloader", packages: ["background_downloader"], modules: ["background_downloader"],
      sessions: .own), .reported, .backgroundDownloader),
  Fact(
    Dependency(
      name: "flutter_downloader", packages: ["flutter_downloader"], modules: ["flutter_downloader"],
      sessions: .own), .reported, .flutterDownloader),
  Fact(
    Dependency(
      name: "NextcloudKit", packages: ["NextcloudKit"], modules: ["NextcloudKit"], sessions: .own), .reported,
    .nextcloudKit),
  Fact(
    Dependency(
      name: "react-native-background-downloader",
      packages: [
        "@kesha-antonov/react-native-background-downloader", "react-native-background-downloader",
        "RNBackgroundDownloader",
      ], modules: ["RNBackgroundDownloader"], sessions: .own), .reported, .reactBackgroundDownloader),
]

// MARK: - Pushes

/// A dependency that registers for remote notifications and may receive silent pushes, with its modes and entitlements.
private func pushes(
  _ name: String, packages: [String], modules: [String], modes: Set<String> = ["remote-notification"]
) -> Dependency {
  Dependency(
    name: name, packages: packages, modules: modules, modes: modes,
    entitlements: [PlatformFacts.pushEntitlement.value, PlatformFacts.macPushEntitlement.value])
}

private let pushDependencies: [Fact<Dependency>] = [
  Fact(
    pushes("CloudKit", packages: [], modules: ["CloudKit", "NSPersistentCloudKitContainer"]), .documented,
    .pushingUpdates),
  Fact(
    pushes(
      "Firebase Authentication",
      packages: [
        "FirebaseAuth", "Firebase/Auth", "firebase_auth", "@react-native-firebase/auth", "RNFBAuth",
      ],
      modules: ["FirebaseAuth"], modes: ["fetch", "remote-notification"]), .reported, .firebaseAuth),
  Fact(
    pushes(
      "Firebase Cloud Messaging",
      packages: [
        "FirebaseMessaging", "Firebase/Messaging", "firebase_messaging", "@react-native-firebase/messaging",
        "RNFBMessaging",
      ], modules: ["FirebaseMessaging", "firebase_messaging", "RNFBMessaging"],
      modes: ["fetch", "remote-notification"]), .reported, .firebaseMessaging, .flutterFireMessaging,
    .reactFirebaseMessaging),
  Fact(
    pushes(
      "OneSignal",
      packages: [
        "OneSignal", "OneSignalFramework", "OneSignalXCFramework", "OneSignal/OneSignal", "onesignal_flutter",
        "react-native-onesignal", "onesignal-expo-plugin",
      ], modules: ["OneSignal", "OneSignalFramework"]), .reported, .oneSignalSetup),
  Fact(
    pushes(
      "push-notification-ios",
      packages: ["@react-native-community/push-notification-ios", "RNCPushNotificationIOS"],
      modules: ["RNCPushNotificationIOS"]), .reported, .reactPushNotification),
]

// MARK: - Audio, calls and location

private let mediaAndLocationDependencies: [Fact<Dependency>] = [
  Fact(
    Dependency(
      name: "audio_service", packages: ["audio_service", "just_audio_background"], modules: ["audio_service"],
      modes: ["audio"]), .reported, .audioService),
  Fact(
    Dependency(
      name: "background geolocation by Transistor Software",
      packages: [
        "flutter_background_geolocation", "react-native-background-geolocation", "RNBackgroundGeolocation",
        "TSLocationManager", "cordova-background-geolocation-lt",
        "@transistorsoft/capacitor-background-geolocation",
      ], modules: ["TSLocationManager", "flutter_background_geolocation", "RNBackgroundGeolocation"],
      // The guide lists audio only for the sounds of debugging, with which App Review has rejected apps.
      modes: ["fetch", "location", "processing"]), .reported, .backgroundGeolocation),
  // The plugin for Cordova adds the mode by itself.
  Fact(
    Dependency(
      name: "background geolocation by mauron85",
      packages: [
        "@mauron85/react-native-background-geolocation", "react-native-mauron85-background-geolocation",
        "cordova-plugin-mauron85-background-geolocation", "@mauron85/cordova-plugin-background-geolocation",
      ], modules: [], modes: ["location"]), .reported, .mauronGeolocation),
  Fact(
    Dependency(
      name: "flutter_callkit_incoming", packages: ["flutter_callkit_incoming"],
      modules: ["flutter_callkit_incoming"],
      modes: ["audio", "remote-notification", "voip"]), .reported, .flutterCallKit),
  // Only a stream of positions uses the mode, as the table of functions says.
  Fact(
    Dependency(
      name: "geolocator", packages: ["geolocator", "geolocator_apple"], modules: ["geolocator_apple"],
      modes: []), .reported, .flutterGeolocator),
  Fact(
    Dependency(
      name: "location for Flutter", packages: ["location"], modules: ["location"], modes: ["location"]),
    .reported, .flutterLocation),
  Fact(
    Dependency(
      name: "react-native-callkeep", packages: ["react-native-callkeep", "RNCallKeep"],
      modules: ["RNCallKeep"],
      modes: ["audio", "voip"]), .reported, .reactCallKeep),
  Fact(
    Dependency(
      name: "react-native-track-player", packages: ["react-native-track-player"], modules: [],
      modes: ["audio"]),
    .reported, .trackPlayer),
]
