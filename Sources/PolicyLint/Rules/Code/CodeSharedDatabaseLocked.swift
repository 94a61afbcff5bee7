internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSharedDatabaseLocked = Rule(
    "BGP792", "code-shared-database-locked", .code, .info,
    summary: "A database in an app group's container, and nothing that keeps the app running while it writes",
    why: """
      The system ends an app that holds a lock on a file or a database in a shared container when it is suspended. A write \
      that goes on as the app enters the background needs a background task around it, which delays the suspension.
      """,
    guide: RuleGuide(
      symptom: "The app is terminated with 0xdead10cc while it is in the background.",
      ignoreWhen: "The app only reads the database, or closes it before it is suspended.",
      swift: """
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Save") { isExpired in
          if isExpired { database.interrupt() } else { database.write(changes) }
        }
        """,
      related: ["uitask-begun-too-late"]),
    citations: [.crashReportTypes, .beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation
        import SQLite3

        public final class Store {
          var database: OpaquePointer?
          private static var folder: URL? {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example")
          }

          public func open() {
            guard let file = Self.folder?.appendingPathComponent("store.sqlite") else { return }
            «sqlite3_open»(file.path, &database)
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation
        import GRDB

        public func open() throws -> DatabasePool {
          let group = "group.com.example"
          let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)!
          return try «DatabasePool»(path: folder.appendingPathComponent("store.sqlite").path)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import CoreData

        final class Container: NSPersistentContainer, @unchecked Sendable {
          override class func defaultDirectoryURL() -> URL {
            «FileManager.default.containerURL»(forSecurityApplicationGroupIdentifier: "group.com.example")!
          }
        }

        public func container() -> NSPersistentContainer { Container(name: "Library") }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation
        import SQLite3

        public final class Store {
          var database: OpaquePointer?

          public func open() {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            sqlite3_open(folder.appendingPathComponent("store.sqlite").path, &database)
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation
        import GRDB

        public func open() throws -> DatabasePool {
          let group = "group.com.example"
          let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)!
          return try DatabasePool(path: folder.appendingPathComponent("store.sqlite").path)
        }

        public func save(_ pool: DatabasePool, _ changes: Changes) {
          ProcessInfo.processInfo.performExpiringActivity(withReason: "Save") { isExpired in
            if !isExpired { try? pool.write { try changes.save($0) } }
          }
        }
        """),
    ],
    check: .code { code, _, context in
      let holders: [FactKind] = [.backgroundTask, .expiringActivity]
      guard code.isComplete, holders.allSatisfy({ code.facts($0).isEmpty }) else { return [] }
      return code.facts(.sharedDatabase).filter { !code.isInExtension($0) }.compactMap { fact in
        context.diagnostic(
          at: fact.location, in: code,
          "This database is in an app group's container, and no background task keeps the app from being suspended while it is locked",
          help:
            "begin a background task before a write, and end it afterwards; or close the database when the app enters the background"
        )
      }
    }
  )
}
