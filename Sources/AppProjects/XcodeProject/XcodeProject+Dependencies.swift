/// The Xcode projects of an app, by the paths of their bundles.
struct XcodeProjects {
  private(set) var all: [XcodeProject] = []
  private var indices: [String: Int] = [:]
  /// The bundles and the names of the targets by the names of their products.
  private var products: [String: [(bundle: String, target: String)]] = [:]

  mutating func add(_ project: XcodeProject) {
    indices[project.bundle] = all.count
    all.append(project)
    for (product, target) in project.namesOfProducts {
      products[product, default: []].append((project.bundle, target))
    }
  }

  subscript(bundle: String) -> XcodeProject? { indices[bundle].map { all[$0] } }

  /// The targets whose products have a name, such as `libKit.a`. Xcode builds such a target before a target
  /// that links the product.
  func targets(making product: String) -> [(bundle: String, target: String)] {
    products[XcodeProject.productStem(product)] ?? []
  }
}

extension XcodeProject {
  /// The path of a project file.
  static func file(of bundle: String) -> String { "\(bundle)/project.pbxproj" }

  /// The name of a product without its ending, and without the `lib` of a library.
  static func productStem(_ name: String) -> String {
    let stem = AppPath.stem(of: name)
    return stem.hasPrefix("lib") && [".a", ".dylib", ".tbd"].contains(where: name.hasSuffix)
      ? String(stem.dropFirst(3)) : stem
  }

  /// Whether a path leads to a framework or library.
  private static func isProduct(_ path: String) -> Bool {
    ["framework", "a", "dylib", "tbd"].contains(AppPath.fileExtension(of: path))
  }

  /// The names that the products of targets may have, with the names of the targets.
  var namesOfProducts: [(product: String, target: String)] {
    targets.flatMap { id -> [(product: String, target: String)] in
      guard let target = object(id), let name = target["name"]?.string else { return [] }
      let path = object(target["productReference"]?.string)?["path"]?.string
      let configurations = object(target["buildConfigurationList"]?.string).map {
        objects("buildConfigurations", of: $0).map(\.object)
      }
      let stated = (configurations ?? []).compactMap { $0["buildSettings"]?["PRODUCT_NAME"]?.string }
      return Set([name] + (path.map { [Self.productStem($0)] } ?? []) + stated).map { ($0, name) }
    }
  }

  /// The names of the targets that a target depends on, links or embeds, without duplicates, with the project files that have them; an
  /// empty path is this project. `take` takes steps for the targets that make a product, and returns `false` if no steps are left.
  func dependencies(
    of target: ValueNode, among projects: XcodeProjects, _ take: (Int) -> Bool
  ) -> (names: [String], files: [String: Set<String>]) {
    var names: [String] = []
    var files: [String: Set<String>] = [:]
    func add(_ name: String, _ bundle: String?) {
      if files[name] == nil { names.append(name) }
      files[name, default: []].insert(bundle.map(Self.file) ?? "")
    }
    var products: Set<String> = []
    for (_, dependency) in objects("dependencies", of: target) where dependency["productRef"] == nil {
      let proxy = object(dependency["targetProxy"]?.string)
      if let name = object(dependency["target"]?.string)?["name"]?.string {
        add(name, nil)
      } else if let proxy, let (name, bundle) = self.target(of: proxy, among: projects) {
        add(name, bundle)
      } else if let name = dependency["name"]?.string ?? proxy?["remoteInfo"]?.string {
        add(name, nil)
      }
    }
    // Xcode builds the products that a target links, copies or has as resources, with or without a dependency.
    for (_, phase) in objects("buildPhases", of: target)
    where phase["isa"]?.string != "PBXSourcesBuildPhase" {
      for (_, file) in objects("files", of: phase) {
        guard let product = file["fileRef"]?.string else { continue }
        if let name = targetsOfProducts[product] {
          add(name, nil)
          continue
        }
        guard let object = object(product) else { continue }
        if object["isa"]?.string == "PBXReferenceProxy" {
          if let proxy = self.object(object["remoteRef"]?.string),
            let (name, bundle) = self.target(of: proxy, among: projects)
          {
            add(name, bundle)
          }
        } else if let path = object["path"]?.string, Self.isProduct(path),
          products.insert(AppPath.name(of: path)).inserted
        {
          let makers = projects.targets(making: AppPath.name(of: path))
          guard take(makers.count) else { continue }
          for other in makers {
            add(other.target, other.bundle == bundle ? nil : other.bundle)
          }
        }
      }
    }
    return (names, files)
  }

  /// The target, or the target of the product, that an object names by its identifier in a project; `nil` for targets of projects that are
  /// not read.
  private func target(of proxy: ValueNode, among projects: XcodeProjects) -> (name: String, bundle: String?)?
  {
    guard let portal = proxy["containerPortal"]?.string, let id = proxy["remoteGlobalIDString"]?.string else {
      return nil
    }
    let isOwn = object(portal)?["isa"]?.string == "PBXProject"
    guard let project = isOwn ? self : path(of: portal).flatMap({ projects[$0] }) else { return nil }
    let name =
      project.targets.contains(id) ? project.object(id)?["name"]?.string : project.targetsOfProducts[id]
    return (name ?? proxy["remoteInfo"]?.string).map { ($0, project.bundle == bundle ? nil : project.bundle) }
  }
}
