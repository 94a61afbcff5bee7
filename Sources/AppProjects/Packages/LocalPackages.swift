internal import AppFacts

/// The Swift packages in the folder that is read, with the sources of their products.
struct LocalPackages {
  /// A target of a package.
  private struct Target {
    /// The sources, in the order of their paths.
    let sources: [String]
    /// The names of the targets and products that the target depends on.
    let dependencies: [String]
  }

  /// A package, by its folder.
  private struct Package {
    let targets: [String: Target]
    /// The targets of each product.
    let products: [String: [String]]
  }

  private var packages: [String: Package] = [:]
  /// The apps of Swift Playgrounds, which their packages describe.
  private(set) var apps: [TargetDescription] = []
  /// The folders of the packages that have a product, in the order of their paths.
  private var folders: [String: [String]] = [:]

  /// Reads the manifests of packages.
  init(_ manifests: [String], _ files: ProjectFiles) {
    for path in manifests {
      guard let value = files.manifest(path, "package"), value.name == "Package" else { continue }
      let folder = AppPath.folder(of: path)
      let package = Self.package(value, in: folder, files)
      packages[folder] = package
      for product in package.products.keys { folders[product, default: []].append(folder) }
      for product in value["products"]?.list ?? [] where product.name == "iOSApplication" {
        let targets = (product["targets"]?.list.compactMap(\.string) ?? []).compactMap { package.targets[$0] }
        apps.append(
          PackageApp(product, of: value, in: folder).description(sources: targets.flatMap(\.sources)))
      }
    }
    for name in folders.keys { folders[name]?.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// The sources of products that a target of a project links, including the sources of the targets that these products depend on.
  ///
  /// If several packages have a product of the same name, the product has sources only if `references` has exactly one of these packages.
  func sources(of products: [String], references: [String] = []) -> Set<String> {
    walk(from: products, references: references).sources
  }

  /// The packages that targets link, directly or through packages in the folder, in no order.
  func facts(of targets: [TargetDescription]) -> [PackageFact] {
    var facts: [PackageFact] = []
    for target in targets where target.isPartOfAnApp {
      let linked = walk(from: target.packageProducts, references: target.packageFolders)
      for (names, isRead) in [(linked.read, true), (linked.unread, false)] {
        for name in names where !facts.contains(where: { $0.name == name }) {
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
  ) -> (sources: Set<String>, read: Set<String>, unread: Set<String>) {
    var sources: Set<String> = []
    var read: Set<String> = []
    var unread: Set<String> = []
    var seen: Set<[String]> = []
    var open: [(folder: String, target: String)] = []
    func addProduct(_ name: String) {
      guard let folder = folder(of: name, among: references) else {
        unread.insert(name)
        return
      }
      read.insert(name)
      for target in packages[folder]?.products[name] ?? [] { open.append((folder, target)) }
    }
    products.forEach(addProduct)
    while let (folder, name) = open.popLast() {
      guard seen.insert([folder, name]).inserted, let target = packages[folder]?.targets[name] else {
        continue
      }
      sources.formUnion(target.sources)
      for dependency in target.dependencies {
        // A name alone is a target of the package, or else a product of another package.
        if packages[folder]?.targets[dependency] != nil {
          open.append((folder, dependency))
        } else {
          addProduct(dependency)
        }
      }
    }
    return (sources, read, unread)
  }

  /// The folder of the package that has a product; `nil` unless exactly one package matches.
  private func folder(of product: String, among references: [String]) -> String? {
    let all = folders[product] ?? []
    guard all.count > 1 else { return all.first }
    let named = all.filter { references.contains($0) }
    return named.count == 1 ? named.first : nil
  }

  // MARK: - Manifests

  private static func package(_ value: ManifestValue, in folder: String, _ files: ProjectFiles) -> Package {
    var targets: [String: Target] = [:]
    var products: [String: [String]] = [:]
    note(value["targets"], "targets", files)
    let helpers = testHelpers(among: value["targets"]?.list ?? [])
    for target in value["targets"]?.list ?? [] {
      guard let name = target["name"]?.string else {
        note(target, "target", files)
        continue
      }
      // Tests, plug-ins, macros and binaries are not code of the app.
      guard ["target", "executableTarget"].contains(target.name ?? "") else { continue }
      targets[name] = Target(
        sources: sources(of: target, name, in: folder, files),
        dependencies: dependencies(of: target))
    }
    for product in value["products"]?.list ?? [] {
      guard let name = product["name"]?.string, product.name == "library" || product.name == "executable"
      else {
        continue
      }
      products[name] = (product["targets"]?.list.compactMap(\.string) ?? []).filter { !helpers.contains($0) }
    }
    return Package(targets: targets, products: products)
  }

  /// The targets that are named as doubles for tests, and that only tests depend on.
  ///
  /// A product may contain such targets, for the tests of other packages; the app does not use them.
  private static func testHelpers(among targets: [ManifestValue]) -> Set<String> {
    func dependencies(_ isOfTests: Bool) -> Set<String> {
      Set(targets.filter { ($0.name == "testTarget") == isOfTests }.flatMap { self.dependencies(of: $0) })
    }
    let suffixes = ["Mock", "Mocks", "Stubs", "Fakes", "Fixtures", "TestHelpers", "TestSupport", "TestUtils"]
    return dependencies(true).subtracting(dependencies(false)).filter { name in
      suffixes.contains { name.hasSuffix($0) }
    }
  }

  private static func note(_ value: ManifestValue?, _ what: String, _ files: ProjectFiles) {
    guard let value, let text = value.unknown else { return }
    files.leaveOutCode(
      value.location, "The \(what) `\(text)` of the package can't be known without running the manifest")
  }

  private static func dependencies(of target: ManifestValue) -> [String] {
    (target["dependencies"]?.list ?? []).compactMap { dependency in
      dependency.string ?? dependency["name"]?.string
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
      path = AppPath.joined(folder, text)
    } else {
      // The folders in which SwiftPM looks for a target without a path.
      path = ["Sources", "Source", "src", "srcs"].compactMap { AppPath.joined(folder, "\($0)/\(name)") }
        .first { files.names(in: $0) != nil }
    }
    guard let path else { return [] }
    // SwiftPM reads the elements of this list as paths, not as patterns.
    func paths(_ key: String) -> [String] {
      (target[key]?.list ?? []).compactMap(\.string).compactMap { AppPath.joined(path, $0) }
    }
    let (excluded, included) = (paths("exclude"), paths("sources"))
    // A path that is not known without running the manifest may be any path.
    let knowsIncluded =
      if case .list(let values)? = target["sources"]?.content {
        values.allSatisfy { $0.string != nil }
      } else {
        false
      }
    func contains(_ paths: [String], _ file: String) -> Bool {
      paths.contains { $0.isEmpty || file == $0 || file.hasPrefix($0 + "/") }
    }
    let manifest = AppPath.joined(folder, "Package.swift")
    return FolderSources.files(in: path, files).filter { file in
      AppPath.isSource(file) && file != manifest && !contains(excluded, file)
        && (!knowsIncluded || contains(included, file))
    }
  }
}
