internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Databases that the app opens in the container of an app group.
  static let sharedDatabases = Recognizer { program in
    let builder = FactBuilder(program)
    let container = AppGroupContainer(in: program)
    // A closed database has no locks. If GRDB observes suspensions, GRDB ends its transactions before a suspension.
    guard !program.closesDatabases else { return [] }
    let endsTransactions = program.assignmentsByName["observesSuspensionNotifications"] != nil
    func fact(_ api: String, at position: Position, in frame: Frame) -> CodeFact {
      let place = frame.body.location(position)
      return builder.fact(
        .sharedDatabase, at: position, in: frame,
        [FactEntry("api", FactValue(.string(api), .literal, at: place))])
    }
    return DatabaseStore.all.flatMap { store -> [CodeFact] in
      guard !(store.isGRDB && endsTransactions) else { return [] }
      let opened = store.openers.flatMap { name, labels in
        (program.callsByName[name] ?? []).compactMap { call -> CodeFact? in
          let path = call.arguments.first { labels.contains($0.label ?? "_") }?.value
          guard let path, path.isGroupOfSwiftData || container.isPart(of: path, in: call.frame) else {
            return nil
          }
          return fact(name, at: call.expression.position, in: call.frame)
        }
      }
      let set = store.setters.flatMap { name, owners in
        (program.assignmentsByName[name] ?? []).compactMap { assignment -> CodeFact? in
          guard case .member(let base?, _) = assignment.target.core.form,
            base.mentions(owners, in: assignment.frame),
            container.isPart(of: assignment.value, in: assignment.frame)
          else { return nil }
          return fact(name, at: assignment.target.position, in: assignment.frame)
        }
      }
      let folders = store.folders.flatMap { name, owners in
        (program.functions[name] ?? []).compactMap { body -> CodeFact? in
          guard owners.contains(where: { program.type(body.types, inherits: $0, from: body.file) }),
            let value = body.frame.returns.first(where: { container.isPart(of: $0.value, in: $0.frame) })
          else { return nil }
          return fact(name, at: value.value.position, in: value.frame)
        }
      }
      return opened + set + folders
    }
  }
}

extension Program {
  /// Whether the code closes a database when the app enters the background.
  fileprivate var closesDatabases: Bool {
    let moments: Set<Moment> = [
      .enteringBackground, .applicationEnteringBackground, .resigningActive, .applicationResigningActive,
    ]
    return ["close", "closeDatabase", "invalidate", "sqlite3_close", "sqlite3_close_v2"].contains { name in
      (callsByName[name] ?? []).contains { call in
        !moments.isDisjoint(with: graph.moments(at: call.frame, after: call.order))
      }
    }
  }
}

/// A kind of database, with the ways in which code states where its files are.
private struct DatabaseStore {
  /// The functions and initializers that take the path, with the labels of the argument.
  var openers: [(name: String, labels: Set<String>)] = []
  /// The properties that are set to the path, each with names of which the expression before the dot mentions
  /// one.
  var setters: [(name: String, owners: Set<String>)] = []
  /// The methods that return the folder in a subclass, with the superclasses.
  var folders: [(name: String, owners: Set<String>)] = []
  /// Whether GRDB can end the database's transactions before a suspension.
  var isGRDB = false

  static let all = [
    DatabaseStore(openers: [("sqlite3_open", ["_"]), ("sqlite3_open_v2", ["_"])]),
    DatabaseStore(openers: [("DatabasePool", ["path"]), ("DatabaseQueue", ["path"])], isGRDB: true),
    // SQLite.swift, FMDB, WCDB and YapDatabase.
    DatabaseStore(
      openers: [
        ("Connection", ["_"]), ("FMDatabase", ["path", "url", "withPath"]),
        ("FMDatabaseQueue", ["path", "url", "withPath"]), ("Database", ["at", "withFileURL", "withPath"]),
        ("databaseWithPath", ["_"]), ("databaseQueueWithPath", ["_"]), ("databasePoolWithPath", ["_"]),
        ("WCTDatabase", ["path"]), ("YapDatabase", ["path", "url"]),
      ]),
    // Core Data.
    DatabaseStore(
      openers: [
        ("NSPersistentStoreDescription", ["url", "URL"]), ("persistentStoreDescriptionWithURL", ["_"]),
        ("addPersistentStore", ["at"]), ("addPersistentStoreWithType", ["URL"]),
      ],
      setters: [("url", ["NSPersistentStoreDescription", "persistentStoreDescriptions"])],
      folders: [("defaultDirectoryURL", ["NSPersistentContainer", "NSPersistentCloudKitContainer"])]),
    // SwiftData.
    DatabaseStore(openers: [("ModelConfiguration", ["url", "groupContainer"])]),
    // Realm.
    DatabaseStore(
      openers: [("Configuration", ["fileURL"]), ("Realm", ["fileURL"])],
      setters: [("fileURL", ["Configuration", "RLMRealmConfiguration", "defaultConfiguration"])]),
  ]
}

