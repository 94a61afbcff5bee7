import Testing

/// Apps in JavaScript and Dart whose tasks or items of the keychain don't exist in the background, as in failures that developers reported.
/// Some apps are correct but look similar.
@Suite struct ReportedScriptTests {
  // MARK: - Tasks of Expo

  private static func task(_ name: String, _ file: String, _ app: String = "", isFound: Bool) -> SmallApp {
    let rule = "code-plugin-task-in-component"
    var expo = ReportedPluginTests.expo(
      name, packages: ["expo-task-manager"],
      "import { track } from './track';\n\(app)\nexport default function App() { track(); return null; }",
      found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
    expo.files["track.ts"] = "import * as TaskManager from 'expo-task-manager';\n\(file)"
    return expo
  }

  private static let track = "export function track() { TaskManager.defineTask('track', work); }"

  static let taskApps = [
    task("a task of a function that a component calls", track, isFound: true),
    task(
      "a task of an asynchronous function with a type",
      "export async function track(a: A[]): Promise<{ b: string }> { TaskManager.defineTask('track', work); }",
      isFound: true),
    task(
      "a task of an arrow", "export const track = (): void => { TaskManager.defineTask('t', f); };",
      isFound: true),
    task(
      "a task of an arrow without braces",
      "export const track = () => TaskManager.defineTask('t', f);\nexport const a = 1;",
      isFound: true),
    task(
      "a task of a callback in a hook",
      "export function useTrack() {\n  const track = useCallback(async () => { TaskManager.defineTask('t', f); }, []);\n  return { track };\n}",
      isFound: true),
    task("a function that a file calls", track, "track();", isFound: false),
    task("a function that its own file calls", track + "\ntrack();", isFound: false),
    task(
      "a function that a function of a file calls", track, "const setUp = () => { track(); };\nsetUp();",
      isFound: false),
    task(
      "a function that a condition calls", track, "if (Platform.OS !== 'web') { track(); }", isFound: false),
    task("a function that a file passes on", track, "register(track);", isFound: false),
    task(
      "a function by another name", track, "import { track as start } from './track';\nstart();",
      isFound: false),
    task("a function by the default name", "export default " + track.dropFirst(7), isFound: false),
    task(
      "a function of an object", "export const tasks = { track() { TaskManager.defineTask('t', f); } };",
      isFound: false),
    task(
      "a function of a class", "export class Tasks { track() { TaskManager.defineTask('t', f); } }",
      isFound: false),
    task(
      "a function that runs at once", "(async () => { TaskManager.defineTask('t', f); })();", isFound: false),
    task(
      "a function in a list", "import { track } from './track';\n" + track, "[track].forEach((f) => f());",
      isFound: false),
    task("brackets that do not match", track + "\n)", isFound: false),
  ]

  // MARK: - The keychain of Expo

  private static let locked = "code-data-locked"

  private static func secure(
    _ name: String, save: String = "SecureStore.setItemAsync('token', token)",
    load: String = "SecureStore.getItemAsync('token')", task: String = "await loadToken();",
    others: String = "", isFound: Bool
  ) -> SmallApp {
    var app = ReportedPluginTests.expo(
      name, packages: ["expo-task-manager", "expo-secure-store"],
      """
      import * as TaskManager from 'expo-task-manager';
      import { loadToken } from './auth';
      TaskManager.defineTask('sync', async () => {
        \(task)
      });
      export default function App() { return null; }
      """, found: isFound ? ["\(locked): AFTER_FIRST_UNLOCK"] : [], silent: isFound ? [] : [locked])
    app.files["auth.ts"] = """
      import * as SecureStore from 'expo-secure-store';
      \(others)
      export async function saveToken(token: string) {
        await \(save);
      }
      export const loadToken = async (): Promise<string | null> => {
        return \(load);
      };
      """
    return app
  }

  static let secureApps = [
    secure("a token with the default access", isFound: true),
    secure(
      "a token by a constant", save: "SecureStore.setItemAsync(KEY, token, { keychainService: 'a' })",
      load: "SecureStore.getItemAsync(KEY)", others: "const KEY = 'token';", isFound: true),
    secure(
      "a token when unlocked",
      save: "SecureStore.setItemAsync('token', token, { keychainAccessible: SecureStore.WHEN_UNLOCKED })",
      isFound: true),
    secure("a task by its name", task: "return await work(loadToken);", others: "", isFound: false),
    secure(
      "a token after the first unlock",
      save:
        "SecureStore.setItemAsync('token', token, { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK })",
      isFound: false),
    secure(
      "a token with options of run time", save: "SecureStore.setItemAsync('token', token, options)",
      isFound: false),
    secure(
      "a token with options of a constant", save: "SecureStore.setItemAsync('token', token, { ...options })",
      isFound: false),
    secure("another item", load: "SecureStore.getItemAsync('user')", isFound: false),
    secure(
      "an item that is saved twice",
      others:
        "export const again = (t) => SecureStore.setItemAsync('token', t, { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK });",
      isFound: false),
    secure("a task that reads nothing", task: "await work();", isFound: false),
    secure("a method of the same name", task: "await cache.loadToken();", isFound: false),
    secure("another package", load: "AsyncStorage.getItemAsync('token')", isFound: false),
  ]

  // MARK: - The keychain of Flutter

  private static func storage(
    _ name: String, make: String = "const FlutterSecureStorage()",
    read: String = "storage.read(key: 'token')",
    call: String = "await token();", others: String = "", isFound: Bool
  ) -> SmallApp {
    ReportedPluginTests.flutter(
      name, identifiers: ["com.transistorsoft.fetch"],
      packages: ["background_fetch", "flutter_secure_storage"],
      """
      import 'package:background_fetch/background_fetch.dart';
      import 'package:flutter_secure_storage/flutter_secure_storage.dart';
      final storage = \(make);
      Future<String?> token() => \(read);
      Future<void> sync(String id) async {
        \(call)
        BackgroundFetch.finish(id);
      }
      Future<void> login(String token) => storage.write(key: 'token', value: token);
      Future<void> main() async {
        await BackgroundFetch.configure(BackgroundFetchConfig(minimumFetchInterval: 15), sync, (id) => BackgroundFetch.finish(id));
      }
      \(others)
      """, found: isFound ? ["\(locked): first_unlock"] : [], silent: isFound ? [] : [locked])
  }

  static let storageApps = [
    storage("a token in Flutter", isFound: true),
    storage(
      "a token in Flutter with other options",
      make: "FlutterSecureStorage(aOptions: AndroidOptions(encryptedSharedPreferences: true))", isFound: true),
    storage(
      "a token in Flutter when unlocked",
      make: "FlutterSecureStorage(iOptions: IOSOptions(accessibility: KeychainAccessibility.unlocked))",
      isFound: true),
    storage(
      "a token in Flutter after the first unlock",
      make: "FlutterSecureStorage(iOptions: IOSOptions(accessibility: KeychainAccessibility.first_unlock))",
      isFound: false),
    storage(
      "a token in Flutter with options of a name", make: "FlutterSecureStorage(iOptions: options)",
      isFound: false),
    storage("a fetch in Flutter that reads nothing", call: "await work();", isFound: false),
    storage(
      "a token in Flutter that is written with options",
      others:
        "final again = storage.write(key: 'token', value: 'a', iOptions: IOSOptions(accessibility: KeychainAccessibility.first_unlock));",
      isFound: false),
    storage("a read of another object in Flutter", read: "preferences.read(key: 'token')", isFound: false),
  ]

  // MARK: - Locations

  private static let mode = "code-plugin-mode-missing"

  private static func geolocation(_ name: String, modes: String, _ code: String, isFound: Bool) -> SmallApp {
    let package = "@mauron85/react-native-background-geolocation"
    return ReportedPluginTests.expo(
      name, packages: [package], modes: modes, "import Tracker from '\(package)';\n\(code)",
      found: isFound ? ["\(mode): location"] : [], silent: isFound ? [] : [mode])
  }

  private static func location(_ name: String, modes: [String] = [], enable: String, isFound: Bool)
    -> SmallApp
  {
    ReportedPluginTests.flutter(
      name, modes: modes, identifiers: [], packages: ["location"],
      """
      import 'package:location/location.dart';
      final isOn = Location().enableBackgroundMode(enable: \(enable));
      """, found: isFound ? ["\(mode): location"] : [], silent: isFound ? [] : [mode])
  }

  static let locationApps = [
    geolocation(
      "a tracker without the mode", modes: "[]", "Tracker.configure({ desiredAccuracy: 0 });", isFound: true),
    geolocation(
      "a tracker with the mode", modes: #"["location"]"#, "Tracker.configure({ desiredAccuracy: 0 });",
      isFound: false),
    geolocation(
      "a tracker that is not configured", modes: "[]", "Tracker.removeAllListeners();", isFound: false),
    location("locations in the background without the mode", enable: "true", isFound: true),
    location(
      "locations in the background with the mode", modes: ["location"], enable: "true", isFound: false),
    location("locations in the foreground", enable: "false", isFound: false),
  ]

  @Test(arguments: taskApps + secureApps + storageApps + locationApps) func appHasItsFindings(_ app: SmallApp)
  {
    app.expectFindings()
  }
}
