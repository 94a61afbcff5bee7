internal import AppFacts
internal import PlatformFacts
internal import Quantities

// The sections `app` and `targets`.

extension AppImport {
  /// The keys of `app`, without the build settings, which depend on the rest of the policy.
  mutating func appSection() -> [DraftItem] {
    let target = app.target
    var items: [DraftItem] = []
    items.append(.entry("name", .string(appName).at(target.location)))
    items += bundleIdentifier(of: target, path: "app", isRequired: true)
    items += deploymentTarget()
    items += files(of: target, path: "app")
    items += appGroups(of: target, path: "app")
    items += legacyFetch()
    let folders = SourceFolders(app: app, files: files, in: folder).folders
    if !folders.isEmpty { items.append(.entry("sources", .strings(folders))) }
    return items
  }

  /// The first part of the names of generated types.
  var appName: String { ImportNames.typeName(of: app.target.name) ?? "App" }

  /// The entries of the policy's section `targets`.
  mutating func targetsSection() -> [DraftItem] {
    var items: [DraftItem] = []
    for process in app.processes.dropFirst() {
      let target = process.target
      let path = "targets.\(process.name)"
      var keys: [DraftItem] = []
      if let type = target.policyType { keys.append(.entry("type", .string(type).at(target.location))) }
      keys += bundleIdentifier(of: target, path: path, isRequired: false)
      keys += appGroups(of: target, path: path)
      keys += files(of: target, path: path)
      keys += platformsEntry(of: process)
      items.append(.entry(process.name, DraftValue(content: .mapping(keys))))
    }
    return items
  }

  // MARK: - Bundle identifiers

  private mutating func bundleIdentifier(
    of target: TargetFact, path: String, isRequired: Bool
  ) -> [DraftItem] {
    let path = "\(path).bundleIdentifier"
    guard let release = target.release, let value = release.bundleIdentifier, let text = value.string else {
      let value = target.release?.bundleIdentifier
      let reason = value?.unstatedText ?? "the project does not state it"
      let todo = todo(path, reason, at: [value?.location ?? target.location])
      // The language requires a bundle identifier; Xcode would use the setting.
      return isRequired
        ? [todo, .entry("bundleIdentifier", .string(value?.spelling ?? "$(PRODUCT_BUNDLE_IDENTIFIER)"))]
        : [todo]
    }
    var items: [DraftItem] = [.entry("bundleIdentifier", .string(text).at(value.location))]
    var others: [DraftItem] = []
    for configuration in target.configurations where configuration.name != release.name {
      guard let other = configuration.bundleIdentifier, other.string != text else { continue }
      guard let identifier = other.string else {
        others.append(
          todo("\(path) in \(configuration.name)", other.unstatedText, at: [other.location]))
        continue
      }
      others.append(
        .entry(
          configuration.name,
          DraftValue.inline(["bundleIdentifier": .string(identifier)]).at(other.location)))
    }
    if others.contains(where: { $0.key != nil }) {
      items.append(.entry("configurations", DraftValue(content: .mapping(others))))
    } else {
      items += others
    }
    return items
  }

  // MARK: - Versions and platforms

  private mutating func deploymentTarget() -> [DraftItem] {
    var versions: [(platform: Platform, value: FactValue)] = []
    for process in app.processes where process.name == "app" || process.target.kind == .watchApp {
      let named = process.target.platforms
      for entry in process.target.release?.deploymentTargets ?? [] {
        guard let platform = Platform(rawValue: entry.key), named.isEmpty || named.contains(entry.key),
          !versions.contains(where: { $0.platform == platform })
        else { continue }
        versions.append((platform, entry.value))
      }
    }
    versions.sort { Self.rank($0.platform) < Self.rank($1.platform) }
    var open: [DraftItem] = []
    var items: [DraftItem] = []
    var locations: [FactLocation] = []
    for (platform, value) in versions {
      guard let version = value.version else {
        open.append(
          todo("app.deploymentTarget.\(platform.rawValue)", value.unstatedText, at: [value.location]))
        continue
      }
      items.append(.entry(platform.rawValue, .quoted(version)))
      locations.append(value.location)
    }
    guard !items.isEmpty else { return open }
    let isWithWatchApp = app.processes.dropFirst().contains { $0.target.kind == .watchApp }
    declaredPlatforms = items.compactMap(\.key).compactMap(Platform.init(rawValue:))
      .filter { $0 != .watchOS || !isWithWatchApp }
    return open + [.entry("deploymentTarget", DraftValue.inline(items).at(locations))]
  }

