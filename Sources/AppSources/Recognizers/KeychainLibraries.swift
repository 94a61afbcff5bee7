internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Keychain items that a library saves with its default protection, so that they can be read only while the
  /// device is unlocked, and that the app reads in the background.
  static let keychainLibraries = Recognizer { program in
    // Code that states another class for any item, or asks whether the device is locked, may handle the failure.
    guard !KeychainLibrary.others.contains(where: program.isMentioned) else { return [] }
    let builder = FactBuilder(program)
    return KeychainLibrary.all.flatMap { library -> [CodeFact] in
      let saved = library.saving.flatMap { program.callsByName[$0] ?? [] }.filter(library.isOwn)
      guard !saved.isEmpty, !saved.contains(where: library.statesClass) else { return [] }
      let read = library.reading.flatMap { program.callsByName[$0] ?? [] }.filter(library.isOwn)
      return saved.compactMap { call in
        guard let key = KeychainLibrary.key(of: call),
          let use = read.first(where: { other in
            KeychainLibrary.key(of: other).map { isSame(key, call, $0, other, builder) } ?? false
              && program.mayRunLocked(other)
          })
        else { return nil }
        let fact = builder.fact(
          .protectedData, at: call,
          [
            FactEntry("api", builder.derived(.string(library.name), at: call)),
            FactEntry(.use, true, at: use.location),
          ])
        return CodeFact(
          fact.kind, at: fact.location, scope: fact.scope, conditions: fact.conditions, moments: fact.moments,
          values: fact.values)
      }
    }
  }

  /// Whether two calls name the same item.
  private static func isSame(
    _ key: Expression, _ call: Call, _ other: Expression, _ otherCall: Call, _ builder: FactBuilder
  ) -> Bool {
    if let path = key.core.path, path == other.core.path, call.frame.local(path[0]) == nil { return true }
    let text = builder.text(key, in: call.frame).string
    return text != nil && text == builder.text(other, in: otherCall.frame).string
  }
}

/// A library for the keychain whose items can be read only while the device is unlocked, unless the code states another class.
private struct KeychainLibrary {
  let name: String
  let saving: [String]
  let reading: [String]
  /// The label of the argument that states another class of protection.
  let accessLabel: String
  /// Whether the functions are functions of the class itself, and not of an object.
  var isStatic = false

  static let all = [
    KeychainLibrary(
      name: "KeychainSwift", saving: ["set"], reading: ["get", "getData", "getBool"],
      accessLabel: "withAccess"),
    KeychainLibrary(
      name: "SwiftKeychainWrapper", saving: ["set"],
      reading: ["string", "data", "integer", "bool", "double", "float", "object"],
      accessLabel: "withAccessibility"),
    KeychainLibrary(
      name: "SAMKeychain", saving: ["setPassword", "setPasswordData"],
      reading: ["passwordForService", "passwordDataForService", "password", "passwordData"],
      accessLabel: "accessibility", isStatic: true),
  ]

  /// The names by which code states another class of protection, or asks whether the device is locked.
  static let others = [
    "accessibleAfterFirstUnlock", "accessibleAfterFirstUnlockThisDeviceOnly", "afterFirstUnlock",
    "afterFirstUnlockThisDeviceOnly", "accessibleAlways", "setAccessibilityType",
    "kSecAttrAccessibleAfterFirstUnlock", "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
    "isProtectedDataAvailable", "errSecInteractionNotAllowed", "protectedDataDidBecomeAvailableNotification",
  ]

  /// Whether a call is a call of the library.
  func isOwn(_ call: Call) -> Bool {
    guard let base = call.base else { return false }
    if isStatic { return base.core.path == [name] }
    guard call.frame.body.file.hasImport(of: name) else { return false }
    return base.core.path?.contains { $0.lowercased().contains("keychain") } ?? base.isMade(of: name)
  }

  /// Whether a call that saves an item states the class of the item.
  func statesClass(_ call: Call) -> Bool { call[accessLabel] != nil }

  /// The key of the item, or the account.
  static func key(of call: Call) -> Expression? {
    call["forKey"] ?? call["account"] ?? call.arguments.first { $0.label == nil }?.value
  }
}

extension Expression {
  /// Whether the expression makes an object of a type: `KeychainSwift()`.
  fileprivate func isMade(of type: String) -> Bool {
    if case .call(let callee, _) = core.form { callee.core.lastName == type } else { false }
  }
}
