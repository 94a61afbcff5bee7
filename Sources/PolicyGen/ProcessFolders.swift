internal import PolicyModel

/// A process other than the app with generated code of its own: an extension, a widget or a watch app.
struct GeneratedProcess {
  /// The name of the process's target in the policy.
  let target: String
  /// The prefix of the names of the process's types, such as `PhotosShare`.
  let typeName: String
  /// The folder of the process's files, such as `Share`.
  let folder: String

  /// The label of an argument with the process's handler, such as `share` for the target `Share`, without backticks.
  let label: String

  /// The name of the protocol for the process's background work.
  var handler: String { "\(typeName)BackgroundHandler" }
}

/// The folders of generated Swift: a folder for each process, and a folder for shared code. Without other
/// processes, the app's files are in no subfolder. The files of the runtime, which all processes share, always have a folder.
struct ProcessFolders {
  /// The processes other than the app, in the policy's order.
  let others: [GeneratedProcess]

  init(_ policy: Policy, named name: String) {
    let owners = policy.backgroundSessions.map(\.target.value) + policy.backgroundTasks.map(\.target.value)
    var known: [String] = []
    var folders = ["App", "Shared", RuntimeFile.folder]
    for owner in owners where owner != Policy.Target.app && !known.contains(owner) { known.append(owner) }
    others = known.map { target in
      let own = SwiftName.of(target) ?? "_"
      var folder = own.prefix(1).uppercased() + own.dropFirst()
      // Some file systems ignore the case of letters.
      while folders.contains(where: { $0.lowercased() == folder.lowercased() }) { folder += "Target" }
      folders.append(folder)
      let labels = known.map { Self.small(SwiftName.of($0) ?? "_") }
      let label = Self.small(own)
      return GeneratedProcess(
        target: target, typeName: name + folder, folder: folder,
        label: labels.count { $0 == label } > 1 || label == "handler" ? own : label)
    }
  }

  /// A name with its first letter in lowercase.
  private static func small(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  /// The path of a file that only the app needs.
  func ofApp(_ file: String) -> String { others.isEmpty ? file : "App/\(file)" }

  /// The path of a file that every process needs.
  func shared(_ file: String) -> String { others.isEmpty ? file : "Shared/\(file)" }
}
