import FoundationBG

/// Scenarios in which the app changes its queue while the queue or the session is busy with an item.
extension QueueScenarios {
  /// The handler adds an item while it has the event of the item's failure.
  func failedItemIsAddedAgain() {
    onEvent = { [self] event in
      if event == "failed never a", told.count == 1 { try? app?.enqueue(["a"], to: "photos") }
    }
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    end("a", in: Self.library, status: 404)
    settle()
    expect(app?.queued(in: "photos") ?? [], ["a"], "the queue after the item was added again")
    // No other item is left, so the session has the item, and begins its transfer without the app.
    let waiting = device.running(in: Self.library).first?.earliestBegin ?? 0
    expect(waiting > 50, true, "the item waits for \(waiting) seconds")
    device.advance(by: 70)
    expect(asked, ["a after nothing", "a after never"], "the requests for the item")
    expect(with(Self.library), ["a"], "the transfers a minute later")
    end("a", in: Self.library, status: 404)
    settle()
    expect(told, ["failed never a", "failed never a"], "what the app has heard")
    expect(app?.queued(in: "photos") ?? [], [], "the queue after the item was not added again")
  }

  /// A person signs out, and another person signs in, while the app makes the request of an item.
  func itemChangesMeanwhile() {
    onItem = { [self] id in
      if asked.count == 1 {
        app?.dequeue([id], from: "photos")
        try? app?.enqueue([id], to: "photos")
      }
      return true
    }
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    expect(asked, ["a after nothing", "a after nothing"], "the requests for the items")
    expect(with(Self.library), ["a"], "the transfers")
    expect(device.submitted(to: Self.library).count, 1, "the tasks")
  }

  func unwantedItemChangesMeanwhile() {
    onItem = { [self] id in
      guard asked.count == 1 else { return true }
      app?.dequeue([id], from: "photos")
      try? app?.enqueue([id], to: "photos")
      return false
    }
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    expect(app?.queued(in: "photos") ?? [], ["a"], "the queue")
    expect(with(Self.library), ["a"], "the transfers")
  }

  /// The file of a removed item is not the file of a later item with its identifier.
  func fileArrivesForRemovedItem() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["x"], to: "tiles")
    settle()
    end("x", in: Self.library, status: 200)
    app?.dequeue(["x"], from: "tiles")
    try? app?.enqueue(["x"], to: "tiles")
    settle()
    expect(told, [], "what the app has heard")
    expect(with(Self.library), ["x"], "the transfers")
    expect(files(with: "com.example.queues.library 1"), [], "the files of the removed item")
  }

  /// The folder of downloads loses the files that an earlier process has left for more than a week, including
  /// the files of downloads whose end the system has not reported.
  func filesOfLostDownloadsAreRemoved() {
    let caches = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? "/nowhere"
    let folder = "\(caches)/QueuesDownloads"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (now, day) = (Int(Date().timeIntervalSince1970), 24 * 3_600)
    let kept = ["\(now)-today", "\(now - 6 * day)-recent", "\(now - 6 * day)-arrived-0-1"]
    for name in kept + ["\(now - 8 * day)-left", "\(now - 8 * day)-arrived-0-2"] {
      FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
    }
    app?.launch("app")
    device.advance(by: 31)
    settle()
    let rest = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    expect(rest.sorted(), kept.sorted(), "the files in the folder of downloads")
  }

  /// The handler awaits the submission of further items in an event of their session.
  func handlerSubmitsInEvent() {
    next = ["b", "c"]
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    end("a", in: Self.library, status: 200)
    settle()
    expect(told, ["completed a", "waiting [\"b\", \"c\"]"], "what the app has heard")
    expect(with(Self.library), ["b", "c"], "the transfers after the event")
  }

  func errorHasReason() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a"], to: "photos")
    settle()
    end("a", in: Self.library, error: URLError(.badURL))
    settle()
    expect(told, ["failed never a"], "what the app has heard")
    expect(reasons, ["NSURLErrorDomain -1000"], "the reasons")
  }
}
