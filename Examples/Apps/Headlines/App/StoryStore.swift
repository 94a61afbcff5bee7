import Foundation

/// The stories on the device.
actor StoryStore {
  /// The stories of the day, which a real app has from its server.
  static let today = ["economy", "sports", "weather"]

  private let folder: URL

  /// A store in a folder; without one, in the caches folder.
  init(_ folder: URL? = nil) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let base = folder ?? caches ?? FileManager.default.temporaryDirectory
    self.folder = base.appendingPathComponent("Stories", isDirectory: true)
  }

  /// The names of the stories that are not on the device.
  func missing() -> [String] { Self.today.filter { text(of: $0) == nil } }

  /// The text of a story; `nil` if it is not on the device.
  func text(of name: String) -> String? {
    try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Moves a downloaded file to its place.
  func keep(_ file: URL, as name: String) {
    let place = folder.appendingPathComponent(name)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: place)
    try? FileManager.default.moveItem(at: file, to: place)
  }
}
