internal import AppFacts
internal import Quantities

/// The Swift packages in the folder that is read, with the sources of their products.
struct LocalPackages {
  /// A target of a package.
  private struct Target {
    /// The sources, in the order of their paths.
    let sources: [String]
    /// The targets and products that the target depends on.
    let dependencies: [Dependency]
    let settings: PackageSettings
  }

  /// A dependency of a target.
  private struct Dependency: Equatable {
    let name: String
    /// Whether the dependency may be a target of the same package, and whether it may be a product of another
    /// package. A dependency that is only a name may be both.
    let mayBeTarget, mayBeProduct: Bool
  }

  /// A package, by its folder.
  private struct Package {
    let targets: [String: Target]
    /// The targets of each product.
    let products: [String: [String]]
    /// The folders of the packages that the package depends on.
    let folders: [String]

    /// The union of this package and another manifest of the same package, for the case that either manifest may apply.
    func merging(_ other: Package) -> Package {
      Package(
        targets: targets.merging(other.targets) { own, other in
          Target(
            sources: Set(own.sources + other.sources).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
            dependencies: own.dependencies + other.dependencies.filter { !own.dependencies.contains($0) },
            settings: own.settings.union(other.settings))
        },
        products: products.merging(other.products) { own, other in own + other.filter { !own.contains($0) } },
        folders: folders + other.folders.filter { !folders.contains($0) })
    }
  }

  private var packages: [String: Package] = [:]
  /// The apps of Swift Playgrounds, which their packages describe.
  private(set) var apps: [TargetDescription] = []
  /// The folders of the packages that have a product, in the order of their paths.
  private var folders: [String: [String]] = [:]

