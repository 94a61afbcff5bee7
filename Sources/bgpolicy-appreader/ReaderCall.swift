internal import AppFacts
internal import Foundation
internal import JSON
internal import RepositoryFiles

/// The arguments of the reader: the folder of the app, the folder of the cache, whether links may lead out of the repository, and whether
/// standard input has a variant of the app.
struct ReaderCall {
  static let usage = "usage: bgpolicy-appreader [--cache DIR | --no-cache] [--allow-outside] [--variant] DIR"

  /// The folder that is read.
  let folder: String
  /// The access to the files.
  let access: FileAccess
  /// The folder of the cache; `nil` if the call names no folder for the cache.
  private let cacheFolder: String?
  private let hasCache: Bool
  private let hasVariant: Bool

  /// Parses arguments; `nil` if the arguments are not valid.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    var cacheFolder: String?
    var (hasCache, allowsOutside, hasVariant) = (true, false, false)
    while let word = rest.first, word.hasPrefix("--") {
      rest.removeFirst()
      switch word {
      case "--cache" where cacheFolder == nil && !rest.isEmpty: cacheFolder = rest.removeFirst()
      case "--no-cache": hasCache = false
      case "--allow-outside": allowsOutside = true
      case "--variant": hasVariant = true
      default: return nil
      }
    }
    guard rest.count == 1, let folder = rest.first, hasCache || cacheFolder == nil else { return nil }
    self.folder = folder
    self.cacheFolder = cacheFolder
    self.hasCache = hasCache
    self.hasVariant = hasVariant
    access = FileAccess(allowsOutside: allowsOutside)
  }

  /// The differences from the files of the folder, which standard input states.
  var variant: ReadingVariant {
    guard hasVariant else { return ReadingVariant() }
    guard let bytes = try? FileAccess(allowsOutside: false).read("-", limit: ReaderLimits.input),
      bytes.count <= ReaderLimits.input, let json = try? JSONReader.read(bytes),
      let variant = ReadingVariant(json)
    else { Self.fail("bgpolicy-appreader: standard input has no variant of an app") }
    return variant
  }

  /// The cache for the files below a folder, in the folder that the call names or among the user's caches; `nil` if no cache is used.
  ///
  /// A cache inside the repository is refused, because the repository could then misstate the facts of its own code.
  func cache(of root: String) -> IndexCache? {
    guard hasCache else { return nil }
    guard let cacheFolder else {
      let variables = ProcessInfo.processInfo.environment
      guard let folder = CacheFolder.userFolder({ variables[$0] }), !isInRepository(folder, of: root)
      else { return nil }
      return (try? CacheFolder(CacheFolder.path(for: root, in: folder))).flatMap { IndexCache($0) }
    }
    if let refusal = access.refusal(of: cacheFolder) { fail(cacheFolder, refusal.reason) }
    guard !isInRepository(cacheFolder, of: root) else {
      fail(cacheFolder, "It would be in the repository of the app")
    }
    do throws(FileError) {
      return IndexCache(try CacheFolder(cacheFolder))
    } catch {
      fail(cacheFolder, error.reason)
    }
  }

  /// Whether a path leads into the repository that contains a folder or, without a repository, into the folder itself.
  private func isInRepository(_ path: String, of root: String) -> Bool {
    FileAccess(allowsOutside: false).app(at: root).refusal(of: access.absolute(path)) == nil
  }

  private func fail(_ cacheFolder: String, _ reason: String) -> Never {
    Self.fail("bgpolicy-appreader: can't use the cache \(cacheFolder): \(reason)")
  }

  /// Ends the program with the status of a usage error.
  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
