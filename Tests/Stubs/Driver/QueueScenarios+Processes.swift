import FoundationBG

/// Scenarios about what one process may know of another process and do to it, and about signals of the app.
extension QueueScenarios {
  /// A second router gets neither the sessions of the first router nor its queues.
  func appMakesSessionsTwice() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a", "b", "c", "d"], to: "photos")
    settle()
    let first = app
    app?.launch("app")
    settle()
    do {
      try app?.enqueue(["e"], to: "photos")
      problems.append("a second router adds to a queue whose items it can't submit")
    } catch {}
    expect(app?.submit("submitIcons", 3), 3, "the rest of what a second router submits")
    end("a", in: Self.library, status: 200)
    settle()
    expect(told, ["completed a"], "what the app has heard")
    expect(with(Self.library), ["b", "c", "d"], "the transfers")
    // The next process has one router again.
    device.startProcess()
    app?.end()
    app?.launch("app")
    settle()
    try? app?.enqueue(["e"], to: "photos")
    end("b", in: Self.library, status: 200)
    settle()
    expect(with(Self.library), ["c", "d", "e"], "the transfers of the next process")
    withExtendedLifetime(first) {}
  }

  /// A queue without an app group is in the container of the app, which no extension can read.
  func extensionLooksAtAppsQueue() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    let suspended = device.suspend()
    device.startProcess()
    shareExtension?.launch("share")
    settle()
    expect(shareExtension?.queued(in: "photos") ?? ["no queue"], [], "the app's queue in the extension")
    shareExtension?.dequeue(["a"], from: "photos")
    settle()
    device.startProcess()
    shareExtension?.end()
    device.resume(suspended)
    expect(app?.queued(in: "photos") ?? [], ["a"], "the app's queue")
    end("a", in: Self.library, status: 200)
    settle()
    expect(told, ["completed a"], "what the app has heard")
  }

  /// Only the extension cancels its transfers, when it runs the next time.
  func appEmptiesExtensionsQueue() {
    shareExtension?.launch("share")
    settle()
    try? shareExtension?.enqueue(["s1", "s2"], to: "shared")
    settle()
    device.startProcess()
    shareExtension?.end()
    app?.launch("app")
    settle()
    app?.dequeue(["s1", "s2"], from: "shared")
    settle()
    expect(app?.queued(in: "shared") ?? [], [], "the queue that the app has emptied")
    expect(with(Self.share), ["s1", "s2"], "the extension's transfers")
    device.startProcess()
    app?.end()
    shareExtension?.launch("share")
    settle()
    expect(with(Self.share), [], "the transfers when the extension runs again")
    expect(told, [], "what the processes have heard")
  }

  /// The app removes an item of the extension's queue while the extension makes the item's request.
  func appEmptiesQueueMeanwhile() {
    app?.launch("app")
    settle()
    onItem = { [self] _ in
      app?.dequeue(nil, from: "shared")
      return true
    }
    shareExtension?.launch("share")
    settle()
    try? shareExtension?.enqueue(["s1"], to: "shared")
    settle()
    expect(with(Self.share), [], "the extension's transfers")
    expect(shareExtension?.queued(in: "shared") ?? [], [], "the extension's queue")
  }

  /// All items are removed although their files can't be read.
  func personSignsOutWhileLocked() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a", "b", "c", "d"], to: "photos")
    settle()
    device.startProcess()
    app?.end()
    let block = folder(of: "photos") + "/unreadable.item"
    try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
    app?.launch("app")
    settle()
    app?.dequeue(nil, from: "photos")
    settle()
    expect(with(Self.library), [], "the transfers after the sign-out")
    device.startProcess()
    app?.end()
    app?.launch("app")
    settle()
    expect(app?.queued(in: "photos") ?? ["unknown"], [], "the queue after the next launch")
    expect(with(Self.library), [], "the transfers after the next launch")
  }

  /// The app can't make an item before a person signs in.
  func personSignsIn() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["not now"], to: "photos")
    settle()
    device.advance(by: 50)
    expect(asked.count, 1, "the requests for the item in the first minute")
    app?.submitWaiting(of: "photos")
    settle()
    expect(asked.count, 2, "the requests for the item after a person has signed in")
  }

  /// A function that receives the messages of the log may use the queue.
  func receiverLooksAtQueue() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    device.startProcess()
    app?.end()
    let block = folder(of: "photos") + "/unreadable.item"
    try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
    app?.launch("app")
    lookWhileLogging(at: "photos") { settle() }
    try? FileManager.default.removeItem(atPath: block)
  }

  func receiverHearsOfHeader() {
    app?.launch("app")
    settle()
    lookWhileLogging(at: "tiles") {
      try? app?.enqueue(["x"], to: "tiles")
      settle()
    }
    expect(with(Self.library), ["x"], "the transfers")
  }

  /// Looks at a queue at each message of the log. A lock that is held twice stops the program.
  private func lookWhileLogging(at queue: String, _ body: () -> Void) {
    let isDone = Flag()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 20)
      if !isDone.isSet { _exit(1) }
    }
    app?.lookWhileLogging(at: queue)
    body()
    isDone.set()
  }
}

/// A value that one thread sets and another thread reads.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
