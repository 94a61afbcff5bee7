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
}
