/// The files in which a queue keeps its items.
extension TransferQueue {
  /// The reading and writing of files.
  static let files = """
    private var inOrder: [QueuedItem] {
      items.values.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    }

    /// Reads the files, once; those of a device that is locked are read later. The lock is held.
    private func load() throws {
      guard !isLoaded, let folder else { return }
      guard FileManager.default.fileExists(atPath: folder.path) else {
        isLoaded = true
        return
      }
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      var contents: [(file: URL, data: Data)] = []
      for file in files where file.pathExtension == "item" {
        contents.append((file, try Data(contentsOf: file)))
      }
      for (file, data) in contents {
        guard var item = try? JSONDecoder().decode(QueuedItem.self, from: data),
          item.version == QueuedItem.version
        else {
          damaged.append(file)
          continue
        }
        item.file = file.lastPathComponent
        // Two processes may have added it; a transfer may have begun by one file only.
        if let other = items[item.id], item.task == nil || other.task != nil {
          try? FileManager.default.removeItem(at: file)
          continue
        }
        items[item.id] = item
      }
      isLoaded = true
      let known = Set(items.values.map(\\.arrival))
      for file in files where file.pathExtension == "arrived" {
        if !known.contains(file.lastPathComponent) { try? FileManager.default.removeItem(at: file) }
      }
      guard !damaged.isEmpty else { return }
      Log.session(session)
        .error("\\(damaged.count) files of a queue can't be understood")
    }

    /// Writes the file of an item whole. The lock is held.
    private func keep(_ item: QueuedItem) throws {
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let data = try JSONEncoder().encode(item)
      let file = folder.appendingPathComponent(item.file)
      // The app may run on a device that is locked.
      let options: Data.WritingOptions = [
        .atomic, .completeFileProtectionUntilFirstUserAuthentication,
      ]
      try data.write(to: file, options: options)
      items[item.id] = item
    }

    /// Removes the files of an item. The lock is held.
    private func forget(_ id: String) {
      guard let item = items.removeValue(forKey: id), let folder else { return }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(item.file))
      let arrival = folder.appendingPathComponent(item.arrival)
      guard FileManager.default.fileExists(atPath: arrival.path) else { return }
      try? FileManager.default.removeItem(at: arrival)
    }
    """
}
