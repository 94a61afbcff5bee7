import FakeDevice
import FoundationBG

/// Scenarios about requests, and about the states that an app and its extension have of each other's queues.
extension QueueScenarios {
  /// The app ends before it has recorded the end of an item of the extension. The extension continues with its own record.
  func appTakesEndAway() {
    shareExtension?.launch("share")
    settle()
    try? shareExtension?.enqueue(["s1", "s2"], to: "shared")
    settle()
    let suspended = device.suspend()
    device.startProcess()
    let block = folder(of: "shared") + "/unreadable.item"
    try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
    end("s1", in: Self.share, error: URLError(.timedOut))
    device.await(Self.share)
    app?.launch("app")
    app?.handleEvents(Self.share) {}
    settle()
    device.startProcess()
    app?.end()
    try? FileManager.default.removeItem(atPath: block)
    device.resume(suspended)
    expect(with(Self.share), ["s2"], "the transfers after the app has ended")
    try? shareExtension?.enqueue([], to: "shared")
    settle()
    device.advance(by: 31)
    expect(with(Self.share).sorted(), ["s1", "s2"], "the transfers after the extension went on")
    expect(cancelled, [], "cancelled")
  }

  /// The extension adds items several times before the system lists the session's tasks.
  func extensionAddsAgain() {
    shareExtension?.launch("share")
    for id in ["s1", "s2", "s3"] {
      try? shareExtension?.enqueue([id], to: "shared")
      Executor.shared.drain(isDelivering: false)
      try? shareExtension?.enqueue([], to: "shared")
      Executor.shared.drain(isDelivering: false)
    }
    settle()
    device.advance(by: 31)
    expect(with(Self.share).sorted(), ["s1", "s2", "s3"], "the first transfers")
    // The system lists the tasks only after the extension has asked for the list again and has created another task.
    try? shareExtension?.enqueue(["s4"], to: "shared")
    Executor.shared.drain(isDelivering: false)
    for _ in 0..<2 {
      try? shareExtension?.enqueue([], to: "shared")
      Executor.shared.drain(isDelivering: false)
      device.deliverNext()
      Executor.shared.drain(isDelivering: false)
    }
    settle()
    device.advance(by: 31)
    expect(with(Self.share).sorted(), ["s1", "s2", "s3", "s4"], "the transfers")
    expect(cancelled, [], "cancelled")
  }

  func extensionSubmits() {
    shareExtension?.launch("share")
    let shareExtension = shareExtension
    Task {
      let waiting = try? await shareExtension?.submitItems(["s1", "not now", "s2"], to: "shared")
      expect(with(Self.share), ["s1", "s2"], "the transfers when the items are submitted")
      expect(waiting, ["not now"], "the items that wait")
      told.append("the extension's request is done")
    }
    settle()
    expect(told, ["the extension's request is done"], "what has ended")
  }

  /// The time of an extension is up while the app makes an item.
  func submissionIsCancelled() {
    isMakingSlowly = true
    shareExtension?.launch("share")
    let shareExtension = shareExtension
    let submission = Task {
      let waiting = try? await shareExtension?.submitItems(["s1"], to: "shared")
      expect(waiting, ["s1"], "the items that wait")
      told.append("the submission is over")
    }
    settle()
    expect(told, [], "what has ended before the cancellation")
    submission.cancel()
    settle()
    expect(told, ["the submission is over"], "what has ended after the cancellation")
    makeItems()
    settle()
    expect(with(Self.share), ["s1"], "the transfers")
  }

  func tokenIsRefused() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    expect(asked, ["a after nothing"], "the items that the app has made")
    end("a", in: Self.library, status: 401)
    settle()
    let withToken = ["a after nothing", "a after withNewRequest"]
    expect(asked, withToken, "the items after a refusal")
    expect(with(Self.library), ["a"], "the transfers after a refusal")
    end("a", in: Self.library, status: 401)
    settle()
    device.advance(by: 50)
    expect(asked, withToken, "the items while a refused token waits")
    device.advance(by: 20)
    expect(asked, withToken + ["a after withNewRequest"], "the items a minute later")
  }

  func dataOutlivesItsRequest() {
    let data = ["NSURLSessionDownloadTaskResumeData": Data("half".utf8)]
    app?.launch("app")
    settle()
    try? app?.enqueue(["x"], to: "tiles")
    settle()
    end("x", in: Self.library, error: URLError(.networkConnectionLost, userInfo: data))
    settle()
    expect(device.resumed, 1, "the downloads that have gone on")
    end("x", in: Self.library, status: 200)
    settle()
    try? app?.enqueue(["y"], to: "tiles")
    settle()
    device.startProcess()
    app?.end()
    end("y", in: Self.library, error: URLError(.networkConnectionLost, userInfo: data))
    device.advance(by: 300_000)
    app?.launch("app")
    settle()
    expect(with(Self.library), ["y"], "the transfers three days later")
    expect(device.resumed, 1, "the downloads that have gone on with a request of two days")
  }

  func urlExpires() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["x", "y"], to: "tiles")
    settle()
    end("x", in: Self.library, status: 404)
    settle()
    expect(told, ["failed never x"], "what the app has heard of a URL that is valid")
    device.advance(by: 172_801)
    end("y", in: Self.library, status: 404)
    settle()
    expect(asked.last, "y after withNewRequest", "the item after the time of its URL")
    expect(with(Self.library), ["y"], "the transfers with a new URL")
    expect(told, ["failed never x"], "what the app has heard of a URL that has expired")
  }

  func filesHaveSecrets() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a", "b"], to: "photos")
    settle()
    let fields = ["Set-Cookie": "SECRET", "X-Token": "SECRET", "ETag": "kept"]
    end("a", in: Self.library, status: 200, headerFields: fields)
    end("b", in: Self.library, status: 503, headerFields: fields)
    settle()
    expect(told, ["completed a"], "what the app has heard")
    expect(secrets, [], "the files with secrets")
    expect(files(with: "a.item").isEmpty && files(with: "\"b\"").count == 1, true, "a failed item has a file")
  }

  /// Ten thousand items share a few files, because a file for each item would take seconds.
  func tenThousandItems() {
    let ids = (0..<10_000).map { "\($0)" }
    app?.launch("app")
    settle()
    try? app?.enqueue(ids + ids, to: "photos")
    expect(files(with: "\"id\"").count, 100, "the files")
    settle()
    end("1", in: Self.library, status: 200)
    settle()
    expect(with(Self.library), ["0", "2", "3"], "the transfers")
    device.startProcess()
    app?.end()
    app?.launch("app")
    settle()
    expect(app?.queued(in: "photos") ?? [], ids.filter { $0 != "1" }, "the items after a relaunch")
    expect(with(Self.library), ["0", "2", "3"], "the transfers after a relaunch")
    app?.dequeue(ids.filter { $0 != "5" }, from: "photos")
    settle()
    expect(with(Self.library), ["5"], "the transfers after the removal of all others")
    expect(files(with: "\"id\"").count, 1, "the files after the removal of all others")
  }

  /// The files of the app that contain a text.
  func files(with text: String) -> [String] {
    let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "/nowhere"
    let all = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      let content = FileManager.default.contents(atPath: data + "/" + path) ?? Data()
      return String(decoding: content, as: UTF8.self).contains(text)
    }
  }
}
