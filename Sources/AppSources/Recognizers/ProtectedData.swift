internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Files and keychain items that can't be read while the device is locked, and that the same type uses in the background.
  static let protectedData = Recognizer { program in
    // Code that asks whether the device is locked handles the failure.
    let asks = [
      "isProtectedDataAvailable", "errSecInteractionNotAllowed",
      "protectedDataDidBecomeAvailableNotification",
    ]
    guard !asks.contains(where: { program.uses[$0] != nil || program.callsByName[$0] != nil }) else {
      return []
    }
    let builder = FactBuilder(program)
    let search = LockedDataSearch(program)
    var seen: Set<ObjectIdentifier> = []
    return search.protections.compactMap { protection in
      let body = ObjectIdentifier(protection.frame.body)
      guard !seen.contains(body), let use = search.use(of: protection) else { return nil }
      seen.insert(body)
      let place = protection.frame.body.location(protection.name.position)
      let fact = builder.fact(
        .protectedData, at: protection.name.position, in: protection.frame,
        [
          FactEntry("api", FactValue(.string(protection.name.core.lastName ?? ""), .literal, at: place)),
          FactEntry(.use, true, at: use.location),
        ])
      // The use runs, whether or not the sources show who saves the data.
      return CodeFact(
        fact.kind, at: fact.location, scope: fact.scope, conditions: fact.conditions, moments: fact.moments,
        values: fact.values)
    }
  }
}

/// A place that protects data while the device is locked.
struct Protection {
  /// The name of the class of protection.
  let name: Expression
  let frame: Frame
  let keeper: Keeper
  /// The names in the expression that protects the data, such as the property with the path of a file.
  var names: Set<String> = []

  /// The store that keeps the data.
  enum Keeper {
    case file
    /// A store of Core Data.
    case store
    case keychain
    /// The keychain, by KeychainAccess.
    case keychainAccess
    /// A database of SQLite that stays open.
    case database
  }
}

/// Finds data that is protected while the device is locked, and the uses of the data in the background.
struct LockedDataSearch {
  let program: Program
  private static let fileOptions: Set<String> = [
    "completeFileProtection", "completeFileProtectionUnlessOpen", "NSDataWritingFileProtectionComplete",
    "NSDataWritingFileProtectionCompleteUnlessOpen",
    // A constant before the next part of a message is spelled like a type of Swift.
    "DataWritingFileProtectionComplete", "DataWritingFileProtectionCompleteUnlessOpen",
  ]
  private static let fileClasses: Set<String> = [
    "complete", "completeUnlessOpen", "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen",
    "NSURLFileProtectionComplete", "NSURLFileProtectionCompleteUnlessOpen",
    "URLFileProtectionComplete", "URLFileProtectionCompleteUnlessOpen",
  ]
  static let fileKeys: Set<String> = [
    "protectionKey", "NSFileProtectionKey", "NSURLFileProtectionKey", "URLFileProtectionKey", storeKey,
  ]
  /// The key of the option that protects the files of a store of Core Data.
  private static let storeKey = "NSPersistentStoreFileProtectionKey"
  /// The functions and methods that use a store of Core Data.
  private static let storeCalls = ["newBackgroundContext", "performBackgroundTask", "fetch", "save"]
  /// The methods that set the value of a key, or make a dictionary with the key.
  private static let settingCalls = [
    "dictionaryWithObject", "dictionaryWithObjectsAndKeys", "setObject", "setValue", "setResourceValue",
    "setOption",
  ]
  private static let keychainClasses: Set<String> = [
    "kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleWhenUnlockedThisDeviceOnly",
    "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly",
  ]
  /// The functions that read and write files, and the initializers and methods of Objective-C.
  private static let fileCalls = [
    "Data", "String", "FileHandle", "InputStream", "OutputStream", "NSData", "NSDictionary", "NSArray",
    "NSMutableArray", "NSMutableData", "NSMutableDictionary", "contents", "createFile", "write",
    "writeToFile", "writeToURL", "fopen", "open",
    "createFileAtPath", "arrayWithContentsOfFile", "dataWithContentsOfFile", "dataWithContentsOfURL",
    "dictionaryWithContentsOfFile",
    "stringWithContentsOfFile", "unarchiveObjectWithFile", "archiveRootObject", "moveItem", "copyItem",
    "sqlite3_open", "sqlite3_open_v2",
  ]
  private static let keychainCalls = ["SecItemCopyMatching", "SecItemUpdate"]
  /// The classes and methods of KeychainAccess.
  private static let wrapperClasses: Set<String> = [
    "whenUnlocked", "whenUnlockedThisDeviceOnly", "whenPasscodeSetThisDeviceOnly",
  ]
  private static let wrapperCalls = ["get", "getData", "getString"]