extension Expression {
  /// Whether an expression is an app group of SwiftData: `.identifier("group.com.example")`.
  fileprivate var isGroupOfSwiftData: Bool {
    guard case .call(let callee, let arguments) = core.form, arguments.count == 1 else { return false }
    return callee.core.lastName == "identifier"
  }

  /// Whether an expression, or the value of the variable that it is, contains one of several names.
  fileprivate func mentions(_ names: Set<String>, in frame: Frame) -> Bool {
    var isFound = false
    visit { inner in
      switch inner.form {
      case .name(let name):
        isFound = isFound || names.contains(name)
        guard !isFound, let local = frame.local(name), let value = local.value, value !== self else { return }
        value.visit { isFound = isFound || $0.core.lastName.map(names.contains) ?? false }
      case .member(_, let name): isFound = isFound || names.contains(name)
      default: break
      }
    }
    return isFound
  }
}

/// Finds paths in the container of an app group.
private struct AppGroupContainer {
  private let program: Program
  private static let maximumDepth = 6

  init(in program: Program) { self.program = program }

  /// Whether an expression contains the folder of an app group, also through variables, properties, parameters and functions.
  func isPart(of expression: Expression, in frame: Frame) -> Bool {
    isPart(of: expression, in: frame, depth: 0)
  }

  private func isPart(of expression: Expression, in frame: Frame, depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    var isFound = false
    expression.visit { inner in
      guard !isFound else { return }
      switch inner.form {
      case .call:
        guard let call = program.callsByExpression[ObjectIdentifier(inner)] else { return }
        isFound =
          call.name.hasPrefix("containerURL")
          || program.callees(of: call).contains {
            isPart(of: $0.function?.body ?? [], in: $0.frame, depth: depth)
          }
      case .name(let name):
        isFound =
          frame.local(name).map { isPart(of: $0, depth: depth) } ?? isPart(ofProperty: inner, frame, depth)
      case .member: isFound = isPart(ofProperty: inner, frame, depth)
      default: break
      }
    }
    return isFound
  }

  private func isPart(of local: Local, depth: Int) -> Bool {
    if let value = local.value { return isPart(of: value, in: local.frame, depth: depth + 1) }
    guard case .parameter(let parameter, let body) = local.kind, let calls = program.callers(of: body) else {
      return false
    }
    return calls.contains { call in
      call.bindings(to: body.function?.parameters ?? [])?[parameter.name].map {
        isPart(of: $0, in: call.frame, depth: depth + 1)
      } ?? false
    }
  }

  private func isPart(ofProperty expression: Expression, _ frame: Frame, _ depth: Int) -> Bool {
    guard let body = program.property(of: expression, in: frame), let property = body.property else {
      return false
    }
    return property.value.map { isPart(of: $0, in: body.frame, depth: depth + 1) } ?? false
      || isPart(of: property.getter ?? [], in: body.frame, depth: depth)
  }

  private func isPart(of statements: [Statement], in frame: Frame, depth: Int) -> Bool {
    guard depth + 1 < Self.maximumDepth else { return false }
    var isFound = false
    statements.visit { expression in
      guard !isFound, case .call = expression.form else { return }
      let name = program.callsByExpression[ObjectIdentifier(expression)]?.name
      isFound =
        name?.hasPrefix("containerURL") ?? false || isPart(of: expression, in: frame, depth: depth + 1)
    }
    return isFound
  }
}
