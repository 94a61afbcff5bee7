import Testing

/// Databases that work in the background uses while the device is locked, files of uploads that code removes, and categories of audio
/// sessions, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedDatabaseTests {
  private static func database(
    _ name: String, imports: String, property: String, open: String, use: String,
    method: String = "didReceiveRemoteNotification m: [AnyHashable: Any]) async -> UIBackgroundFetchResult",
    isFound: Bool
  ) -> SmallApp {
    let rule = "code-data-locked"
    return SmallApp(
      testDescription: name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        import UIKit
        import \(imports)
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            a.registerForRemoteNotifications()
            return true
          }
          func application(_ a: UIApplication, \(method) {
            Store.shared.apply(m)
            return .newData
          }
        }
        final class Store {
          static let shared = Store()
          \(property)
          init() {
            let path = NSHomeDirectory() + "/db.sqlite"
            \(open)
          }
          func apply(_ values: [AnyHashable: Any]) {
            \(use)
          }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  private static func sqlite(
    _ name: String, flags: String, use: String = "sqlite3_exec(database, sql, nil, nil, nil)", isFound: Bool
  )
    -> SmallApp
  {
    database(
      name, imports: "SQLite3", property: "private var database: OpaquePointer?",
      open: "let flags = SQLITE_OPEN_READWRITE | \(flags)\nsqlite3_open_v2(path, &database, flags, nil)",
      use: use,
      isFound: isFound)
  }

  private static func grdb(
    _ name: String, type: String = "DatabaseQueue", file: String = "path",
    value: String = "FileProtectionType.complete",
    use: String = "try? queue.write { db in try db.execute(sql: \"A\") }",
    isFound: Bool
  ) -> SmallApp {
    database(
      name, imports: "GRDB", property: "let queue: \(type)",
      open: """
        queue = try! \(type)(path: path)
        try! FileManager.default.setAttributes([.protectionKey: \(value)], ofItemAtPath: \(file))
        """, use: use, isFound: isFound)
  }

  static let databases = [
    sqlite("a flag for complete protection", flags: "SQLITE_OPEN_FILEPROTECTION_COMPLETE", isFound: true),
    sqlite(
      "a flag for protection until the first unlock",
      flags: "SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION", isFound: false),
    sqlite("no flag for protection", flags: "SQLITE_OPEN_CREATE", isFound: false),
    sqlite(
      "a database that the background does not use", flags: "SQLITE_OPEN_FILEPROTECTION_COMPLETE",
      use: "print(values)", isFound: false),
    grdb("a queue of a protected file", isFound: true),
    grdb("a pool of a protected file", type: "DatabasePool", isFound: true),
    grdb("a queue of another file", file: "other", isFound: false),
    grdb(
      "a queue of a file until the first unlock",
      value: "FileProtectionType.completeUntilFirstUserAuthentication", isFound: false),
    grdb("a queue that the background does not use", use: "print(values)", isFound: false),
  ]

  // MARK: - Uploads

  private static func upload(_ name: String, _ removal: String, isFound: Bool) -> SmallApp {
    let rule = "code-upload-file-removed"
    return SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {}
        final class Uploads: NSObject, URLSessionTaskDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.uploads"), delegate: self, delegateQueue: nil)
          func upload(_ body: Data, _ request: URLRequest) throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
            try body.write(to: file)
            session.uploadTask(with: request, fromFile: file).resume()
            \(removal)
          }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let uploads = [
    upload(
      "a removal on the main queue",
      "DispatchQueue.main.async { try? FileManager.default.removeItem(at: file) }",
      isFound: true),
    upload(
      "a removal after a day",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 86_400) { try? FileManager.default.removeItem(at: file) }",
      isFound: false),
    upload(
      "a removal in a completion handler", "finish { try? FileManager.default.removeItem(at: file) }",
      isFound: false),
    upload(
      "a removal under a condition",
      "DispatchQueue.main.async { if self.isDone { try? FileManager.default.removeItem(at: file) } }",
      isFound: false),
  ]

  // MARK: - Audio

  private static func audio(_ name: String, _ category: String, isFound: Bool) -> SmallApp {
    let rule = "code-audio-silenced"
    return SmallApp(
      testDescription: name, modes: ["audio"],
      code: """
        #import <AVFoundation/AVFoundation.h>
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @property (nonatomic) AVAudioPlayer *player;
        @end
        @implementation AppDelegate
        - (void)allow:(BOOL)allow {
          [[AVAudioSession sharedInstance] setCategory:\(category) error:NULL];
          self.player = [[AVAudioPlayer alloc] initWithContentsOfURL:[self url] error:NULL];
          [self.player play];
        }
        @end
        """, isObjectiveC: true, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let categories = [
    audio(
      "one category for both",
      "allow ? AVAudioSessionCategorySoloAmbient : AVAudioSessionCategorySoloAmbient",
      isFound: true),
    audio(
      "two categories", "allow ? AVAudioSessionCategoryPlayback : AVAudioSessionCategorySoloAmbient",
      isFound: false),
  ]

  @Test(arguments: databases + uploads + categories) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
