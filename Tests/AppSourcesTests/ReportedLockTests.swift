import Testing

/// Files that are locked with the device, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedLockTests {
  private static let rule = "code-data-locked"

  // MARK: - Objective-C

  private static func file(
    _ name: String, protects: String, reads path: String = "[self storePath]", isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (NSString *)storePath { return [NSTemporaryDirectory() stringByAppendingPathComponent:@"inbox"]; }
        - (NSString *)cachePath { return [NSTemporaryDirectory() stringByAppendingPathComponent:@"cache"]; }
        \(protects)
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          [application registerForRemoteNotifications];
          [self save:[NSData data]];
          return YES;
        }
        - (void)application:(UIApplication *)application
            didReceiveRemoteNotification:(NSDictionary *)userInfo
                  fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
          NSData *data = [NSData dataWithContentsOfFile:\(path)];
          completionHandler(data ? UIBackgroundFetchResultNewData : UIBackgroundFetchResultFailed);
        }
        @end
        """, isObjectiveC: true, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  private static let save = """
    - (void)save:(NSData *)data {
      [data writeToFile:[self storePath] atomically:YES];
      [self protectFileAtPath:[self storePath]];
    }
    """
  private static func protect(_ attributes: String) -> String {
    """
    - (void)protectFileAtPath:(NSString *)path {
      \(attributes)
    }
    """
  }
  private static func set(_ attributes: String) -> String {
    "[[NSFileManager defaultManager] setAttributes:\(attributes) ofItemAtPath:path error:nil];"
  }

  static let files = [
    file(
      "a method that protects the file of its parameter",
      protects: protect(set("@{NSFileProtectionKey: NSFileProtectionComplete}")) + "\n" + save, isFound: true),
    file(
      "attributes that a variable keeps",
      protects: protect(
        "NSDictionary *attributes = [NSDictionary dictionaryWithObject:NSFileProtectionComplete forKey:NSFileProtectionKey];\n"
          + set("attributes")) + "\n" + save, isFound: true),
    file(
      "an option of the writing",
      protects:
        "- (void)save:(NSData *)data { [data writeToFile:[self storePath] options:NSDataWritingFileProtectionComplete error:nil]; }",
      isFound: true),
    file(
      "another file than the protected one",
      protects: protect(set("@{NSFileProtectionKey: NSFileProtectionComplete}")) + "\n" + save,
      reads: "[self cachePath]", isFound: false),
    file(
      "a class that ends with the first authentication",
      protects: protect(set("@{NSFileProtectionKey: NSFileProtectionCompleteUntilFirstUserAuthentication}"))
        + "\n"
        + save, isFound: false),
  ]

  @Test(arguments: files) func filesOfObjectiveC(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Core Data

  private static func store(
    _ name: String, option: String, work: String = "container.newBackgroundContext().perform { print(1) }",
    identifiers: [String] = ["com.example.app.sync"], isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: identifiers,
      code: """
        import BackgroundTasks
        import CoreData
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
              Sync.submit()
              task.expirationHandler = { print("expired"); task.setTaskCompleted(success: false) }
              Sync.work()
              task.setTaskCompleted(success: true)
            }
            Sync.submit()
            return true
          }
        }
        enum Sync {
          static let container: NSPersistentContainer = {
            let container = NSPersistentContainer(name: "Model")
            container.persistentStoreDescriptions.first?.setOption(\(option), forKey: NSPersistentStoreFileProtectionKey)
            container.loadPersistentStores { _, error in print(error as Any) }
            return container
          }()
          static func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.sync")) } catch {
              print(error)
            }
          }
          static func work() { \(work) }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let stores = [
    store(
      "a store with complete protection", option: "FileProtectionType.complete as NSObject", isFound: true),
    store(
      "a store that is closed soon", option: "FileProtectionType.completeUnlessOpen as NSObject",
      isFound: true),
    store(
      "a context that performs a task", option: "FileProtectionType.complete as NSObject",
      work: "container.performBackgroundTask { _ in print(1) }", isFound: true),
    store(
      "a store that is open after the first authentication",
      option: "FileProtectionType.completeUntilFirstUserAuthentication as NSObject", isFound: false),
    store(
      "a store that the task does not use", option: "FileProtectionType.complete as NSObject",
      work: "print(1)",
      isFound: false),
  ]

  @Test(arguments: stores) func storesOfCoreData(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Libraries for the keychain

  private static func library(
    _ name: String, _ module: String, saves: String, reads: String, others: String = "", isFound: Bool
  ) -> SmallApp {
    .uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"], imports: [module],
      launch: "application.registerForRemoteNotifications()",
      delegate: """
        func application(
          _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
          fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
          Account.shared.refresh { completionHandler(.newData) }
        }
        """,
      members: """
        final class Account {
          static let shared = Account()
          \(others)
          var token: String? { \(reads) }
          func save(_ token: String) { \(saves) }
          func refresh(_ done: @escaping () -> Void) {
            guard let token else { return done() }
            URLSession.shared.dataTask(with: URL(string: "https://example.com/\\(token)")!) { _, _, _ in done() }.resume()
          }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let libraries = [
    library(
      "an item with the library's default", "KeychainSwift", saves: #"keychain.set(token, forKey: "token")"#,
      reads: #"keychain.get("token")"#, others: "let keychain = KeychainSwift()", isFound: true),
    library(
      "an item whose key is a constant", "KeychainSwift",
      saves: "KeychainSwift().set(token, forKey: Self.key)",
      reads: "KeychainSwift().get(Account.key)", others: #"static let key = "token""#, isFound: true),
    library(
      "an item of a wrapper", "SwiftKeychainWrapper",
      saves: #"KeychainWrapper.standard.set(token, forKey: "token")"#,
      reads: #"KeychainWrapper.standard.string(forKey: "token")"#, isFound: true),
    library(
      "an item for a locked device", "KeychainSwift",
      saves: #"keychain.set(token, forKey: "token", withAccess: .accessibleAfterFirstUnlock)"#,
      reads: #"keychain.get("token")"#, others: "let keychain = KeychainSwift()", isFound: false),
    library(
      "another item than the saved one", "KeychainSwift", saves: #"keychain.set(token, forKey: "token")"#,
      reads: #"keychain.get("name")"#, others: "let keychain = KeychainSwift()", isFound: false),
    library(
      "preferences with the methods of a library", "KeychainSwift",
      saves: #"UserDefaults.standard.set(token, forKey: "token")"#,
      reads: #"UserDefaults.standard.string(forKey: "token")"#, isFound: false),
  ]

  private static func car(_ name: String, accessible: String, isFound: Bool) -> SmallApp {
    .uikit(
      name, imports: ["CarPlay", "Security"],
      members: """
        final class Car: UIResponder, CPTemplateApplicationSceneDelegate {
          func templateApplicationScene(_ scene: CPTemplateApplicationScene, didConnect controller: CPInterfaceController) {
            show(Keys.read())
          }
          func show(_ item: Any?) { print(item as Any) }
        }
        enum Keys {
          static func save(_ data: Data) {
            let item: [String: Any] = [
              kSecClass as String: kSecClassGenericPassword, kSecAttrAccessible as String: \(accessible),
              kSecValueData as String: data,
            ]
            SecItemAdd(item as CFDictionary, nil)
          }
          static func read() -> Any? {
            var found: CFTypeRef?
            SecItemCopyMatching([kSecClass as String: kSecClassGenericPassword] as CFDictionary, &found)
            return found
          }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let cars = [
    car("an item for the car of a locked phone", accessible: "kSecAttrAccessibleWhenUnlocked", isFound: true),
    car("an item for the car", accessible: "kSecAttrAccessibleAfterFirstUnlock", isFound: false),
  ]

  @Test(arguments: libraries + cars) func keychainItems(_ app: SmallApp) { app.expectFindings() }
}
