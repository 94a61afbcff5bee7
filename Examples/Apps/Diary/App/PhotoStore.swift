import Foundation

/// The photos of the diary, and the ones of them that the server has.
actor PhotoStore {
  private let folder: URL
  private let record: URL
  private var uploaded: Set<String>?

  /// A store in a folder; without one, in Application Support.
  init(_ folder: URL? = nil) {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    let base = folder ?? support ?? FileManager.default.temporaryDirectory
    self.folder = base.appendingPathComponent("Photos", isDirectory: true)
    record = base.appendingPathComponent("uploaded.json")
  }

  /// The names of the photos that the server does not have.
  func missing() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !load().contains($0) }.sorted()
  }

  /// The file of a photo; `nil` if a person has deleted it.
  func file(of name: String) -> URL? {
    let file = folder.appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  /// Notes that the server has a photo. It may hear of the same photo twice.
  func note(_ name: String) throws {
    var names = load()
    names.insert(name)
    try JSONEncoder().encode(names.sorted()).write(to: record, options: .atomic)
    uploaded = names
  }

  private func load() -> Set<String> {
    if let uploaded { return uploaded }
    let data = try? Data(contentsOf: record)
    let names = Set(data.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? [])
    uploaded = names
    return names
  }
}
