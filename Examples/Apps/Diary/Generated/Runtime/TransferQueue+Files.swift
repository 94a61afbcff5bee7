// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    var inOrder: [QueuedItem] {
      order.compactMap { entry in
        items[entry.id].flatMap { $0.number == entry.number ? $0 : nil }
      }
    }

    /// Reads the files. Files that only this process writes are read once, and files that other
    /// processes write, too, are read at each call. The lock is held.
    ///
    /// - Throws: The error of the file system, such as before the device is unlocked for the first
    /// time. After an error the items are unknown, so that no item may be submitted and no task may
    /// be cancelled.
    func load() throws {
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
          // Another process has removed the file meanwhile.
        }
      }
      let before = damaged.count
      read(contents)
      if !isLoaded, isOwned {
        let known = Set(items.values.flatMap { [$0.arrival, $0.delivery] })
        for file in files where file.lastPathComponent.contains(".arrived") {
          if !known.contains(file.lastPathComponent) {
            try? FileManager.default.removeItem(at: file)
          }
        }
      }
      isLoaded = true
      if damaged.count > before {
        notes.append(("\(damaged.count) files of a queue can't be understood", nil))
      }
      let ends = early
      early = []
      for (id, task, end) in ends where note(end, of: id, task) { recovered.append(id) }
    }

    /// Replaces the known items by the contents of files. The lock is held.
    private func read(_ contents: [(file: URL, data: Data)]) {
      items = [:]
      files = [:]
      damaged = []
      for (file, data) in contents {
        guard let list = QueuedItem.list(in: data) else {
          damaged.append(file)
          continue
        }
        for var item in list {
          item.file = file.lastPathComponent
          // Two processes may have added the item, but at most one of the two files says that its
          // transfer has begun.
          if let other = items[item.id], item.task == nil || other.task != nil {
            if list.count == 1 { try? FileManager.default.removeItem(at: file) }
            continue
          }
          if let other = items[item.id] { files[other.file]?.remove(item.id) }
          items[item.id] = item
          files[item.file, default: []].insert(item.id)
        }
      }
      order = items.values.map { ($0.number, $0.id) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// Makes the folder. Backups exclude the folder, because another device can't go on with the
    /// transfers.
    private func makeFolder() throws {
      guard var folder else { throw CocoaError(.fileNoSuchFile) }
      guard !FileManager.default.fileExists(atPath: folder.path) else { return }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? folder.setResourceValues(values)
    }

    /// Adds items that share a file. The lock is held.
    func keep(_ ids: ArraySlice<String>) throws {
      let file = UUID().uuidString + ".item"
      var number = order.last?.number ?? 0
      let new = ids.map { id in
        number += 1
        return QueuedItem(id: id, number: number, file: file)
      }
      try write(new, to: file)
      for item in new {
        items[item.id] = item
        order.append((item.number, item.id))
      }
      files[file] = Set(ids)
    }

    /// Writes an item's new state to its file. The lock is held.
    func keep(_ item: QueuedItem) throws {
      let others = files[item.file, default: []].subtracting([item.id])
      try write(others.compactMap { items[$0] } + [item], to: item.file)
      items[item.id] = item
    }

    /// Writes a list of items to a file, which is replaced as a whole. The lock is held.
    private func write(_ list: [QueuedItem], to name: String) throws {
      try makeFolder()
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      let data = try JSONEncoder().encode(list.sorted { $0.number < $1.number })
      let file = folder.appendingPathComponent(name)
      // The app may run on a device that is locked.
      let options: Data.WritingOptions = [
        .atomic, .completeFileProtectionUntilFirstUserAuthentication,
      ]
      try data.write(to: file, options: options)
    }

    /// Removes items, and their files. The lock is held.
    func forget(_ ids: [String]) {
      guard let folder else { return }
      var changed: Set<String> = []
      var arrivals: [URL] = []
      for id in ids {
        postponed[id] = nil
        guard let item = items.removeValue(forKey: id) else { continue }
        files[item.file]?.remove(id)
        changed.insert(item.file)
        arrivals += [item.arrival, item.delivery].map(folder.appendingPathComponent)
      }
      if order.count > 2 * items.count + 100 {
        order.removeAll { items[$0.id]?.number != $0.number }
      }
      for file in changed {
        let rest = files[file, default: []].compactMap { items[$0] }
        if rest.isEmpty {
          files[file] = nil
          try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
          continue
        }
        do {
          try write(rest, to: file)
        } catch {
          notes.append(("an item of a queue can't be removed now", error))
        }
      }
      for arrival in arrivals where FileManager.default.fileExists(atPath: arrival.path) {
        try? FileManager.default.removeItem(at: arrival)
      }
    }
  }
#endif
