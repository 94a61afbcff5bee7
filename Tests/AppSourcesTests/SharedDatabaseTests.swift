import AppFacts
import Testing

/// Databases in the container of an app group. The cases without facts are similar code that uses no shared database.
@Suite struct SharedDatabaseTests {
  private static let folder = """
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example")!
    """

  private static func store(_ name: String, _ code: String, _ api: String?) -> FactCase {
    FactCase(name, [.sharedDatabase], code, api.map { "sharedDatabase api=\($0)" } ?? "")
  }

  static let cases = [
    store(
      "a store of Core Data",
      """
      public func load(_ container: NSPersistentContainer) {
        \(folder)
        let url = folder.appendingPathComponent("Store.sqlite")
        container.persistentStoreDescriptions = [«NSPersistentStoreDescription(url: url)»]
      }
      """, "NSPersistentStoreDescription"),
    store(
      "the URL of the first description",
      """
      public func load(_ container: NSPersistentContainer) {
        \(folder)
        guard let description = container.persistentStoreDescriptions.first else { return }
        «description.url» = folder.appendingPathComponent("Store.sqlite")
      }
      """, "url"),
    store(
      "a container in a subclass's folder",
      """
      final class Container: NSPersistentContainer {
        override class func defaultDirectoryURL() -> URL {
          «FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example")!»
        }
      }
      """, "defaultDirectoryURL"),
    store(
      "a coordinator",
      """
      public func load(_ coordinator: NSPersistentStoreCoordinator) throws {
        \(folder)
        try «coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: folder.appendingPathComponent("a.sqlite"))»
      }
      """, "addPersistentStore"),
    store(
      "a group of SwiftData",
      """
      public func container() throws -> ModelContainer {
        let configuration = «ModelConfiguration(groupContainer: .identifier("group.com.example"))»
        return try ModelContainer(for: Item.self, configurations: configuration)
      }
      """, "ModelConfiguration"),
    store(
      "a URL of SwiftData",
      """
      public func container() throws -> ModelContainer {
        \(folder)
        return try ModelContainer(
          for: Item.self, configurations: «ModelConfiguration(url: folder.appending(path: "a.store"))»)
      }
      """, "ModelConfiguration"),
    store(
      "a configuration of Realm",
      """
      public final class Store {
        private let configuration: Realm.Configuration
        public init() {
          \(folder)
          configuration = «Realm.Configuration(fileURL: folder.appendingPathComponent("default.realm"))»
        }
      }
      """, "Configuration"),
    store(
      "Realm's default configuration",
      """
      public func open() throws -> Realm {
        var configuration = Realm.Configuration.defaultConfiguration
        \(folder)
        «configuration.fileURL» = folder.appendingPathComponent("default.realm")
        return try Realm(configuration: configuration)
      }
      """, "fileURL"),
    FactCase(
      "a queue of FMDB in Objective-C", [.sharedDatabase],
      [
        (
          "Store.m",
          """
          @interface Store : NSObject
          @end
          @implementation Store
          + (void)load {
            NSURL *folder = [[NSFileManager defaultManager]
              containerURLForSecurityApplicationGroupIdentifier:@"group.com.example"];
            FMDatabaseQueue *queue = «[FMDatabaseQueue
              databaseQueueWithPath:[folder URLByAppendingPathComponent:@"a.db"].path]»;
            [queue close];
          }
          @end
          """
        )
      ], "sharedDatabase api=databaseQueueWithPath"),
    store(
      "GRDB",
      """
      public func open() throws -> DatabasePool {
        \(folder)
        return try «DatabasePool(path: folder.appendingPathComponent("a.sqlite").path)»
      }
      """, "DatabasePool"),
    store(
      "GRDB, which ends its transactions before a suspension",
      """
      public func open() throws -> DatabasePool {
        \(folder)
        var configuration = Configuration()
        configuration.observesSuspensionNotifications = true
        return try DatabasePool(path: folder.appendingPathComponent("a.sqlite").path, configuration: configuration)
      }
      """, nil),
    store(
      "a database that is closed when the app enters the background",
      """
      final class Store {
        var database: OpaquePointer?
        func open() {
          \(folder)
          sqlite3_open(folder.appendingPathComponent("a.sqlite").path, &database)
        }
        func close() { sqlite3_close(database) }
      }
      final class Delegate: UIResponder, UIApplicationDelegate {
        let store = Store()
        func applicationDidEnterBackground(_ application: UIApplication) { store.close() }
      }
      """, nil),
    store(
      "SwiftData without a group",
      """
      public func container() throws -> ModelContainer {
        try ModelContainer(for: Item.self, configurations: ModelConfiguration(groupContainer: .none))
      }
      """, nil),
    store(
      "Core Data in the app's own folder",
      """
      public func load(_ container: NSPersistentContainer) {
        let url = URL.applicationSupportDirectory.appending(path: "Store.sqlite")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
      }
      final class Container: NSPersistentContainer {
        override class func defaultDirectoryURL() -> URL { super.defaultDirectoryURL() }
      }
      """, nil),
    store(
      "another object with a URL in the group",
      """
      public func write(_ request: inout URLRequest) {
        \(folder)
        request.url = folder.appendingPathComponent("a.json")
        try? Data().write(to: folder.appendingPathComponent("a.json"))
      }
      """, nil),
  ]

  @Test(arguments: cases) func storeIsFound(_ one: FactCase) { one.check() }
}