  init(_ program: Program) { self.program = program }

  // MARK: - Protections

  /// The places that protect data, in the order of the code.
  var protections: [Protection] {
    let options = Self.fileOptions.sorted().flatMap { program.uses[$0] ?? [] }.compactMap { use in
      call(with: use.expression, in: use.frame).map {
        Protection(name: use.expression, frame: use.frame, keeper: .file, names: names(in: $0, use.frame))
      }
    }
    let entries = program.bodies.flatMap { body -> [Protection] in
      guard let identifiers = body.context?.identifiers,
        identifiers.contains("kSecAttrAccessible") || !identifiers.isDisjoint(with: Self.fileKeys)
      else { return [] }
      return protections(in: body)
    }
    let elements = program.assignments.compactMap { assignment -> Protection? in
      guard case .element(let base, let arguments) = assignment.target.core.form, arguments.count == 1 else {
        return nil
      }
      return protection(arguments[0].value, assignment.value, of: base, in: assignment.frame)
    }
    let settings = Self.settingCalls.flatMap { program.callsByName[$0] ?? [] }.compactMap { setting in
      protection(setBy: setting)
    }
    return options + entries + elements + settings + defaults + wrapped + databases
  }

  /// The items of KeychainAccess that are accessible when the device is unlocked.
  private var wrapped: [Protection] {
    (program.callsByName["accessibility"] ?? []).compactMap { call in
      guard let name = call.arguments.first?.value, Self.wrapperClasses.contains(name.core.lastName ?? ""),
        call.frame.body.file.hasImport(of: "KeychainAccess")
      else { return nil }
      return Protection(name: name, frame: call.frame, keeper: .keychainAccess)
    }
  }

  /// The additions to the keychain, if no code states when an item is accessible: such an item is accessible when the device is unlocked.
  private var defaults: [Protection] {
    guard !["kSecAttrAccessible", "kSecAttrAccessControl"].contains(where: program.isMentioned) else {
      return []
    }
    return (program.callsByName["SecItemAdd"] ?? []).compactMap { call in
      guard program.callees(of: call).isEmpty, let name = call.callee else { return nil }
      return Protection(name: name, frame: call.frame, keeper: .keychain)
    }
  }

  /// The protection that a call sets: `[url setResourceValue:NSURLFileProtectionComplete forKey:NSURLFileProtectionKey error:nil]`.
  private func protection(setBy setting: Call) -> Protection? {
    let values = setting.arguments.map(\.value)
    guard let key = values.first(where: { Self.fileKeys.contains($0.core.lastName ?? "") }),
      let value = values.first(where: { Self.fileClasses.contains($0.core.lastName ?? "") })
    else { return nil }
    let frame = setting.frame
    let call = call(with: setting.expression, in: frame)
    let object = call ?? (setting.base?.core.lastName?.hasPrefix("NS") ?? true ? nil : setting.base)
    return Protection(
      name: value, frame: frame, keeper: key.core.lastName == Self.storeKey ? .store : .file,
      names: names(in: object ?? setting.expression, frame))
  }

  /// The protections in the dictionaries of a body.
  private func protections(in body: Body) -> [Protection] {
    var found: [Protection] = []
    let code = body.function?.body ?? body.property?.getter ?? []
    func add(_ expression: Expression) {
      guard case .dictionary(let entries) = expression.form else { return }
      for (key, value) in entries {
        if let one = protection(key, value, of: expression, in: body.frame) { found.append(one) }
      }
    }
    code.visit(add)
    body.property?.value?.visit(add)
    return found
  }

  /// The protection that an entry of a dictionary states; `nil` if the entry protects nothing while the device is locked.
  private func protection(
    _ key: Expression, _ value: Expression, of container: Expression, in frame: Frame
  ) -> Protection? {
    guard let key = key.core.lastName else { return nil }
    if key == "kSecAttrAccessible", let name = constant(value, in: frame),
      Self.keychainClasses.contains(name.core.lastName ?? "")
    {
      return Protection(name: value, frame: frame, keeper: .keychain)
    }
    guard Self.fileKeys.contains(key), Self.fileClasses.contains(value.core.lastName ?? "") else {
      return nil
    }
    let call = call(with: container, in: frame)
    return Protection(
      name: value, frame: frame, keeper: .file, names: names(in: call ?? container, frame))
  }

