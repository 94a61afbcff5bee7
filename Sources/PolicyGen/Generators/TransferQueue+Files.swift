/// The code that stores a queue's items in files.
extension TransferQueue {
  /// The functions that read and write the files.
  static let files = """
    private var inOrder: [QueuedItem] {
      order.compactMap { entry in
        items[entry.id].flatMap { $0.number == entry.number ? $0 : nil }
      }
    }

    /// Reads the files: once, or each time if other processes write them, too. The lock is held.
    ///
    /// - Throws: The error of the file system, such as before the device is unlocked for the first time.
    ///   Then nothing is known of the items: none may be submitted, and no task cancelled.
    private func load() throws {
      guard !isLoaded || isShared else { return }
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      let isThere = FileManager.default.fileExists(atPath: folder.path)
      let files =
        isThere
        ? try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        : []
      var contents: [(file: URL, data: Data)] = []
      for file in files where file.pathExtension == "item" {
        do {
          contents.append((file, try Data(contentsOf: file)))
        } catch CocoaError.fileReadNoSuchFile {
          // Another process has removed it meanwhile.
        }
      }
      let before = damaged.count
      read(contents)
      if !isLoaded, isOwned {
        let known = Set(items.values.map(\\.arrival))
        for file in files where file.pathExtension == "arrived" {
          if !known.contains(file.lastPathComponent) { try? FileManager.default.removeItem(at: file) }
        }
      }
      isLoaded = true
      if damaged.count > before {
        notes.append(("\\(damaged.count) files of a queue can't be understood", nil))
      }
      let ends = early
      early = []
      for (id, task, end) in ends where note(end, of: id, task) { recovered.append(id) }
    }

    /// Puts the contents of files in place of the items that are known. The lock is held.
    private func read(_ contents: [(file: URL, data: Data)]) {
      items = [:]
      damaged = []
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
      order = items.values.map { ($0.number, $0.id) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
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
      postponed[id] = nil
      guard let item = items.removeValue(forKey: id), let folder else { return }
      if order.count > 2 * items.count + 100 {
        order.removeAll { items[$0.id]?.number != $0.number }
      }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(item.file))
      let arrival = folder.appendingPathComponent(item.arrival)
      guard FileManager.default.fileExists(atPath: arrival.path) else { return }
      try? FileManager.default.removeItem(at: arrival)
    }
    """
}
