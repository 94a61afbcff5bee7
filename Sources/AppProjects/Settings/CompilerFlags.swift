/// The flags of a compiler, as far as they decide which code is compiled.
struct CompilerFlags {
  /// The definitions of `-D`, such as `DEBUG` and `LEVEL=2`.
  private(set) var definitions: [String] = []
  /// The names that the flags may define or not; ``DefinedNames/any`` for any name.
  private(set) var undecided: Set<String> = []
  /// The flags that add code, or take other flags from a file.
  private(set) var sources: [String] = []
  /// The paths of files that the flags include in all code.
  private(set) var headers: [String] = []
  /// The flags that load plug-ins of the compiler, which may write code.
  private(set) var plugins: [String] = []
  /// The paths that flags name as programs of the compiler.
  private(set) var programs: [String] = []
  /// The paths that flags name as folders with programs of the compiler.
  private(set) var foldersOfPrograms: [String] = []
  /// The flags for the compiler of C, which Swift passes on.
  private(set) var clang: [String] = []
  /// The standards of C and C++ that flags name, such as `gnu17`.
  private(set) var standards: [String] = []
  /// The languages that flags give to files, whatever their names are.
  private(set) var languages: [String] = []
  /// Whether other flags are possible, because a part of the words is not known.
  private(set) var areOpen = false

  /// A flag, and whether another flag passes it on to a part of the compiler.
  private struct Flag {
    let text: String
    let isWrapped: Bool
  }

  /// Reads the words of a setting.
  init(_ words: [String]) {
    let flags = flattened(words)
    var index = 0
    while index < flags.count {
      let flag = flags[index]
      index += 1
      func argument(after prefix: String) -> String? {
        guard flag.text.hasPrefix(prefix) else { return nil }
        if flag.text.count > prefix.count {
          return String(flag.text.dropFirst(prefix.count).drop { $0 == "=" })
        }
        index += 1
        return index <= flags.count ? flags[index - 1].text : ""
      }
      if let prefix = Self.flagsOfPrograms.first(where: flag.text.hasPrefix),
        let path = argument(after: prefix)
      {
        programs.append(path)
      } else if let prefix = Self.flagsOfFolders.first(where: flag.text.hasPrefix),
        let path = argument(after: prefix)
      {
        foldersOfPrograms.append(path)
      } else if let definition = argument(after: "-D") {
        if flag.isWrapped { leaveOpen(definition) } else { definitions.append(definition) }
      } else if let definition = argument(after: "--define-macro") ?? argument(after: "--undefine-macro")
        ?? argument(after: "-U")
      {
        leaveOpen(definition)
      } else if let path = argument(after: "-import-objc-header") ?? argument(after: "-include")
        ?? argument(after: "--include") ?? argument(after: "-imacros") ?? argument(after: "--imacros")
      {
        headers.append(path)
        undecided.insert(DefinedNames.any)
      } else if let language = argument(after: "-x") ?? argument(after: "--language") {
        // Code of Objective-C has other conditions in another language.
        if !language.hasPrefix("objective-c") { sources.append("-x \(language)") }
        languages.append(language)
      } else if flag.text == "-ObjC" || flag.text == "-ObjC++" {
        languages.append(flag.text)
      } else if flag.text == "-ansi" || flag.text == "--ansi" {
        standards += ["c89", "c++98"]
      } else if let standard = argument(after: "-std") ?? argument(after: "--std") {
        standards.append(standard)
      } else if Self.flagsOfTokens.contains(flag.text) {
        sources.append(flag.text)
      } else if Self.prefixesOfPlugins.contains(where: flag.text.hasPrefix) || flag.text == "-load" {
        plugins.append(flag.text)
      } else if Self.bringsCode(flag.text) {
        sources.append(flag.text)
        undecided.insert(DefinedNames.any)
      } else if flag.text.hasPrefix("{") || flag.text.hasPrefix("$") || flag.text.hasPrefix("`") {
        undecided.insert(DefinedNames.any)
        areOpen = true
      } else if Self.withArgument.contains(flag.text) {
        index += 1
      }
    }
  }

  /// Flags whose argument is a path or a name, and neither defines a name nor adds code.
  private static let withArgument: Set<String> = [
    "-F", "-I", "-L", "-framework", "-idirafter", "-iframework", "-iquote", "-isysroot", "-isystem",
    "-module-name", "-target", "-weak_framework",
  ]

  /// Flags by which a compiler reads other tokens in a text than by any standard.
  private static let flagsOfTokens: Set<String> = [
    "-traditional", "-traditional-cpp", "--traditional", "--traditional-cpp", "-fraw-string-literals",
    "-fno-raw-string-literals", "-fdigraphs", "-fno-digraphs",
  ]

  private static let prefixesOfPlugins = [
    "-load-plugin-", "-load-resolved-plugin", "-plugin-path", "-external-plugin-path", "-fplugin=",
    "-fpass-plugin=",
    "-add-plugin",
  ]

  /// Flags that name a program of the compiler, such as the linker.
  private static let flagsOfPrograms = [
    "-driver-use-frontend-path", "-fuse-ld=", "-use-ld=", "-ld-path=", "--ld-path=",
  ]

  /// Flags that name a folder in which the compiler looks for its programs.
  private static let flagsOfFolders = ["-tools-directory", "-B", "--prefix"]

  private static let prefixesOfCode = [
    "@", "-config", "--config", "-ivfsoverlay", "-vfsoverlay",
  ]

  private static func bringsCode(_ flag: String) -> Bool {
    prefixesOfCode.contains { flag.hasPrefix($0) } && !flag.hasPrefix("@rpath")
      || !flag.hasPrefix("-") && AppPath.isSource(flag)
  }

  /// Adds a name that may be defined or not; ``DefinedNames/any`` if the name itself is not known.
  private mutating func leaveOpen(_ definition: String) {
    let name = DefinedNames.name(of: definition)
    undecided.insert(name.isEmpty || name.contains("{") ? DefinedNames.any : String(name))
  }

  /// The flags, without the flags that only pass the next flag on.
  private mutating func flattened(_ words: [String]) -> [Flag] {
    var flags: [Flag] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      let next = index + 1 < words.count ? words[index + 1] : nil
      switch word {
      case "-Xclang-linker":
        // The other flags of the linker neither define names nor add code.
        if let next, (Self.flagsOfPrograms + Self.flagsOfFolders).contains(where: next.hasPrefix) {
          flags.append(Flag(text: next, isWrapped: true))
        }
        index += 2
      case "-Xfrontend", "-Xclang", "-Xpreprocessor":
        if let next { flags.append(Flag(text: next, isWrapped: true)) }
        index += 2
      case "-Xcc":
        if let next { clang.append(next) }
        index += 2
      case "-Xlinker", "-Xllvm", "-Xassembler": index += 2
      case let word where word.hasPrefix("-Wp,"):
        flags += word.dropFirst(4).split(separator: ",").map { Flag(text: String($0), isWrapped: true) }
        index += 1
      default:
        flags.append(Flag(text: word, isWrapped: false))
        index += 1
      }
    }
    return flags
  }
}
