internal import PolicySyntax

// Databases of SQLite whose files have complete protection, and which the app keeps open. SQLite reads and writes the file of an open
// database while the device is locked, too, and fails.
extension LockedDataSearch {
  /// The methods of GRDB and the functions of SQLite that read or write an open database.
  static let databaseCalls = [
    "read", "write", "asyncRead", "asyncWrite", "writeWithoutTransaction", "barrierWriteWithoutTransaction",
    "sqlite3_exec", "sqlite3_prepare", "sqlite3_prepare_v2", "sqlite3_prepare_v3",
  ]
  private static let completeClasses: Set<String> = ["complete", "NSFileProtectionComplete"]

  /// The protections of databases that a property keeps.
  var databases: [Protection] { openedByFlag + openedByGRDB }

  /// The databases that SQLite opens with a flag for complete protection.
  private var openedByFlag: [Protection] {
    (program.uses["SQLITE_OPEN_FILEPROTECTION_COMPLETE"] ?? []).compactMap { use in
      let calls = (program.callsByName["sqlite3_open_v2"] ?? []).filter { $0.frame.body === use.frame.body }
      guard calls.count == 1, calls[0].arguments.count == 4 else { return nil }
      let names = names(in: calls[0].arguments[1].value, calls[0].frame)
      guard !names.isEmpty else { return nil }
      return Protection(name: use.expression, frame: use.frame, keeper: .database, names: names)
    }
  }

  /// The databases that GRDB opens at a path whose file the same code protects.
  private var openedByGRDB: [Protection] {
    let makers = ["DatabaseQueue", "DatabasePool"].flatMap { program.callsByName[$0] ?? [] }.filter {
      $0["path"] != nil && $0.frame.body.file.hasImport(of: "GRDB") && program.callees(of: $0).isEmpty
    }
    return makers.compactMap { maker in
      guard let name = keeper(of: maker) else { return nil }
      for call in program.callsByName["setAttributes"] ?? [] where call.frame.body === maker.frame.body {
        guard let path = call["ofItemAtPath"]?.core.path, path == maker["path"]?.core.path,
          case .dictionary(let entries)? = call.arguments.first?.value.core.form,
          let value = entries.first(where: { Self.fileKeys.contains($0.key.core.lastName ?? "") })?.value,
          Self.completeClasses.contains(value.core.lastName ?? "")
        else { continue }
        return Protection(name: value, frame: call.frame, keeper: .database, names: [name])
      }
      return nil
    }
  }

  /// The property that keeps the object which a call makes.
  private func keeper(of maker: Call) -> String? {
    let own = program.assignments.first {
      $0.frame.body === maker.frame.body && $0.value.contains(maker.expression)
    }
    guard let name = own?.target.core.lastName, isMember(name, of: maker.frame.body) else { return nil }
    return name
  }

  /// Whether a call reads or writes a database that one of some properties keeps: as the receiver, or as the first argument.
  func uses(_ call: Call, aDatabaseIn names: Set<String>) -> Bool {
    if call.name.hasPrefix("sqlite3_") {
      return call.arguments.first.map { !names.isDisjoint(with: self.names(in: $0.value, call.frame)) }
        ?? false
    }
    return call.base?.core.lastName.map(names.contains) ?? false
  }
}
