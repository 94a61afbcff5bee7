/// The types of the system to which code refers by other names, or without a name.
struct SystemTypes {
  /// The types of the system that aliases stand for, by the names of the aliases.
  private let aliases: [String: String]
  /// The types that the sources declare.
  private let declared: Set<String>
  /// The types of the system that facts depend on. An alias never takes the place of one of them: an alias may be visible in a part of the
  /// code only, and it would take all uses of the type out of sight.
  private static let kept = ShadowingTypes.names.union([
    "AVAssetDownloadURLSession", "AVAudioSession", "Activity", "BGTaskRequest", "CBCentralManager",
    "CBPeripheralManager", "CLBackgroundActivitySession", "CLLocationManager", "HKAnchoredObjectQuery",
    "HKHealthStore", "HKObserverQuery", "HKStatisticsCollectionQuery", "NSBackgroundActivityScheduler",
    "PKPushRegistry", "ProcessInfo", "UNUserNotificationCenter", "URLRequest", "WKApplication", "WKExtension",
  ])

  /// Whether a name always means a type of the system, whatever other types and aliases have the name.
  static func keeps(_ name: String) -> Bool { kept.contains(name) }

  /// The aliases of files, and the names of the types that the files declare.
  init(_ files: [FileIndex], declared types: Set<String>) {
    // Code outside of a type can't refer to the types within it by their last names.
    let global = Set(
      files.flatMap(\.types).filter { $0.path.count == 1 && $0.kind != .extension }.compactMap(\.path.last))
    let declared = types.filter { !Self.keeps($0) || global.contains($0) }
    self.declared = declared
    var targets: [String: Set<String>] = [:]
    for alias in files.flatMap(\.aliases) where !Self.keeps(alias.name) {
      if let type = alias.type { targets[alias.name, default: []].insert(Self.name(of: type)) }
    }
    var aliases: [String: String] = [:]
    for name in targets.keys {
      guard let type = Self.target(of: name, targets, declared) else { continue }
      // A type may have the alias's name in another part of the code.
      if type.hasPrefix("BG") || !declared.contains(name) { aliases[name] = type }
    }
    self.aliases = aliases
  }

  /// The longest chain of aliases that is followed.
  private static let mostAliases = 8

  /// The type of the system that an alias stands for. Of several aliases with one name, the first in the order of their types counts, and
  /// background tasks come first.
  private static func target(of name: String, _ targets: [String: Set<String>], _ declared: Set<String>)
    -> String?
  {
    var open = [name]
    var found: [String] = []
    for _ in 0..<mostAliases {
      let next = open.flatMap { targets[$0] ?? [] }
      found += next.filter { targets[$0] == nil && !declared.contains($0) }
      open = Array(next.filter { targets[$0] != nil }.prefix(mostAliases))
    }
    let sorted = found.filter { $0.first?.isUppercase ?? false }.sorted()
    return sorted.first { $0.hasPrefix("BG") } ?? sorted.first
  }

  /// The last name of a type as written.
  private static func name(of type: String) -> String {
    Program.plain(type).split(separator: ".").last.map(String.init) ?? type
  }

  /// The name of a type without aliases.
  func name(_ name: String) -> String { aliases[name] ?? name }

  /// The name of a type as written; `nil` if the sources declare the type.
  func name(ofType type: String?) -> String? {
    guard let type else { return nil }
    let name = name(Self.name(of: type))
    return name.first?.isUppercase ?? false && !declared.contains(name) ? name : nil
  }
}
