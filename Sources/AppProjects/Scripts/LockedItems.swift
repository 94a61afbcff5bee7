internal import AppFacts
internal import PlatformFacts

/// Items of the keychain that code in JavaScript or Dart saves so that they can't be read while the device is locked, and that code in the
/// background reads.
struct LockedItems {
  private let files: [ScriptFile]
  private let storage: PluginStorage
  private let constants: [String: String?]
  /// The functions that the background runs, as arguments of calls.
  private let functions: [PluginFunction]
  /// The functions of all files by owner and name, with the index of the file.
  private let bodies: [Name: [(file: Int, body: Range<Int>)]]

  private struct Name: Hashable {
    let owner: String?
    let name: String
  }

  /// The greatest number of tokens that are followed from calls in the background.
  private static let mostTokens = 200_000

  init(
    _ files: [ScriptFile], _ storage: PluginStorage, _ functions: [PluginFunction],
    constants: [String: String?]
  ) {
    self.files = files
    self.storage = storage
    self.constants = constants
    self.functions = functions.filter(\.runsInBackground)
    var bodies: [Name: [(file: Int, body: Range<Int>)]] = [:]
    for (index, file) in files.enumerated() {
      for function in file.members.functions {
        bodies[Name(owner: function.owner, name: function.name), default: []].append((index, function.body))
      }
    }
    self.bodies = bodies
  }

  /// A call at which each item that code in the background reads is saved; at most one.
  var calls: [PluginCall] {
    let saved = files.indices.flatMap { file in files[file].savedItems(storage, constants) }
    // Without a known class of access for each item, nothing is certain.
    guard !saved.isEmpty, saved.contains(where: \.isWrite) else { return [] }
    for read in readsInBackground {
      let others = saved.filter { item in item.key == nil || read.key == nil || item.key == read.key }
      guard let first = others.first, others.allSatisfy({ $0.isLocked == true }) else { continue }
      return [
        PluginCall(
          storage.package, first.name, asksForSystem: first.asksForSystem || read.asksForSystem,
          lockedUse: read.location, at: first.location)
      ]
    }
    return []
  }

  private var readsInBackground: [KeychainItem] {
    var found: [KeychainItem] = []
    var open = files.indices.flatMap { file in
      files[file].arguments(ofCallsOf: functions).map { (file: file, range: $0.range, isName: $0.isName) }
    }
    var seen: Set<[Int]> = []
    var room = Self.mostTokens
    while let (file, range, isName) = open.popLast(), room > 0 {
      guard seen.insert([file, range.lowerBound, range.upperBound]).inserted else { continue }
      room -= range.count
      found += files[file].readItems(storage, in: range, constants)
      for index in range {
        guard let called = called(at: index, in: file, isName: isName) else { continue }
        open.append((called.file, called.body, false))
      }
    }
    return found.sorted { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
  }

  /// The only function that a name calls, or that a name passes to the background.
  private func called(at index: Int, in file: Int, isName: Bool) -> (file: Int, body: Range<Int>)? {
    guard let name = files[file].called(at: index, isName: isName) else { return nil }
    let owner: String?
    switch name.receiver {
    case nil: owner = nil
    case "this": owner = files[file].members.owner(at: index)
    case let receiver?:
      owner = files[file].isOfOwnModule(receiver) ? nil : files[file].members.types[receiver] ?? receiver
    }
    var found = bodies[Name(owner: owner, name: name.name)] ?? []
    // In Dart, a method calls the other methods of its type without a receiver.
    if found.isEmpty, name.receiver == nil, let own = files[file].members.owner(at: index) {
      found = bodies[Name(owner: own, name: name.name)] ?? []
    }
    return found.count == 1 ? found[0] : nil
  }
}

/// A call that saves or reads an item of the keychain.
struct KeychainItem {
  let name: String
  /// The text of the item's key; `nil` if the text is not known, or if the call is for all items.
  let key: String?
  /// Whether the item can't be read while the device is locked; `nil` if nothing shows that.
  let isLocked: Bool?
  /// Whether the call itself saves an item, and does not only make the object that does so.
  let isWrite: Bool
  let asksForSystem: Bool
  let location: FactLocation
}
