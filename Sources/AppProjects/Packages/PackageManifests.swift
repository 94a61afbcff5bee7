internal import AppFacts
internal import JSON

/// The packages that the files of package managers list.
struct PackageManifests {
  /// The packages, in the order of place and name.
  private(set) var packages: [PackageFact] = []
  /// The pods whose code may be in the repository, by the lock files of CocoaPods.
  private(set) var localPods: [LocalPod] = []
  /// Whether a manifest belongs to a Flutter app.
  private(set) var isFlutter = false
  /// Whether a manifest belongs to an app whose user interface is written in JavaScript.
  private(set) var isJavaScript = false
  /// The folders of the manifests of apps that use Expo.
  private(set) var expoFolders: Set<String> = []
  /// The managers and names of the packages.
  private var known: Set<[String]> = []
  private let files: ProjectFiles

  /// Reads the manifests at some paths.
  init(_ paths: [String], _ files: ProjectFiles) {
    self.files = files
    let names = Set(paths)
    for path in paths {
      if let file = files.file(of: path), file.bytes.count > Self.mostBytes {
        let location = FactLocation(file: path)
        files.leaveOutCode(location, "The file has more than \(Self.mostBytes) bytes", isRefused: true)
        continue
      }
      switch AppPath.name(of: path) {
      case "Podfile.lock": readPodfileLock(path)
      case "Podfile", "Podfile.rb", "CocoaPods.podfile":
        readPodfile(
          path, hasLock: names.contains(AppPath.joined(AppPath.folder(of: path), "Podfile.lock") ?? ""))
      case "Cartfile": readCartfile(path)
      case "package.json": readNPM(path)
      case "pubspec.yaml": readPub(path)
      default: break
      }
    }
    packages.sort(by: PackageFact.precedes)
    // The lock file has the folders that a Podfile computes. Each folder counts once.
    var seen: Set<String> = []
    let known = Set(localPods.filter { $0.folder != nil }.map(\.baseName))
    localPods = localPods.filter { pod in
      guard let folder = pod.folder else { return !known.contains(pod.baseName) }
      return seen.insert(folder).inserted
    }
  }

  /// The greatest number of bytes of a file. The files of apps have some hundred thousand bytes.
  private static let mostBytes = 1 << 20

  /// The names of the files that this type reads.
  static let names: Set<String> = [
    "Podfile", "Podfile.rb", "CocoaPods.podfile", "Podfile.lock", "Cartfile", "package.json", "pubspec.yaml",
  ]

  private mutating func add(
    _ name: String, _ manager: PackageFact.Manager, at location: FactLocation
  ) {
    guard known.insert([manager.rawValue, name]).inserted else { return }
    packages.append(PackageFact(name, manager, at: location))
  }

  // MARK: - CocoaPods

  /// Reads the list `PODS` of a lock file, which has a text `Name (1.0)` for each pod, or a mapping from such a text to the dependencies of
  /// the pod. The external sources of the lock file may be folders.
  private mutating func readPodfileLock(_ path: String) {
    guard let root = YAMLValues.root(of: path, files) else {
      files.leaveOutCode(FactLocation(file: path), "The folders of its pods are not known")
      return
    }
    for pod in root["PODS"]?.list ?? [] {
      guard let text = pod.string ?? pod.entries.first?.key else { continue }
      let name = String(text.prefix { $0 != " " })
      if !name.isEmpty { add(name, .cocoaPods, at: FactLocation(file: path, line: pod.location.line)) }
    }
    localPods += LocalPod.all(inLock: root)
  }

  /// Reads the calls `pod 'Name'` of a Podfile. The lock file also lists the dependencies of pods.
  private mutating func readPodfile(_ path: String, hasLock: Bool) {
    let root = AppPath.folder(of: path)
    var loads: [(load: RubyLoad, location: FactLocation)] = []
    var open = [path]
    var seen = Set(open)
    while let part = open.popLast() {
      guard let file = files.text(of: part) else { continue }
      let lines = file.numberedLines
      let calls = RubyCall.all(in: lines)
      // A lock file that was not written anew lacks pods.
      localPods += LocalPod.all(in: calls, at: part, from: root)
      let former = loads.count
      if RubyLoad.mayBe(in: file.bytes) {
        loads += calls.flatMap { call in
          RubyLoad.all(in: call).map { ($0, FactLocation(file: part, line: call.line)) }
        }
      }
      if loads.count > Self.mostLoads {
        files.leaveOutCode(
          loads[Self.mostLoads].location, "It runs more than \(Self.mostLoads) other files")
        loads.removeLast(loads.count - Self.mostLoads)
      }
      for (load, location) in loads[min(former, loads.count)...] {
        guard let loaded = fileOf(load, at: location, root) else { continue }
        if seen.insert(loaded).inserted { open.append(loaded) }
      }
      guard !hasLock else { continue }
      for (number, line) in lines {
        let code = line.drop(while: \.isWhitespace)
        guard code.hasPrefix("pod "), let name = Self.quoted(code.dropFirst(4)) else { continue }
        add(name, .cocoaPods, at: FactLocation(file: part, line: number))
      }
    }
  }

