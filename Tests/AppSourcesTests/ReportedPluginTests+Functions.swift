import Testing

/// Functions that packages call in the background.
extension ReportedPluginTests {
  private static let entry = "code-plugin-entry-point-missing"
  private static let mark = "@pragma('vm:entry-point')"

  private static func messaging(_ name: String, _ argument: String, _ others: String = "", isFound: Bool)
    -> SmallApp
  {
    flutter(
      name, modes: ["remote-notification"], identifiers: [], packages: ["firebase_messaging"],
      """
      import 'package:firebase_messaging/firebase_messaging.dart';
      \(others)
      void main() { FirebaseMessaging.onBackgroundMessage(\(argument)); }
      """, found: isFound ? [entry] : [], silent: isFound ? [] : [entry])
  }

  static let entryPointApps = [
    messaging("a closure for messages", "(message) async { print(message.messageId); }", isFound: true),
    messaging(
      "a function for messages without the annotation", "onMessage",
      "Future<void> onMessage(RemoteMessage message) async {}", isFound: true),
    messaging(
      "a method for messages without the annotation", "Messages.onMessage",
      "class Messages { static Future<void> onMessage(RemoteMessage message) async {} }", isFound: true),
    messaging(
      "a function for messages with the annotation", "onMessage",
      "\(mark)\nFuture<void> onMessage(RemoteMessage message) async {}", isFound: false),
    messaging(
      "a method for messages with two annotations", "Messages.onMessage",
      "class Messages { \(mark) @visibleForTesting static Future<void> onMessage(RemoteMessage message) async {} }",
      isFound: false),
    messaging("a function of another package", "onMessage", isFound: false),
    flutter(
      "a dispatcher without the annotation", identifiers: [refresh], packages: ["workmanager"],
      """
      import 'package:workmanager/workmanager.dart';
      void dispatch() { Workmanager().executeTask((task, data) => Future.value(true)); }
      void main() { Workmanager().initialize(dispatch, isInDebugMode: true); }
      """, found: [entry]),
    flutter(
      "a dispatcher with the annotation", identifiers: [refresh], packages: ["workmanager"],
      """
      import 'package:workmanager/workmanager.dart';
      \(mark) // Mandatory if the App is obfuscated
      void dispatch() { Workmanager().executeTask((task, data) => Future.value(true)); }
      void main() { Workmanager().initialize(dispatch, isInDebugMode: true); }
      """, silent: [entry]),
    flutter(
      "a service without the annotation", identifiers: ["dev.flutter.background.refresh"],
      packages: ["flutter_background_service"],
      """
      import 'package:flutter_background_service/flutter_background_service.dart';
      Future<bool> onIosBackground(ServiceInstance service) async { return true; }
      final configuration = IosConfiguration(autoStart: true, onBackground: onIosBackground);
      """, found: [entry]),
    downloader("a callback of downloads", "", isFound: true),
    downloader("a callback of downloads with the annotation", mark, isFound: false),
    action("an action of a notification", "", isFound: true),
    action("an action of a notification with the annotation", mark, isFound: false),
  ]

  private static func downloader(_ name: String, _ mark: String, isFound: Bool) -> SmallApp {
    flutter(
      name, modes: [], identifiers: [], packages: ["flutter_downloader"],
      """
      import 'package:flutter_downloader/flutter_downloader.dart';
      class Page {
        \(mark)
        static void onProgress(String id, int status, int progress) {}
        void start() { FlutterDownloader.registerCallback(onProgress); }
      }
      """, found: isFound ? [entry] : [], silent: isFound ? [] : [entry])
  }

  private static func action(_ name: String, _ mark: String, isFound: Bool) -> SmallApp {
    flutter(
      name, modes: [], identifiers: [], packages: ["flutter_local_notifications"],
      """
      import 'package:flutter_local_notifications/flutter_local_notifications.dart';
      \(mark)
      void onAction(NotificationResponse response) {}
      void start() {
        FlutterLocalNotificationsPlugin().initialize(const InitializationSettings(), onDidReceiveBackgroundNotificationResponse: onAction);
      }
      """, found: isFound ? [entry] : [], silent: isFound ? [] : [entry])
  }