  /// Reads the given manifests of packages, and the manifests of packages in the folders that projects and packages name, wherever these
  /// folders are.
  init(_ manifests: [String], namedFolders: [String], _ files: ProjectFiles) {
    var open = Set(manifests.map(AppPath.folder) + namedFolders.map(files.spelling))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var seen = Set(open)
    while let folder = open.popLast() {
      for path in Self.manifests(in: folder, files) {
        guard let value = files.manifest(path, "package") else { continue }
        guard value.name == "Package" || value.name == "init" else {
          // An app's own file may be named `Package.swift`, too.
          if Self.isManifest(path, files) { Self.note(value, "manifest", files, isOpen: true) }
          continue
        }
        let package = Self.package(value, in: folder, files)
        packages[folder] = packages[folder].map { $0.merging(package) } ?? package
        for other in package.folders where seen.insert(other).inserted { open.append(other) }
        for product in value["products"]?.list ?? [] where product.name == "iOSApplication" {
          let targets = (product["targets"]?.list.compactMap(\.string) ?? []).compactMap {
            package.targets[$0]
          }
          apps.append(
            PackageApp(product, of: value, in: folder).description(sources: targets.flatMap(\.sources)))
        }
      }
    }
    for (folder, package) in packages {
      for product in package.products.keys { folders[product, default: []].append(folder) }
    }
    for name in folders.keys { folders[name]?.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// The manifests of a package: `Package.swift`, and manifests for single versions of Swift, such as `Package@swift-6.0.swift`.
  static func manifests(in folder: String, _ files: ProjectFiles) -> [String] {
    (files.names(in: folder) ?? []).filter { name in
      name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
    }.compactMap { AppPath.joined(folder, $0) }
  }

  /// The sources of products that a target of a project links, including the sources of the targets that these products depend on.
  ///
  /// If several packages have a product of the same name, a target or package that links the product gets the product of the package to
  /// which it refers. `ambiguous` are the products without exactly one such package; they have no sources.
  ///
  /// `settings` are the settings of all packages that have these sources.
  func sources(
    of products: [String], references: [String] = []
  ) -> (files: Set<String>, settings: PackageSettings, ambiguous: Set<String>) {
    let found = walk(from: products, references: references)
    return (found.sources, found.settings, found.unread.filter { folders[$0] != nil })
  }

  /// The packages that targets link, directly or through packages in the folder, in no order.
  func facts(of targets: [TargetDescription], _ files: ProjectFiles) -> [PackageFact] {
    var facts: [PackageFact] = []
    var known: Set<String> = []
    for target in targets where target.isPartOfAnApp {
      let linked = walk(
        from: target.packageProducts, references: target.packageFolders.map(files.spelling))
      for (names, isRead) in [(linked.read, true), (linked.unread, false)] {
        for name in names where known.insert(name).inserted {
          facts.append(PackageFact(name, .swift, at: target.location, isRead: isRead))
        }
      }
    }
    return facts
  }

  /// Follows products, and the products on which they depend. `sources` are the sources of these products, `read` are the names of the
  /// products that packages in the folder have, and `unread` are the names of all other products.
  private func walk(
    from products: [String], references: [String]
  ) -> (sources: Set<String>, settings: PackageSettings, read: Set<String>, unread: Set<String>) {
    var sources: Set<String> = []
    var settings = PackageSettings()
    var read: Set<String> = []
    var unread: Set<String> = []
    var seen: Set<[String]> = []
    var open: [(folder: String, target: String)] = []
    func addProduct(_ name: String, _ references: [String]) {
      guard let folder = folder(of: name, among: references) else {
        unread.insert(name)
        return
      }
      read.insert(name)
      for target in packages[folder]?.products[name] ?? [] { open.append((folder, target)) }
    }
    for product in products { addProduct(product, references) }
    while let (folder, name) = open.popLast() {
      guard seen.insert([folder, name]).inserted, let target = packages[folder]?.targets[name] else {
        continue
      }
      sources.formUnion(target.sources)
      settings = settings.union(target.settings)
      for dependency in target.dependencies {
        // A name alone is a target of the package, or else a product of another package.
        if dependency.mayBeTarget, packages[folder]?.targets[dependency.name] != nil {
          open.append((folder, dependency.name))
        } else if dependency.mayBeProduct {
          let own = packages[folder]?.folders ?? []
          // A package that refers to no folder has the products of the packages to which the project refers.
          addProduct(dependency.name, own.isEmpty ? references : own)
        }
      }
    }
    return (sources, settings, read, unread)
  }

  /// The folder of the package that has a product; `nil` unless exactly one package matches.
  private func folder(of product: String, among references: [String]) -> String? {
    let all = folders[product] ?? []
    guard all.count > 1 else { return all.first }
    let spelled = Set(references)
    let named = all.filter { spelled.contains($0) }
    return named.count == 1 ? named.first : nil
  }

  // MARK: - Manifests

  /// Whether a file may describe a package: a package's manifest names the module `PackageDescription`.
  private static func isManifest(_ path: String, _ files: ProjectFiles) -> Bool {
    files.text(of: path)?.bytes.contains(sequence: "PackageDescription") ?? false
  }

  private static func package(_ value: ManifestValue, in folder: String, _ files: ProjectFiles) -> Package {
    var targets: [String: Target] = [:]
    var products: [String: [String]] = [:]
    note(value["targets"], "targets", files)
    for target in value["targets"]?.list ?? [] {
      guard kindsOfTargets.contains(target.name ?? ""), let name = target["name"]?.string else {
        note(target, "target", files, isOpen: true)
        continue
      }
      if target.name == "macro" { noteMacro(target, name, in: folder, files) }
      // Tests, plug-ins, macros and binaries are not code of the app.
      guard ["target", "executableTarget"].contains(target.name ?? "") else { continue }
      targets[name] = Target(
        sources: sources(of: target, name, in: folder, files),
        dependencies: dependencies(of: target, name, files),
        settings: PackageSettings(of: target, in: value, files))
    }
    note(value["products"], "products", files)
    for product in value["products"]?.list ?? [] {
      guard let name = product["name"]?.string, kindsOfProducts.contains(product.name ?? "") else {
        note(product, "product", files, isOpen: true)
        continue
      }
      guard product.name == "library" || product.name == "executable" else { continue }
      note(product["targets"], "targets of the product \(name)", files)
      for target in product["targets"]?.list ?? [] where target.string == nil {
        note(target, "target of the product \(name)", files)
      }
      products[name] = product["targets"]?.list.compactMap(\.string) ?? []
    }
    return Package(targets: targets, products: products, folders: Self.folders(of: value, in: folder, files))
  }

  /// The functions of `PackageDescription` that make targets and products.
  private static let kindsOfTargets: Set<String> = [
    "target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "plugin", "macro",
  ]
  private static let kindsOfProducts: Set<String> = ["library", "executable", "plugin", "iOSApplication"]

  /// Notes a target with macros whose texts name work in the background: the code that macros write is not read.
  private static func noteMacro(
    _ target: ManifestValue, _ name: String, in folder: String, _ files: ProjectFiles
  ) {
    let beginnings = ["BGTask", "BGAppRefresh", "BGProcessing"]
    let found = sources(of: target, name, in: folder, files).first { path in
      guard let file = files.text(of: path) else { return false }
      return beginnings.contains { file.bytes.contains(sequence: $0) } || MentionedNames(in: file.bytes).isAny
    }
    if let found {
      files.leaveOutCode(FactLocation(file: found), "The macros of \(name) may write code, which is not read")
    }
  }

  /// The folders of the packages on which a package depends.
  private static func folders(of value: ManifestValue, in folder: String, _ files: ProjectFiles) -> [String] {
    note(value["dependencies"], "dependencies", files)
    return (value["dependencies"]?.list ?? []).compactMap { dependency in
      guard let path = dependency["path"] else {
        note(dependency, "dependency", files)
        return nil
      }
      note(path, "path of a dependency", files)
      return path.string.flatMap { files.packageFolder($0, in: folder, at: path.location) }
        .map(files.spelling)
    }
  }

  /// Notes a value that is not known; with `isOpen`, also a value of an unknown kind.
  private static func note(
    _ value: ManifestValue?, _ what: String, _ files: ProjectFiles, isOpen: Bool = false
  ) {
    guard let value, let text = value.unknown ?? (isOpen ? value.name ?? "" : nil) else { return }
    files.leaveOutCode(
      value.location, "The \(what) `\(text)` of the package can't be known without running the manifest")
  }

  private static func dependencies(
    of target: ManifestValue, _ name: String, _ files: ProjectFiles
  ) -> [Dependency] {
    note(target["dependencies"], "dependencies of the target \(name)", files)
    return (target["dependencies"]?.list ?? []).compactMap { dependency in
      let kind = dependency.string == nil ? dependency.name : "byName"
      if let name = dependency.string ?? dependency["name"]?.string,
        ["target", "product", "byName", "plugin"].contains(kind)
      {
        return kind == "plugin"
          ? nil : Dependency(name: name, mayBeTarget: kind != "product", mayBeProduct: kind != "target")
      }
      files.leaveOutCode(
        dependency.location,
        "A dependency of the package's target \(name) can't be known without running the manifest")
      return nil
    }
  }

  /// Notes files that a target leaves out, or has as resources, and that are not known without running the manifest.
  private static func noteLeftOut(of target: ManifestValue, _ name: String, _ files: ProjectFiles) {
    for (key, what) in [("exclude", "excluded files"), ("resources", "resources")] {
      note(target[key], "\(what) of the target \(name)", files)
      for element in target[key]?.list ?? [] where element.string == nil {
        note(
          element.name == nil ? element : element[nil] ?? element["path"], "\(what) of the target \(name)",
          files)
      }
    }
  }

  private static func sources(
    of target: ManifestValue, _ name: String, in folder: String, _ files: ProjectFiles
  ) -> [String] {
    let path: String?
    if let value = target["path"] {
      guard let text = value.string else {
        files.leaveOutCode(value.location, "The path of the package's target \(name) is not known")
        return []
      }
      path = AppPath.joined(folder, text).map(files.spelling)
      if path == nil {
        files.leaveOutCode(
          value.location,
          "The path \(text) of the package's target \(name) is outside of the folder that is read"
        )
      }
    } else {
      // The folders in which SwiftPM looks for a target without a path. The only target of a package may have such a folder to itself.
      let folders = ["Sources", "Source", "src", "srcs"].compactMap { AppPath.joined(folder, $0) }
        .map(files.spelling)
      path = (folders.map { files.spelling(of: "\($0)/\(name)") } + folders)
        .first { files.names(in: $0) != nil }
    }
    guard let path else { return [] }
    // SwiftPM reads the elements of this list as paths, not as patterns.
    func paths(_ key: String) -> [String] {
      (target[key]?.list ?? []).compactMap(\.string).compactMap { AppPath.joined(path, $0) }
    }
    // SwiftPM copies a declared resource, and compiles no code in it.
    let resources = (target["resources"]?.list ?? []).compactMap { $0[nil]?.string ?? $0["path"]?.string }
      .compactMap { AppPath.joined(path, $0) }
    noteLeftOut(of: target, name, files)
    // SwiftPM compares the names that it excludes as they are written.
    let (excluded, included) = (
      Set(paths("exclude") + resources), Set(paths("sources").map(files.spelling))
    )
    // A path that is not known without running the manifest may be any path.
    let knowsIncluded =
      if case .list(let values)? = target["sources"]?.content {
        values.allSatisfy { $0.string != nil }
      } else {
        false
      }
    // Whether a file, or a folder that contains the file, is among some paths.
    func contains(_ paths: Set<String>, _ file: String) -> Bool {
      guard !paths.isEmpty else { return false }
      var part = file
      while !part.isEmpty, !paths.contains(part) { part = AppPath.folder(of: part) }
      return !part.isEmpty || paths.contains("")
    }
    let manifests = Set(manifests(in: folder, files))
    return FolderSources.files(in: path, files, by: .swiftPM).filter { file in
      AppPath.isSource(file) && !manifests.contains(file) && !contains(excluded, file)
        && (!knowsIncluded || contains(included, file))
    }
  }
}
