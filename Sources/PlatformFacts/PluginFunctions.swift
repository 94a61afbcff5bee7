/// A function of a package for JavaScript or Dart, or of an Apple framework in Kotlin or C#, that works in the background.
package struct PluginFunction: Sendable {
  /// A language in which an app may call Apple's frameworks, or a dependency that calls them.
  package enum Language: String, CaseIterable, Sendable {
    case cSharp = "C#"
    case dart = "Dart"
    case javaScript = "JavaScript"
    case kotlin = "Kotlin"

    /// Whether code in the language calls Apple's frameworks directly, and not only through packages.
    package var callsFrameworks: Bool { self == .cSharp || self == .kotlin }
  }

  /// The argument that states the identifier of a task.
  package enum Identifier: Sendable {
    /// The first argument, with or without a label.
    case first
    /// The value with a name anywhere among the arguments.
    case named(String)
  }

  /// The language of the code that calls the function.
  package let language: Language
  /// The package that a file has to import; for Kotlin and C#, the framework.
  package let package: String
  /// The name of the function or type that is called.
  package let name: String
  /// The type or object before the dot in languages other than JavaScript; `nil` for any type or object.
  package var receiver: String?
  /// The name of an option that has to be true among the arguments; `nil` if every call counts.
  package var option: String?
  /// The argument with the identifier of a task, which the Info.plist has to permit.
  package var identifier: Identifier?
  /// The argument with a function of Dart that the package looks up by its name when the app is launched in the background.
  package var callback: Identifier?
  /// The argument with the name of a task, which one call defines and another registers.
  package var task: Identifier?
  /// Whether the call defines the task that it names; any other call registers it.
  package var definesTask = false
  /// The value of `UIBackgroundModes` that the call needs.
  package var mode: String?
  /// The value of `UIBackgroundModes` that the call uses if the app has it.
  package var usedMode: String?
  /// Whether the call starts a timer that repeats, and that ends with the time that the system gives an app in the background.
  package var isTimer = false
  /// The function of the same package that the code has to call when the work of this call has ended.
  package var counterpart: String?
  /// The function of the same package that the code has to call before.
  package var predecessor: String?
  /// Whether the function that the call passes runs in an engine of Flutter of its own, in which the app has to register plugins.
  package var runsApart = false
  /// Whether the call has to be in the global scope of a file, where it runs whenever the app is launched.
  package var isGlobal = false
}

extension PluginFunction {
  /// Whether no other well-known function has the function's name, so that a call by the name alone may
  /// define or register a task.
  package var isOfTaskAlone: Bool { task != nil && (definesTask ? isGlobal : name.hasSuffix("Async")) }
}

extension PlatformFacts {
  /// The functions for work in the background that code in other languages calls, in the order of their packages.
  package static let pluginFunctions: [Fact<PluginFunction>] =
    packageFunctions
    + taskRequests(.kotlin, "platform.BackgroundTasks", register: "registerForTaskWithIdentifier")
    + taskRequests(.cSharp, "BackgroundTasks", register: "Register")

