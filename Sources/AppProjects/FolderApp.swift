internal import AppFacts
internal import Quantities

/// The app of a folder that has an Info.plist and code, but no project file, such as a small example of a problem.
///
/// The code beside the Info.plist of an extension or a watch app belongs to that target, all other code to the app. If the folder has
/// several apps, no target is assumed.
struct FolderApp {
  /// The kinds of targets that an Info.plist shows.
  private enum Kind { case app, appExtension, watchApp }

  private struct List {
    let path: String
    let kind: Kind
    let root: ValueNode

    var folder: String { AppPath.folder(of: path) }
  }

  private let search: ProjectSearch
  private let files: ProjectFiles
  private let lists: [List]

  init(_ search: ProjectSearch, _ files: ProjectFiles) {
    self.search = search
    self.files = files
    let reader = PropertyListReader(files)
    lists = search.propertyLists.compactMap { path in
      guard let root = reader.root(of: path), let kind = Self.kind(of: root) else { return nil }
      return List(path: path, kind: kind, root: root)
    }
  }

  /// The app, then the targets that the app embeds; empty unless the folder has exactly one app.
  var descriptions: [TargetDescription] {
    let apps = lists.filter { $0.kind == .app }
    let watchApps = lists.filter { $0.kind == .watchApp }
    guard let app = apps.first ?? watchApps.first, apps.count <= 1, watchApps.count <= 1, !code.isEmpty else {
      return []
    }
    let others = lists.filter { $0.path != app.path }
    // Without a folder of its own, the code of an extension is not known.
    guard others.allSatisfy({ !$0.folder.isEmpty && $0.folder != app.folder }) else { return [] }
    // The note is about the folder: a note about the Info.plist would say that the Info.plist is not read.
    if !app.folder.isEmpty {
      let guess = bundleIdentifier(of: app).map { ", and the bundle identifier \($0) is a guess" } ?? ""
      files.note(
        FactLocation(file: app.folder), "There is no project file; all code is taken for the app's\(guess)")
    }
    let own = code.filter { path in !others.contains { path.isBelow($0.folder) } }
    return [description(of: app, code: own, dependencies: others.map(name))]
      + others.map { list in
        description(of: list, code: code.filter { $0.isBelow(list.folder) }, dependencies: [])
      }
  }

  /// The files of code, without tests and manifests.
  private var code: [String] {
    search.sources.filter { path in
      !path.pathNames.dropLast().contains { $0.hasSuffix("Tests") || $0 == "Tests" }
    }
  }

  private static func kind(of root: ValueNode) -> Kind? {
    if root["NSExtension"] != nil || root["EXAppExtensionAttributes"] != nil { return .appExtension }
    if root["WKApplication"] != nil || root["WKWatchKitApp"] != nil { return .watchApp }
    // Xcode writes the type as a build setting; frameworks and tests have other types.
    let type = root["CFBundlePackageType"]?.string ?? "APPL"
    return type == "APPL" || type.contains("$(") && root["CFBundleExecutable"] != nil ? .app : nil
  }

  private func name(of list: List) -> String {
    if let name = text(list, "CFBundleName") { return name }
    let folder = AppPath.name(of: list.folder)
    return folder.isEmpty ? "App" : folder
  }

  /// A text of an Info.plist that refers to no build settings.
  private func text(_ list: List, _ key: String) -> String? {
    list.root[key]?.string.flatMap { $0.isEmpty || $0.contains("$(") ? nil : $0 }
  }

  private func description(of list: List, code: [String], dependencies: [String]) -> TargetDescription {
    let location = FactLocation(file: list.path)
    var level = SettingLevel()
    func set(_ name: String, _ value: String) {
      level.append(SettingAssignment(name: name, conditions: [], value: value, location: location))
    }
    set("INFOPLIST_FILE", list.path)
    set(
      "SDKROOT",
      list.kind == .watchApp ? "watchos" : list.root["NSPrincipalClass"] == nil ? "iphoneos" : "macosx")
    if let identifier = bundleIdentifier(of: list) { set("PRODUCT_BUNDLE_IDENTIFIER", identifier) }
    if let entitlements = entitlements(of: list) { set("CODE_SIGN_ENTITLEMENTS", entitlements) }
    return TargetDescription(
      name: name(of: list),
      productType: "com.apple.product-type." + (list.kind == .appExtension ? "app-extension" : "application"),
      location: location, folder: "", projectName: name(of: list),
      configurations: [ConfigurationDescription(name: "Release", levels: [level])], sources: code,
      dependencies: dependencies, packageProducts: [])
  }

  /// A guess at the bundle identifier of an app whose Info.plist refers to a build setting: the beginning of the permitted task
  /// identifiers, which start with the bundle identifier by convention, or else an example; `nil` if the Info.plist states the bundle
  /// identifier.
  private func bundleIdentifier(of list: List) -> String? {
    guard list.kind != .appExtension, text(list, "CFBundleIdentifier") == nil else { return nil }
    let permitted = (list.root["BGTaskSchedulerPermittedIdentifiers"]?.strings ?? []).map { identifier in
      identifier.split(separator: ".").dropLast(identifier.hasSuffix(".*") ? 2 : 1)
    }
    let known = permitted.first { $0.count > 1 && !$0.contains { $0.contains("$") } }
    return known?.joined(separator: ".") ?? "com.example."
      + name(of: list).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The only entitlements in the folder of an Info.plist; for the app, the only entitlements outside of other targets' folders.
  private func entitlements(of list: List) -> String? {
    let others = lists.filter { $0.path != list.path && !$0.folder.isEmpty }
    let own = search.entitlements.filter { path in
      list.kind == .app
        ? !others.contains { path.isBelow($0.folder) } : AppPath.folder(of: path) == list.folder
    }
    return own.count == 1 ? own.first : nil
  }
}
