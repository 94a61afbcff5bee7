internal import PolicyModel

/// A process other than the app that has generated code of its own: an extension, a widget or a watch app.
struct GeneratedProcess {
  /// The name of its target in the policy.
  let target: String
  /// The start of the names of its types: `PhotosShare`.
  let typeName: String
  /// The folder of its files: `Share`.
  let folder: String

  /// The name of its target in Swift, without backticks.
  var swiftName: String { SwiftName.of(target) ?? "_" }

  /// The name of the protocol for its work in the background.
  var handler: String { "\(typeName)BackgroundHandler" }
}

/// The folders of generated Swift: one for each process and one for the code that they share; none if the app is alone.
struct ProcessFolders {
  /// The processes other than the app, in the policy's order.
  let others: [GeneratedProcess]

  init(_ policy: Policy, named name: String) {
    let owners = policy.backgroundSessions.map(\.target.value) + policy.backgroundTasks.map(\.target.value)
    var known: [String] = []
    var folders = ["App", "Shared"]
    for owner in owners where owner != Policy.Target.app && !known.contains(owner) { known.append(owner) }
    others = known.map { target in
      let own = SwiftName.of(target) ?? "_"
      var folder = own.prefix(1).uppercased() + own.dropFirst()
      // Some file systems treat upper and lower case as one.
      while folders.contains(where: { $0.lowercased() == folder.lowercased() }) { folder += "Target" }
      folders.append(folder)
      return GeneratedProcess(target: target, typeName: name + folder, folder: folder)
    }
  }

  /// The path of a file that the app alone needs.
  func ofApp(_ file: String) -> String { others.isEmpty ? file : "App/\(file)" }

  /// The path of a file that every process needs.
  func shared(_ file: String) -> String { others.isEmpty ? file : "Shared/\(file)" }
}
