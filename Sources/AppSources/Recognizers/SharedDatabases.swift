internal import AppFacts

extension Recognizer {
  /// Databases that the app opens in the container of an app group.
  static let sharedDatabases = Recognizer { program in
    let builder = FactBuilder(program)
    let container = AppGroupContainer(in: program)
    // With this setting, GRDB ends its transactions before a suspension.
    let isSuspended = program.assignmentsByName["observesSuspensionNotifications"] != nil
    return openers.flatMap { name, labels in
      (program.callsByName[name] ?? []).compactMap { call -> CodeFact? in
        guard !(isSuspended && databasesOfGRDB.contains(name)),
          let path = call.arguments.first(where: { labels.contains($0.label ?? "_") })?.value,
          container.isPart(of: path, in: call.frame)
        else { return nil }
        return builder.fact(
          .sharedDatabase, at: call, [FactEntry("api", builder.derived(.string(name), at: call))])
      }
    }
  }

  private static let databasesOfGRDB: Set<String> = ["DatabasePool", "DatabaseQueue"]

  /// The functions and initializers that open a database of SQLite, of its wrappers or of Realm, with the labels of the argument for the
  /// path.
  private static let openers: [(name: String, labels: Set<String>)] = [
    ("sqlite3_open", ["_"]), ("sqlite3_open_v2", ["_"]), ("DatabasePool", ["path"]),
    ("DatabaseQueue", ["path"]),
    ("Connection", ["_"]), ("FMDatabase", ["path", "url", "withPath"]),
    ("FMDatabaseQueue", ["path", "url", "withPath"]), ("Database", ["at", "withFileURL", "withPath"]),
    ("WCTDatabase", ["path"]),
  ]
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
