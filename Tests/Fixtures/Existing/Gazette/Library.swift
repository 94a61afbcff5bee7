import Foundation

struct Issue {
  let url: URL
  let file: URL
  let size: Int64
}

actor Storage {
  func removeOldIssues() {}
}

final class Library: Sendable {
  static let shared = Library()
  private let storage = Storage()

  var missingIssues: [Issue] { [] }

  func removeOldIssues() async { await storage.removeOldIssues() }

  func issue(of task: URLSessionTask) -> Issue {
    let url = task.originalRequest?.url ?? URL(filePath: "/")
    return Issue(url: url, file: URL(filePath: "/tmp/" + url.lastPathComponent), size: 0)
  }
}