  /// The name of a constant, or of the constant that a name stands for.
  private func constant(_ expression: Expression, in frame: Frame) -> Expression? {
    guard case .name(let name) = expression.core.form else { return expression }
    if let local = frame.local(name) {
      if case .parameter(let parameter, let body) = local.kind {
        // Callers may state another class of protection.
        let isStated = program.callers(of: body).map { calls in
          calls.contains { $0.bindings(to: body.function?.parameters ?? [])?[name] != nil }
        }
        return isStated == false ? parameter.defaultValue : nil
      }
      return local.value
    }
    return program.property(of: expression, in: frame)?.property?.value ?? expression
  }

  /// The call of a function for files whose arguments contain an expression.
  private func call(with expression: Expression, in frame: Frame) -> Expression? {
    let calls = (Self.fileCalls + ["setAttributes"]).flatMap { program.callsByName[$0] ?? [] }
    guard program.budget.take(calls.count) else { return nil }
    let local: Local? =
      if case .local(let local)? = program.sinks[ObjectIdentifier(expression)] { local } else { nil }
    return calls.first { call in
      call.frame.body === frame.body
        && call.arguments.contains { argument in
          argument.value.contains(expression)
            || local != nil && argument.value.core.path == local.map { [$0.name] }
        }
    }?.expression
  }

  // MARK: - Uses

  /// The first use of protected data in the background; `nil` if the type that protects the data has no such use.
  func use(of protection: Protection) -> Call? {
    let body = protection.frame.body
    // Another class of protection may apply to the data that is used.
    guard !mentionsWeakerClass(body) else { return nil }
    let names =
      switch protection.keeper {
      case .file: Self.fileCalls
      case .store: Self.storeCalls
      case .keychain: Self.keychainCalls
      case .keychainAccess: Self.wrapperCalls
      case .database: Self.databaseCalls
      }
    let calls = names.flatMap { program.callsByName[$0] ?? [] }
    guard program.budget.take(calls.count) else { return nil }
    return calls.filter { call in
      let own = call.frame.body
      let isInType = own.types == body.types
      let isOfData =
        switch protection.keeper {
        case .file:
          isInType && !protection.names.isDisjoint(with: self.names(in: call.expression, call.frame))
        case .store: call.isOfStore
        case .database: isInType && uses(call, aDatabaseIn: protection.names)
        case .keychain: isInType
        case .keychainAccess:
          isInType && call.base?.core.lastName?.lowercased().hasSuffix("keychain") ?? false
        }
      guard isOfData, !own.types.isEmpty || own.file.path == body.file.path else { return false }
      return program.mayRunLocked(call)
    }.min { $0.order < $1.order }
  }

  /// Whether the type of a body mentions a class that allows the use of data while the device is locked; true if the search takes too long.
  private func mentionsWeakerClass(_ body: Body) -> Bool {
    guard program.budget.take(program.bodies.count) else { return true }
    return program.bodies.contains { other in
      other.types == body.types && other.file.path == body.file.path
        && other.context?.identifiers.contains {
          $0.hasPrefix("kSecAttrAccessibleAfterFirstUnlock") || $0.hasPrefix("kSecAttrAccessibleAlways")
            || $0.lowercased().hasSuffix("untilfirstuserauthentication")
        } ?? false
    }
  }

  /// The properties and functions of the enclosing type that an expression, or a variable in the expression, mentions.
  func names(in expression: Expression, _ frame: Frame) -> Set<String> {
    var found: Set<String> = []
    func add(_ expression: Expression, in frame: Frame, depth: Int) {
      expression.visit { inner in
        switch inner.form {
        case .name(let name):
          if let local = frame.local(name) {
            guard depth < 2 else { break }
            if let value = local.value { add(value, in: local.frame, depth: depth + 1) }
            // A method may protect the file whose path it receives.
            guard case .parameter(let parameter, let body) = local.kind else { break }
            for call in program.callers(of: body) ?? [] {
              guard let value = call.bindings(to: body.function?.parameters ?? [])?[parameter.name] else {
                continue
              }
              add(value, in: call.frame, depth: depth + 1)
            }
          } else if isMember(name, of: frame.body) {
            found.insert(name)
          }
        case .member(_, let name): if isMember(name, of: frame.body) { found.insert(name) }
        default: break
        }
      }
    }
    add(expression, in: frame, depth: 0)
    return found
  }

  func isMember(_ name: String, of body: Body) -> Bool {
    ((program.properties[name] ?? []) + (program.functions[name] ?? [])).contains {
      $0.types == body.types && $0.outer == nil && !Self.fileCalls.contains(name)
    }
  }
}

extension Call {
  /// Whether the call is a method of a container or context of Core Data, by the name of the receiver.
  fileprivate var isOfStore: Bool {
    let owner = base?.core.lastName?.lowercased() ?? ""
    return ["container", "context"].contains { owner.hasSuffix($0) }
  }
}
