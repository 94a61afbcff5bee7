internal import Foundation

/// The arguments: the folder of the app, and that of the cache.
struct ReaderCall {
  /// The folder that is read.
  let folder: String
  /// The folder of the cache; `nil` if the call names none.
  private let cacheFolder: String?

  /// The call with some arguments; `nil` if they are not known.
  init?(_ arguments: [String]) {
    switch arguments.count {
    case 1 where !arguments[0].hasPrefix("--"): (folder, cacheFolder) = (arguments[0], nil)
    case 3 where arguments[0] == "--cache": (folder, cacheFolder) = (arguments[2], arguments[1])
    default: return nil
    }
  }

  /// The cache: in the folder that the call names, or in `.build` of the app if there is one; `nil` for none.
  func cache(among disk: DiskTree) -> IndexCache? {
    if let cacheFolder {
      guard !disk.isAmongSources(cacheFolder) else {
        Self.fail("bgpolicy-appreader: the cache \(cacheFolder) would be among the sources")
      }
      guard let cache = IndexCache(cacheFolder) else {
        Self.fail("bgpolicy-appreader: the cache \(cacheFolder) can't be written")
      }
      return cache
    }
    // The build's folder, which no one commits.
    guard disk.names(in: ".build") != nil, !disk.isLink(".build") else { return nil }
    return IndexCache("\(folder)/.build/bgpolicy-appreader")
  }

  /// Ends the program with the status of a usage error.
  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
