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

    private func folder(isMade: Bool = true) throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: isMade)
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      guard isMade else { return folder }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// The current time in seconds, with which the names of files begin: an app has to give a reason
    /// for asking the file system for the dates of files (Describing use of required reason API).
    private var now: Int { Int(Date().timeIntervalSince1970) }

    /// The URL for a new file in the folder.
    func newFile() throws -> URL {
      try folder().appendingPathComponent("\(now)-\(UUID().uuidString)")
    }

    /// Removes the files of more than a week ago. Such a file is left if the process ends before the
    /// handler has moved the file.
    func sweep() {
      let week = 7 * 24 * 3_600
      guard let folder = try? folder(isMade: false),
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      else { return }
      for name in names {
        if let time = name.split(separator: "-").first.flatMap({ Int($0) }), time < now - week {
          try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
      }
    }

    /// What follows the time in the name of a downloaded file until the system reports the end of its
    /// task. The next process of the app computes the same text.
    private func arrival(of task: Int, in identifier: String) -> String {
      let name = identifier.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return "arrived-\(String(name, radix: 16))-\(task)"
    }

    /// The downloaded file of a task whose end the system has not reported.
    private func arrived(of task: Int, in identifier: String) throws -> URL? {
      let end = arrival(of: task, in: identifier)
      let folder = try folder()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names.first { $0.hasSuffix(end) }.map { folder.appendingPathComponent($0) }
    }

    /// Moves a downloaded file into this folder, because the system removes the file from its own
    /// folder.
    func keep(_ location: URL, of task: Int, in identifier: String) throws {
      if let former = try arrived(of: task, in: identifier) {
        try? FileManager.default.removeItem(at: former)
      }
      let name = "\(now)-\(arrival(of: task, in: identifier))"
      try FileManager.default.moveItem(at: location, to: folder().appendingPathComponent(name))
    }

    /// Gives the file of a download that is done a unique name, and returns its URL.
    func file(of task: Int, in identifier: String, _ response: TransferResponse?) throws -> URL {
      guard let place = try arrived(of: task, in: identifier) else {
        throw CocoaError(.fileNoSuchFile)
      }
      let name = response?.pathExtension.map { ".\($0)" } ?? ""
      let file = try URL(fileURLWithPath: newFile().path + name)
      try FileManager.default.moveItem(at: place, to: file)
      return file
    }
  }
#endif
