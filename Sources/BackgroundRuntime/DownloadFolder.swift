// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The folder of an app's downloads, which the system may empty while the app is not running.
  nonisolated struct DownloadFolder: Sendable {
    /// The name of the folder.
    let name: String

    private func folder() throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// The URL for a new file in the folder.
    func newFile() throws -> URL {
      try folder().appendingPathComponent(UUID().uuidString)
    }

    /// Removes the files that are older than a week. Such a file is left if the process ends before
    /// the handler has moved the file. The files of a session's tasks are removed after the ends of
    /// these tasks, and the files of other sessions' tasks remain.
    func sweep(after identifier: String) {
      guard let folder = try? folder(), let own = try? arrival(of: 0, in: identifier),
        let files = try? FileManager.default.contentsOfDirectory(
          at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
      else { return }
      let week: TimeInterval = 7 * 24 * 3_600
      for file in files {
        let name = file.lastPathComponent
        let isOfOther =
          name.hasPrefix("arrived-") && !name.hasPrefix(own.lastPathComponent.dropLast())
        let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
        if !isOfOther, let date = values?.contentModificationDate, -date.timeIntervalSinceNow > week
        {
          try? FileManager.default.removeItem(at: file)
        }
      }
    }

    /// The URL of a downloaded file until the system reports the end of its task. The next process
    /// of the app computes the same URL.
    private func arrival(of task: Int, in identifier: String) throws -> URL {
      let name = identifier.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return try folder().appendingPathComponent("arrived-\(String(name, radix: 16))-\(task)")
    }

    /// Moves a downloaded file into this folder, because the system removes the file from its own
    /// folder.
    func keep(_ location: URL, of task: Int, in identifier: String) throws {
      let place = try arrival(of: task, in: identifier)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.moveItem(at: location, to: place)
    }

    /// Gives the file of a download that is done a unique name, and returns its URL.
    func file(of task: Int, in identifier: String, _ response: TransferResponse?) throws -> URL {
      let place = try arrival(of: task, in: identifier)
      let name = UUID().uuidString + (response?.pathExtension.map { ".\($0)" } ?? "")
      let file = try folder().appendingPathComponent(name)
      try FileManager.default.moveItem(at: place, to: file)
      return file
    }
  }
#endif
