internal import PolicyModel
internal import Quantities

// The content of many files of a commit. The calls of Git don't grow with the number of files.
extension GitRepository {
  /// The most bytes of content that one call of Git prints, unless a single file has more.
  private static let mostBytesOfPart = 16 << 20

  /// Calls `body` with the content of each file, in the order of the files; at most a part of the content is in memory at once. The
  /// content of a link is its target; other entries are left out.
  func forEachContent(
    of entries: [Entry], limit: Int,
    _ body: (Entry, Result<[UInt8], UnreadableFile>) throws(UnreadableFile) -> Void
  ) throws(UnreadableFile) {
    let files = entries.filter { $0.isFile || $0.isLink }
    let sizes = try sizes(of: files)
    var part: [Entry] = []
    var bytes = 0
    func readPart() throws(UnreadableFile) {
      let contents = try contents(
        ofObjects: Self.objects(of: part.filter { sizes[$0.object].map { $0 <= limit } ?? false }))
      for entry in part {
        if let content = contents[entry.object] {
          try body(entry, .success(content))
        } else {
          let isMissing = sizes[entry.object] == nil
          try body(entry, .failure(isMissing ? Self.missingObjects : UnreadableFile("it is too large")))
        }
      }
      part = []
      bytes = 0
    }
    for entry in files {
      let size = sizes[entry.object].map { $0 <= limit ? $0 : 0 } ?? 0
      if !part.isEmpty, bytes + size > Self.mostBytesOfPart { try readPart() }
      part.append(entry)
      bytes += size
    }
    if !part.isEmpty { try readPart() }
  }

  /// The bytes of files of a commit, by the hashes of the files' content. Git is called once.
  func contents(of entries: [Entry]) throws(UnreadableFile) -> [String: [UInt8]] {
    try contents(ofObjects: Self.objects(of: entries.filter(\.isFile)))
  }

  private func contents(ofObjects objects: [String]) throws(UnreadableFile) -> [String: [UInt8]] {
    guard !objects.isEmpty else { return [:] }
    let output = try run(["cat-file", "--batch"], input: Self.lines(objects), limit: Self.listLimit)
    guard output.count <= Self.listLimit else { throw UnreadableFile("the files are too large") }
    var contents: [String: [UInt8]] = [:]
    var rest = output[...]
    // A line with the hash, the type and the size, the content, and a line break.
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let size = Int(words[2]), rest.endIndex - end > size else {
        throw Self.missingObjects
      }
      let start = end + 1
      contents[String(words[0])] = Array(rest[start..<start + size])
      rest = rest[min(start + size + 1, rest.endIndex)...]
    }
    return contents
  }

  /// The most links that lead to a file.
  private static let mostLinks = 8
  /// The longest target of a link, in bytes.
  private static let longestLink = 4_096

  /// The files of a commit at absolute paths, through links of the same commit, by the paths; without the paths at which the commit has no
  /// file.
  func files(at paths: [String], in entries: [String: Entry]) throws(UnreadableFile) -> [String: Entry] {
    var found: [String: Entry] = [:]
    var open = paths.map { (path: $0, place: $0) }
    for _ in 0..<Self.mostLinks {
      var links: [(path: String, place: String, entry: Entry)] = []
      for (path, place) in open {
        guard let entry = entries[place] else { continue }
        if entry.isFile { found[path] = entry }
        if entry.isLink { links.append((path, place, entry)) }
      }
      guard !links.isEmpty else { break }
      var targets: [String: String] = [:]
      try forEachContent(of: links.map(\.entry), limit: Self.longestLink) {
        targets[$0.object] = (try? $1.get()).map { String(decoding: $0, as: UTF8.self) }
      }
      open = links.compactMap { path, place, entry in
        targets[entry.object].map { target in
          let folder = String(RelativePath.folder(of: place).dropLast())
          return (path, RelativePath.normalized(RelativePath.absolute(target, in: folder)))
        }
      }
    }
    return found
  }

  /// Throws unless Git has the content of files of a commit. A partial clone may lack content, and Git must not fetch the content.
  func check(_ entries: [Entry]) throws(UnreadableFile) {
    let files = entries.filter(\.isFile)
    let known: [String: Int]
    do throws(UnreadableFile) { known = try sizes(of: files) } catch { throw Self.missingObjects }
    guard files.allSatisfy({ known[$0.object] != nil }) else { throw Self.missingObjects }
  }

  /// The numbers of bytes of files of a commit, by the hashes of the files' content, without files whose
  /// content Git does not have.
  private func sizes(of files: [Entry]) throws(UnreadableFile) -> [String: Int] {
    let objects = Self.objects(of: files)
    guard !objects.isEmpty else { return [:] }
    let output = try run(["cat-file", "--batch-check"], input: Self.lines(objects), limit: Self.listLimit)
    var sizes: [String: Int] = [:]
    // A line with the hash, the type and the size, or with the hash and `missing`.
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)) else { continue }
      sizes[String(decoding: words[0], as: UTF8.self)] = size
    }
    return sizes
  }

  private static let missingObjects = UnreadableFile(
    "this clone lacks files of the revision, as a partial clone does; get them first, with `git fetch --refetch --no-filter`"
  )

  private static func objects(of entries: [Entry]) -> [String] {
    Set(entries.map(\.object)).sorted { $0.isBefore($1) }
  }

  private static func lines(_ texts: [String]) -> [UInt8] {
    texts.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
  }
}