  private static func rank(_ platform: Platform) -> Int { Platform.allCases.firstIndex(of: platform) ?? 0 }

  /// The systems of a target, if they differ from the systems of the app. A watch app is always for the watch.
  private func platformsEntry(of process: ImportedApp.Process) -> [DraftItem] {
    let systems = process.target.platforms.compactMap(Platform.init(rawValue:))
    let own = declaredPlatforms.filter { systems.contains($0) }
    guard process.target.kind != .watchApp, !own.isEmpty, own != declaredPlatforms else { return [] }
    return [.entry("platforms", .strings(own.map(\.rawValue)).at(process.target.location))]
  }

  // MARK: - Files

  /// The paths of the Info.plist and of the entitlements.
  private mutating func files(of target: TargetFact, path: String) -> [DraftItem] {
    let release = target.release
    return [("infoPlist", release?.infoPlist), ("entitlements", release?.entitlements)].compactMap {
      key, value in
      guard let value else { return nil }
      guard let file = value.string else {
        return todo("\(path).\(key)", value.unstatedText, at: [value.location])
      }
      // A policy that names the file would have an error at this key.
      if let reason = unreadReasons[file] {
        return todo(
          "\(path).\(key)",
          "the project names \(file): \(reason.prefix(1).lowercased() + reason.dropFirst())",
          at: [value.location])
      }
      return .entry(key, .string(file).at(value.location))
    }
  }

  // MARK: - Lists of property lists

  private mutating func appGroups(of target: TargetFact, path: String) -> [DraftItem] {
    let key = "com.apple.security.application-groups"
    let list = configuredList(key, of: target, path: "\(path).appGroups") { $0.entitlementValues }
    guard let list else { return [] }
    return list.open + [.entry("appGroups", DraftValue(content: .list(list.elements)).withCommonLocation)]
  }

  // MARK: - Legacy fetch

  private mutating func legacyFetch() -> [DraftItem] {
    let facts = facts(.performFetch, .minimumBackgroundFetchInterval).filter {
      $0.process == "app" && $0.fact["interval"]?.string != "never"
    }
    guard !facts.isEmpty else { return [] }
    return [.entry("legacyFetch", DraftValue.bool(true).at(facts.map(\.fact.location)))]
  }
}

extension [DraftItem] {
  /// The targets. A target to which no declaration belongs has only its type, identifiers and groups, on one line if they fit.
  ///
  /// A policy says nothing about the files of such a target.
  func shortUnlessUsed(in declarations: [DraftItem]) -> [DraftItem] {
    let used = Set(declarations.compactMap { $0.value?["target"]?.text })
    return map { item in
      guard case .entry(let name, let value) = item, !used.contains(name),
        value["type"]?.text != "watchApp", value.items.allSatisfy({ $0.key != nil })
      else { return item }
      let keys = value.items.filter {
        ["type", "bundleIdentifier", "configurations", "appGroups", "platforms"].contains($0.key)
      }
      guard keys.allSatisfy({ $0.value?.line != nil }) else {
        // The identifiers of the other configurations need several lines.
        return value["configurations"] == nil
          ? item : .entry(name, DraftValue(content: .mapping(keys), locations: value.locations))
      }
      let locations = value["type"]?.locations ?? []
      return .entry(name, DraftValue.inline(keys.map(\.withoutLocations)).at(locations))
    }
  }
}

extension DraftItem {
  /// The entry without the locations that state its value.
  fileprivate var withoutLocations: DraftItem {
    guard case .entry(let key, var value) = self else { return self }
    value.locations = []
    return .entry(key, value)
  }
}

extension FactValue {
  /// The reason why a value is open.
  var unresolvedText: String {
    let text = pattern ?? expression
    return text.map { "`\($0)` is not known without running the app" }
      ?? "it is not known without running the app"
  }

  /// The reason why a value of the project is open.
  var unstatedText: String {
    (spelling ?? pattern ?? expression).map { "the project does not state all of `\($0)`" }
      ?? "the project does not state it"
  }

  /// The text with its build settings, spelled `$(NAME)`; `nil` if the text has no build settings.
  var spelling: String? {
    guard let expression, !SettingReferences.names(in: expression, all: true).isEmpty else { return nil }
    return SettingReferences.expanded(expression) { "$(\($0))" }
  }

  /// A version, as text.
  fileprivate var version: String? {
    guard let text = string ?? number.map({ $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }) else { return nil }
    return Version(text) == nil ? nil : text
  }
}