  /// The functions of packages for JavaScript and Dart.
  private static let packageFunctions: [Fact<PluginFunction>] = [
    Fact(
      PluginFunction(
        language: .javaScript, package: "@capacitor/background-runner", name: "addEventListener",
        task: .first,
        definesTask: true), .reported, .capacitorBackgroundRunner),
    Fact(
      PluginFunction(
        language: .javaScript, package: "@mauron85/react-native-background-geolocation", name: "configure",
        mode: "location"), .reported, .mauronGeolocation),
    Fact(
      PluginFunction(
        language: .javaScript, package: "@notifee/react-native", name: "onBackgroundEvent", isGlobal: true),
      .reported, .notifeeEvents),
    Fact(
      PluginFunction(
        language: .dart, package: "background_fetch", name: "configure", receiver: "BackgroundFetch",
        counterpart: "finish"), .reported, .backgroundFetchInstallation),
    Fact(
      PluginFunction(
        language: .dart, package: "background_fetch", name: "finish", receiver: "BackgroundFetch"), .reported,
      .backgroundFetchInstallation),
    Fact(
      PluginFunction(
        language: .dart, package: "background_fetch", name: "TaskConfig", identifier: .named("taskId")),
      .reported,
      .backgroundFetchInstallation),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-audio", name: "setAudioModeAsync",
        option: "shouldPlayInBackground",
        mode: "audio"), .reported, .expoAudio),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-av", name: "setAudioModeAsync",
        option: "staysActiveInBackground",
        mode: "audio"), .reported, .expoAudio),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-background-fetch", name: "registerTaskAsync", task: .first),
      .reported, .expoBackgroundFetch),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-background-task", name: "registerTaskAsync", task: .first),
      .reported, .expoTaskManager),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-location", name: "startGeofencingAsync", task: .first),
      .reported, .expoLocation),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-location", name: "startLocationUpdatesAsync", task: .first,
        mode: "location"),
      .reported, .expoLocation),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-notifications", name: "registerTaskAsync", task: .first,
        mode: "remote-notification"),
      .reported, .expoNotifications),
    Fact(
      PluginFunction(
        language: .javaScript, package: "expo-task-manager", name: "defineTask", task: .first,
        definesTask: true,
        isGlobal: true), .reported,
      .expoTaskManager),
    Fact(
      PluginFunction(
        language: .dart, package: "geolocator", name: "AppleSettings",
        option: "allowBackgroundLocationUpdates",
        mode: "location"), .reported, .flutterGeolocator),
    Fact(
      PluginFunction(
        language: .dart, package: "geolocator", name: "getPositionStream", receiver: "Geolocator",
        usedMode: "location"), .reported, .flutterGeolocator),
    Fact(
      PluginFunction(
        language: .dart, package: "firebase_messaging", name: "onBackgroundMessage",
        receiver: "FirebaseMessaging", callback: .first,
        mode: "remote-notification"), .reported, .flutterFireMessaging),
    Fact(
      PluginFunction(
        language: .dart, package: "flutter_background_service", name: "IosConfiguration",
        callback: .named("onBackground")), .reported, .flutterBackgroundService),
    Fact(
      PluginFunction(
        language: .dart, package: "flutter_downloader", name: "registerCallback",
        receiver: "FlutterDownloader", callback: .first), .reported, .flutterDownloader),
    Fact(
      PluginFunction(
        language: .dart, package: "flutter_local_notifications", name: "initialize",
        callback: .named("onDidReceiveBackgroundNotificationResponse")), .reported,
      .flutterLocalNotifications),
    Fact(
      PluginFunction(
        language: .dart, package: "location", name: "enableBackgroundMode", option: "enable", mode: "location"
      ),
      .reported, .flutterLocation),
    Fact(
      PluginFunction(
        language: .dart, package: "just_audio_background", name: "init", receiver: "JustAudioBackground",
        mode: "audio"), .reported, .audioService),
    Fact(
      PluginFunction(
        language: .dart, package: "audio_service", name: "init", receiver: "AudioService", mode: "audio"),
      .reported,
      .audioService),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-track-player", name: "registerPlaybackService",
        mode: "audio"), .reported, .trackPlayer),
    Fact(
      PluginFunction(
        language: .javaScript, package: "@react-native-firebase/messaging",
        name: "setBackgroundMessageHandler",
        mode: "remote-notification", isGlobal: true), .reported, .reactFirebaseMessaging),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-background-fetch", name: "configure",
        counterpart: "finish"), .reported, .reactBackgroundFetch),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-background-fetch", name: "finish"), .reported,
      .reactBackgroundFetch),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-background-timer", name: "runBackgroundTimer",
        isTimer: true),
      .reported, .reactBackgroundTimer),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-background-timer", name: "setInterval", isTimer: true),
      .reported, .reactBackgroundTimer),
    Fact(
      PluginFunction(
        language: .javaScript, package: "react-native-background-fetch", name: "scheduleTask",
        identifier: .named("taskId")), .reported, .reactBackgroundFetch),
    Fact(
      PluginFunction(
        language: .dart, package: "workmanager", name: "initialize", receiver: "Workmanager", callback: .first
      ),
      .reported,
      .workmanagerTasks),
    // A variable may keep the object, so that the receiver has another name.
    Fact(
      PluginFunction(language: .dart, package: "workmanager", name: "initialize"), .reported,
      .workmanagerTasks),
    Fact(
      PluginFunction(language: .dart, package: "workmanager", name: "executeTask", runsApart: true),
      .reported,
      .workmanagerTasks),
    Fact(
      PluginFunction(
        language: .dart, package: "workmanager", name: "registerOneOffTask", predecessor: "initialize"),
      .reported, .workmanagerTasks),
    Fact(
      PluginFunction(
        language: .dart, package: "workmanager", name: "registerPeriodicTask", identifier: .first,
        predecessor: "initialize"), .reported,
      .workmanagerTasks),
    Fact(
      PluginFunction(
        language: .dart, package: "workmanager", name: "registerProcessingTask", identifier: .first,
        predecessor: "initialize"),
      .reported,
      .workmanagerTasks),
  ]

  /// The scheduler's functions as another language calls them.
  private static func taskRequests(
    _ language: PluginFunction.Language, _ package: String, register: String
  ) -> [Fact<PluginFunction>] {
    let functions: [(name: String, mode: String?)] = [
      ("BGAppRefreshTaskRequest", "fetch"), ("BGProcessingTaskRequest", "processing"), (register, nil),
    ]
    let completion = language == .kotlin ? "setTaskCompletedWithSuccess" : "SetTaskCompleted"
    return functions.map { name, mode in
      Fact(
        PluginFunction(
          language: language, package: package, name: name, identifier: .first, mode: mode,
          counterpart: name == register ? completion : nil),
        .documented, .taskSchedulerHeader)
    } + [
      Fact(
        PluginFunction(language: language, package: package, name: completion), .documented, .taskHeader)
    ]
  }
}

extension PlatformFacts {
  /// Names by which code in Dart uses packages that work through code of the system: a package's function or type, with the package.
  package static let pluginUses: Fact<[String: String]> = Fact(
    [
      "Battery": "battery_plus", "Connectivity": "connectivity_plus", "DeviceInfoPlugin": "device_info_plus",
      "Firebase": "firebase_core", "FlutterLocalNotificationsPlugin": "flutter_local_notifications",
      "FlutterSecureStorage": "flutter_secure_storage", "Geolocator": "geolocator",
      "PackageInfo": "package_info_plus", "SharedPreferences": "shared_preferences",
      "getApplicationDocumentsDirectory": "path_provider", "getApplicationSupportDirectory": "path_provider",
      "getTemporaryDirectory": "path_provider", "openDatabase": "sqflite",
    ], .reported, .workmanagerTasks)
}
