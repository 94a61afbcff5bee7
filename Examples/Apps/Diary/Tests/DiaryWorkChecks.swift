import Foundation

@testable import Diary

/// The checks of the handler; each returns a problem.
enum DiaryWorkChecks {
  /// Photos are uploaded once, again after a failure of the network, and never after a refusal.
  static func backup() async throws -> String? {
    let folder = try photos(["a.heic", "b.heic", "c.heic"])
    let store = PhotoStore(folder)
    let work = DiaryWork(store)
    let testing = DiaryBackgroundTesting(work)
    guard await testing.sync() else { return "sync has failed" }
    var submitted = await testing.submitted(to: .backup)
    guard submitted == ["a.heic", "b.heic", "c.heic"] else { return "submitted: \(submitted)" }

    try await testing.answer("a.heic", in: .backup, statusCode: 201)
    try await testing.fail("b.heic", in: .backup, with: URLError(.networkConnectionLost))
    try await testing.answer("c.heic", in: .backup, statusCode: 404)
    await testing.deliver(.backup)
    submitted = await testing.submitted(to: .backup)
    guard submitted == ["b.heic"] else { return "submitted again: \(submitted)" }
    let failed = await work.failed
    guard failed == ["c.heic"] else { return "failed: \(failed)" }

    try await testing.answer("b.heic", in: .backup)
    let missing = await store.missing()
    let waiting = testing.sessions.photosQueue.ids
    return missing == ["c.heic"] && waiting == [] ? nil : "missing: \(missing), waiting: \(waiting)"
  }

  /// The queue submits a photo again after an expired token, and after the time that the server asks for.
  static func refusals() async throws -> String? {
    let store = PhotoStore(try photos(["a.heic"]))
    let testing = DiaryBackgroundTesting(DiaryWork(store))
    guard await testing.sync() else { return "sync has failed" }
    try await testing.answer("a.heic", in: .backup, statusCode: 401)
    try await testing.answer("a.heic", in: .backup, statusCode: 429, headerFields: ["Retry-After": "120"])
    // It waits in the session, as no other photo does.
    try await testing.answer("a.heic", in: .backup)
    let missing = await store.missing()
    return missing == [] ? nil : "refused: \(missing)"
  }

  /// A refresh whose time is up is no success.
  static func tooLittleTime() async throws -> String? {
    let testing = DiaryBackgroundTesting(DiaryWork(PhotoStore(try photos([]))))
    return await testing.sync(expiringAfter: 0) ? "sync is a success without time" : nil
  }

  /// A test leaves no photo to the next one, nor to the app.
  static func queueOfItsOwn() throws -> String? {
    let first = DiaryBackgroundTesting(DiaryWork(PhotoStore(try photos(["a.heic"]))))
    try first.sessions.photosQueue.add(["a.heic"])
    let second = DiaryBackgroundTesting(DiaryWork(PhotoStore(try photos([]))))
    let left = second.sessions.photosQueue.ids
    return left == [] ? nil : "left by an earlier test: \(left)"
  }

  private static func photos(_ names: [String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let photos = folder.appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    for name in names { try Data(name.utf8).write(to: photos.appendingPathComponent(name)) }
    return folder
  }
}
