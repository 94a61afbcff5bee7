import PolicyImport
import Testing

/// Identifiers of background sessions that pass through functions, initializers and properties, as in failures that developers reported.
/// Some cases are correct code that looks similar.
@Suite struct ReportedPassedIdentifierTests {
  private static let rule = "session-identifier-unstable"

  /// An app whose uploader has the given members; `session` makes the session.
  private static func app(
    _ name: String, _ members: String, use: String = "Uploads.shared.send(file)", attributes: String = "",
    handled: String = "Uploads.shared.finish = completionHandler", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          var finish: (() -> Void)?
          var sessions: [String: URLSession] = [:]
          \(members)
          func put(_ file: URL, _ session: URLSession) {
            var request = URLRequest(url: URL(string: "https://example.com")!)
            request.httpMethod = "PUT"
            session.uploadTask(with: request, fromFile: file).resume()
          }
          func make(_ configuration: URLSessionConfiguration) -> URLSession {
            configuration.timeoutIntervalForResource = 86400
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }
          func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
            print(error as Any)
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.finish?(); self.finish = nil }
          }
        }
        \(attributes)
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) { \(handled) }
        }
        final class Screen: UIViewController {
          let file = URL(fileURLWithPath: "/tmp/a")
          @IBAction func send(_ s: Any) { \(use) }
        }
        """, found: found, silent: silent)
  }

  private static let makeSession = """
    func makeSession(identifier: String) -> URLSession {
      make(URLSessionConfiguration.background(withIdentifier: identifier))
    }
    """

  static let apps = [
    app(
      "a UUID that a function receives, and the identifier of a relaunch",
      """
      \(makeSession)
      func send(_ file: URL) {
        let identifier = "com.example." + UUID().uuidString
        let session = makeSession(identifier: identifier)
        sessions[identifier] = session
        put(file, session)
      }
      func restore(_ identifier: String, _ handler: @escaping () -> Void) {
        finish = handler
        sessions[identifier] = makeSession(identifier: identifier)
      }
      """, handled: "Uploads.shared.restore(identifier, completionHandler)",
      found: ["\(rule): save the identifier"]),
    app(
      "a UUID that is saved and passed again after a launch",
      """
      \(makeSession)
      func send(_ file: URL) {
        let identifier = "com.example." + UUID().uuidString
        UserDefaults.standard.set(identifier, forKey: "session")
        put(file, makeSession(identifier: identifier))
      }
      func restore() {
        guard let saved = UserDefaults.standard.string(forKey: "session") else { return }
        sessions[saved] = makeSession(identifier: saved)
      }
      """, handled: "Uploads.shared.restore(); Uploads.shared.finish = completionHandler", silent: [rule]),
    app(
      "a hash that an initializer receives and keeps",
      """
      private let name: String
      override convenience init() { self.init(restoring: "com.example.\\(UIDevice.current.name.hashValue)") }
      init(restoring name: String) { self.name = name }
      func send(_ file: URL) { put(file, make(URLSessionConfiguration.background(withIdentifier: name))) }
      """, found: ["\(rule): hashValue"]),
    app(
      "a hash, beside a saved name",
      """
      private let name: String
      override convenience init() { self.init(restoring: "com.example.\\(UIDevice.current.name.hashValue)") }
      init(restoring name: String) { self.name = name }
      func send(_ file: URL) { put(file, make(URLSessionConfiguration.background(withIdentifier: name))) }
      static func restored() -> Uploads? {
        UserDefaults.standard.string(forKey: "name").map { Uploads(restoring: $0) }
      }
      """, found: ["\(rule): hashValue"]),
    app(
      "a name that an initializer receives and keeps",
      """
      private let name: String
      override convenience init() { self.init(restoring: UserDefaults.standard.string(forKey: "id") ?? "a") }
      init(restoring name: String) { self.name = name }
      func send(_ file: URL) { put(file, make(URLSessionConfiguration.background(withIdentifier: name))) }
      """, silent: [rule]),
    app(
      "a default argument",
      """
      func makeSession(identifier: String = UUID().uuidString) -> URLSession {
        make(URLSessionConfiguration.background(withIdentifier: identifier))
      }
      func send(_ file: URL) { put(file, makeSession()) }
      """, found: ["\(rule): UUID()"]),
    app(
      "a lazy property",
      """
      private lazy var identifier = "com.example.\\(Date().timeIntervalSince1970)"
      func send(_ file: URL) { put(file, make(URLSessionConfiguration.background(withIdentifier: identifier))) }
      """, found: ["\(rule): Date()"]),
    app(
      "a function with a parameter",
      """
      func identifier(for name: String) -> String { "com.example.\\(name)" }
      func send(_ file: URL) {
        let unique = identifier(for: UUID().uuidString)
        put(file, make(URLSessionConfiguration.background(withIdentifier: unique)))
      }
      func title() -> String { identifier(for: "title") }
      """, found: ["\(rule): UUID()"]),
    app(
      "a function with a parameter, called for another value",
      """
      func identifier(for name: String) -> String { "com.example.\\(name)" }
      func send(_ file: URL) {
        put(file, make(URLSessionConfiguration.background(withIdentifier: identifier(for: "uploads"))))
        print(identifier(for: UUID().uuidString))
      }
      """, silent: [rule]),
    app(
      "parts that are joined",
      """
      func send(_ file: URL) {
        let identifier = ["com.example", String(Int(Date().timeIntervalSince1970))].joined(separator: ".")
        put(file, make(URLSessionConfiguration.background(withIdentifier: identifier)))
      }
      """, found: ["\(rule): Date()"]),
    app(
      "a hasher",
      """
      func send(_ file: URL) {
        var hasher = Hasher()
        hasher.combine(file)
        put(file, make(URLSessionConfiguration.background(withIdentifier: "com.example.\\(hasher.finalize())")))
      }
      """, found: ["\(rule): Hasher()"]),
    app(
      "parts that are joined and stay the same",
      """
      func send(_ file: URL) {
        let identifier = ["com.example", file.lastPathComponent].joined(separator: ".")
        put(file, make(URLSessionConfiguration.background(withIdentifier: identifier)))
      }
      """, silent: [rule]),
    app(
      "a computed property that saves a new value",
      """
      private var installation: String {
        if let known = UserDefaults.standard.string(forKey: "installation") { return known }
        let new = UUID().uuidString
        UserDefaults.standard.set(new, forKey: "installation")
        return new
      }
      func send(_ file: URL) {
        put(file, make(URLSessionConfiguration.background(withIdentifier: "com.example.\\(installation)")))
      }
      """, silent: ["*"]),
    app(
      "a job that is decoded",
      """
      func send(_ file: URL) {
        guard let data = try? Data(contentsOf: file), let job = try? JSONDecoder().decode(Job.self, from: data)
        else { return }
        put(file, makeSession(job))
      }
      func makeSession(_ job: Job) -> URLSession {
        make(URLSessionConfiguration.background(withIdentifier: "com.example.\\(job.id)"))
      }
      """,
      attributes: "struct Job: Codable { var id: String\n init() { id = UUID().uuidString } }", silent: [rule]
    ),
  ]

  /// An uploader of Objective-C with a method that returns the identifier.
  private static func objectiveC(
    _ name: String, _ method: String, found: [String] = [], silent: [String] = []
  )
    -> SmallApp
  {
    SmallApp(
      testDescription: name,
      code: """
        #import <UIKit/UIKit.h>
        @interface Uploads : NSObject <NSURLSessionTaskDelegate>
        @end
        @implementation Uploads
        - (NSString *)sessionIdentifier {
          \(method)
        }
        - (void)upload:(NSURL *)file {
          NSURLSession *session = [NSURLSession
            sessionWithConfiguration:[NSURLSessionConfiguration
              backgroundSessionConfigurationWithIdentifier:[self sessionIdentifier]]
            delegate:self delegateQueue:nil];
          [[session uploadTaskWithRequest:[NSURLRequest requestWithURL:file] fromFile:file] resume];
        }
        @end
        """, isObjectiveC: true, found: found, silent: silent)
  }

  static let objectiveCApps = [
    objectiveC(
      "a method of Objective-C with a date",
      """
      NSTimeInterval now = [[NSDate date] timeIntervalSince1970];
        return [NSString stringWithFormat:@"com.example.upload.%.0f", now];
      """, found: ["\(rule): Date()"]),
    objectiveC(
      "a method of Objective-C with a UUID",
      """
      NSString *unique = [[NSUUID UUID] UUIDString];
        return [@"com.example." stringByAppendingString:unique];
      """, found: [rule]),
    objectiveC(
      "a method of Objective-C that saves a UUID",
      """
      NSString *saved = [[NSUserDefaults standardUserDefaults] stringForKey:@"id"];
        if (saved == nil) {
          saved = [[NSUUID UUID] UUIDString];
          [[NSUserDefaults standardUserDefaults] setObject:saved forKey:@"id"];
        }
        return [NSString stringWithFormat:@"com.example.%@", saved];
      """, silent: [rule]),
  ]

  /// Import does not list the reader's notes on an identifier as parts that the policy lacks.
  @Test(arguments: apps.prefix(1)) func importOmitsNotesOnTheIdentifier(_ app: SmallApp) {
    let undeclared = PolicyImport.policies(of: app.facts).flatMap(\.summary.undeclared)
    #expect(undeclared.allSatisfy { !$0.reason.contains("no such key") }, "\(undeclared)")
  }

  @Test(arguments: apps + objectiveCApps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