  // MARK: - Timers, and modes that few functions use

  private static let timer = "code-timer-suspended"
  private static let unused = "code-mode-unused"

  private static func timers(_ name: String, modes: String = "[]", _ code: String, isFound: Bool) -> SmallApp
  {
    expo(
      name, packages: ["react-native-background-timer"], modes: modes,
      "import BackgroundTimer from 'react-native-background-timer';\n\(code)", found: isFound ? [timer] : [],
      silent: isFound ? [] : [timer])
  }

  private static func positions(_ name: String, _ dart: String, isFound: Bool) -> SmallApp {
    flutter(
      name, modes: ["location"], identifiers: [], packages: ["geolocator"],
      "import 'package:geolocator/geolocator.dart';\n\(dart)", found: isFound ? ["\(unused): location"] : [],
      silent: isFound ? [] : [unused])
  }

  static let usedModes = [
    timers("a timer that polls", "BackgroundTimer.runBackgroundTimer(() => poll(), 60000);", isFound: true),
    timers("an interval that polls", "BackgroundTimer.setInterval(() => poll(), 60000);", isFound: true),
    timers("a delay", "BackgroundTimer.setTimeout(() => save(), 500);", isFound: false),
    timers(
      "a timer in an app that follows a person", modes: #"["location"]"#,
      "BackgroundTimer.setInterval(() => poll(), 60000);", isFound: false),
    timers("a timer of JavaScript", "setInterval(() => poll(), 60000);", isFound: false),
    positions(
      "a position that is asked for once", "Future<Position> here() => Geolocator.getCurrentPosition();",
      isFound: true),
    positions(
      "a stream of positions", "void follow() { Geolocator.getPositionStream().listen((p) => print(p)); }",
      isFound: false),
  ]

  @Test(arguments: usedModes) func modesAreUsed(_ app: SmallApp) { app.expectFindings() }

  private static let finish = "code-plugin-finish-missing"

  private static func fetch(_ name: String, _ handler: String, _ others: String = "", isFound: Bool)
    -> SmallApp
  {
    expo(
      name, packages: ["react-native-background-fetch"],
      """
      import BackgroundFetch from 'react-native-background-fetch';
      \(others)
      export const start = () => BackgroundFetch.configure({ minimumFetchInterval: 15 }, \(handler), stop);
      """, found: isFound ? [finish] : [], silent: isFound ? [] : [finish])
  }

  static let finishApps = [
    fetch(
      "a task that nothing finishes", "async (id) => { await fetch('https://example.com'); }", isFound: true),
    fetch(
      "a task that only logs", "(id) => console.log(id)", "const finish = () => {};\nfinish();", isFound: true
    ),
    fetch("a task that the handler finishes", "async (id) => BackgroundFetch.finish(id)", isFound: false),
    fetch(
      "a task that a function finishes", "run",
      "const run = async (id) => { await sync(); BackgroundFetch.finish(id); };",
      isFound: false),
    flutter(
      "a task of Dart that nothing finishes", identifiers: ["com.transistorsoft.fetch"],
      packages: ["background_fetch"],
      """
      import 'package:background_fetch/background_fetch.dart';
      void main() { BackgroundFetch.configure(BackgroundFetchConfig(minimumFetchInterval: 15), (String id) async { print(id); }); }
      """, found: [finish]),
    flutter(
      "a task of Dart that the handler finishes", identifiers: ["com.transistorsoft.fetch"],
      packages: ["background_fetch"],
      """
      import 'package:background_fetch/background_fetch.dart';
      void main() { BackgroundFetch.configure(BackgroundFetchConfig(minimumFetchInterval: 15), (String id) async { BackgroundFetch.finish(id); }); }
      """, silent: [finish]),
  ]
}
