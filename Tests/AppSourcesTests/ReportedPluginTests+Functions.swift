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
  ]

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