  /// The most files that the parts of a Podfile load. The Podfile of an app loads a few files.
  private static let mostLoads = 1_000

  /// The file that a part of a Podfile loads; `nil` for a file of a package manager. Notes code that is not known.
  private func fileOf(_ load: RubyLoad, at location: FactLocation, _ root: String) -> String? {
    guard case .file(let written, let isFromOwnFolder) = load else {
      files.leaveOutCode(location, "It runs code that is computed, which may add pods")
      return nil
    }
    let folder = isFromOwnFolder ? AppPath.folder(of: location.file) : root
    let place = AppPath.joined(folder, written)
    // Scripts of React Native and Expo.
    guard !DependencyFolders.belongToNPM(place ?? written) else { return nil }
    guard let path = place else {
      if [written, written + ".rb"].contains(where: { files.mayLeadBack($0, from: folder) }) {
        files.leaveOutCode(location, "It runs \(written), which is outside of the folder")
      }
      return nil
    }
    // A folder may have the name of the file without its ending.
    let found = [path, path + ".rb"].map(files.spelling).first {
      files.contains($0) && files.names(in: $0) == nil
    }
    if let found { return found }
    // A library of Ruby has no folder.
    if written.hasPrefix(".") || written.hasSuffix(".rb") || isFromOwnFolder {
      files.leaveOutCode(location, "It runs \(written), which is missing")
    }
    return nil
  }

  // MARK: - Carthage

  /// Reads the lines `github "Owner/Name" ~> 1.0` of a Cartfile.
  private mutating func readCartfile(_ path: String) {
    guard let file = files.file(of: path) else { return }
    for (number, line) in file.numberedLines {
      let code = line.drop(while: \.isWhitespace)
      guard ["github ", "git ", "binary "].contains(where: code.hasPrefix),
        let source = Self.quoted(code.drop { $0 != " " })
      else { continue }
      let name = AppPath.stem(of: AppPath.name(of: source))
      add(name, .carthage, at: FactLocation(file: path, line: number))
    }
  }

  /// The first text in quotation marks.
  private static func quoted(_ text: Substring) -> String? {
    guard let open = text.firstIndex(where: { $0 == "'" || $0 == "\"" }) else { return nil }
    let rest = text[text.index(after: open)...]
    guard let close = rest.firstIndex(of: text[open]), close > rest.startIndex else { return nil }
    return String(rest[..<close])
  }

  // MARK: - npm

  /// The packages that turn a package of npm into an app for iOS.
  private static let frameworks: Set<String> = [
    "react-native", "expo", "@capacitor/core", "@capacitor/ios", "cordova-ios",
  ]

  /// The maximum number of values and names in a `package.json`.
  private static let mostValues = 200_000

  private mutating func readNPM(_ path: String) {
    guard let file = files.file(of: path),
      let json = try? JSONReader.read(file.bytes, mostValues: Self.mostValues),
      case .object(let members)? = json["dependencies"],
      members.contains(where: { Self.frameworks.contains($0.name) })
    else { return }
    isJavaScript = true
    if members.contains(where: { $0.name == "expo" }) { expoFolders.insert(AppPath.folder(of: path)) }
    // The first line with each text in quotation marks.
    var lines: [Substring: Int] = [:]
    for (number, line) in file.numberedLines {
      for text in line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().dropLast()
      where lines[text] == nil { lines[text] = number }
    }
    for member in members where Self.mayHaveCodeForIOS(member.name) {
      add(member.name, .npm, at: FactLocation(file: path, line: lines[member.name[...]] ?? 0))
    }
  }

  /// Whether a package may have code for iOS. Most packages are JavaScript alone; the names of other packages show their framework.
  private static func mayHaveCodeForIOS(_ name: String) -> Bool {
    !frameworks.contains(name)
      && ["react-native", "expo", "capacitor", "cordova", "ios"].contains(where: name.contains)
  }

  // MARK: - pub

  private mutating func readPub(_ path: String) {
    guard let root = YAMLValues.root(of: path, files), let file = files.text(of: path),
      let dependencies = root["dependencies"]?.entries, dependencies.contains(where: { $0.key == "flutter" })
    else { return }
    isFlutter = true
    for entry in dependencies where !entry.key.hasPrefix("flutter") || entry.key.contains("_") {
      // A part of Flutter itself: `flutter_localizations: { sdk: flutter }`.
      guard entry.value["sdk"] == nil else { continue }
      add(entry.key, .pub, at: file.location(of: entry.offset))
    }
  }
}

extension PackageFact {
  /// Whether a package comes before another package in the order of place and name.
  static func precedes(_ left: PackageFact, _ right: PackageFact) -> Bool {
    left.location != right.location
      ? left.location < right.location : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension TextFile {
  /// The lines without line breaks, each with its number, from 1.
  fileprivate var numberedLines: [(number: Int, line: String)] {
    // Swift takes a carriage return and a line feed together for one character.
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .enumerated().map { ($0.offset + 1, String($0.element)) }
  }
}
