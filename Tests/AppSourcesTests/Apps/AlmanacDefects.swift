private let main = "Sources/App/AlmanacApp.swift"
private let maps = "Sources/App/MapDownloads.swift"
private let index = "Sources/App/SearchIndex.swift"
private let export = "Sources/App/YearExport.swift"
private let days = "Sources/Shared/Days.swift"
private let pictures = "Sources/Widget/Pictures.swift"
private let policy = "Almanac.bgpolicy.yaml"

extension SeededDefect {
  /// Mistakes in the app of SwiftUI.
  static let almanac: [SeededDefect] = [
    SeededDefect(
      .almanac, "a registration in a task", in: main, "    index.register()\n",
      with: "    Task { index.register() }\n",
      finds: ["\(index):8 bg-register-late"]),
    SeededDefect(
      .almanac, "an action for no request", in: main, ".appRefresh(Days.refreshIdentifier)",
      with: ".appRefresh(\"days\")",
      finds: [
        ":22 code-task-undeclared", ":22 swiftui-identifier-mismatch",
        "\(policy):37 code-task-not-registered",
      ]),
    SeededDefect(
      .almanac, "an action for no session", in: main, ".urlSession(MapDownloads.identifier)",
      with: ".urlSession(\"maps\")", finds: [":26 swiftui-identifier-mismatch"]),
    SeededDefect(
      .almanac, "a download that is moved too late", in: maps,
      "    try? FileManager.default.moveItem(at: location, to: target)\n",
      with:
        "    DispatchQueue.main.async { try? FileManager.default.moveItem(at: location, to: target) }\n",
      finds: [":28 handler-download-not-moved"]),
    SeededDefect(
      .almanac, "a request under its wildcard", in: export, "identifier: identifier, title",
      with: "identifier: \"com.example.almanac.export.*\", title",
      finds: [":19 bg-continued-submits-wildcard"]),
    SeededDefect(
      .almanac, "a session that is not discretionary", in: maps,
      "    configuration.isDiscretionary = true\n", with: "",
      finds: ["\(policy):25 code-session-differs"]),
    SeededDefect(
      .almanac, "a task without completion", in: index,
      "        task.setTaskCompleted(success: !Task.isCancelled)\n", with: "",
      finds: [":8 bg-completion-missing"]),
    SeededDefect(
      .almanac, "a group in the code alone", in: pictures,
      "sharedContainerIdentifier = \"group.com.example.almanac\"",
      with: "sharedContainerIdentifier = \"group.com.example.calendar\"",
      finds: [":12 code-session-differs"]),
    SeededDefect(
      .almanac, "an identifier that is not permitted", in: "Sources/App/Info.plist",
      "\t\t<string>com.example.almanac.export.*</string>\n", with: "",
      finds: [":5 plist-identifier-missing"]),
    SeededDefect(
      .almanac, "a refresh without an identifier", in: main, ".appRefresh(Days.refreshIdentifier)",
      with: ".appRefresh",
      finds: [":13 swiftui-bare-app-refresh", "\(policy):37 code-task-not-registered"]),
    SeededDefect(
      .almanac, "a widget that receives no events", in: "Sources/Widget/DayWidget.swift",
      "    .onBackgroundURLSessionEvents(matching: Pictures.identifier) { _, completion in\n      Pictures.shared.completion = completion\n    }\n",
      with: "", finds: ["\(pictures):11 handler-widget-session"]),
    SeededDefect(
      .almanac, "no progress", in: export,
      "    task.progress.totalUnitCount = 12\n    for month in 1...12 where !isExpired {\n      write(month)\n      task.progress.completedUnitCount = Int64(month)\n    }\n",
      with: "    for month in 1...12 where !isExpired {\n      write(month)\n    }\n",
      finds: [":13 bg-continued-no-progress"]),
    SeededDefect(
      .almanac, "the GPU without a question", in: export, "    request.strategy = .fail\n",
      with: "    request.strategy = .fail\n    request.requiredResources = .gpu\n",
      finds: [":21 bg-continued-gpu-unchecked"]),
    SeededDefect(
      .almanac, "a download that is read as a whole", in: maps,
      "    try? FileManager.default.moveItem(at: location, to: target)\n",
      with: "    try? Data(contentsOf: location).write(to: target)\n",
      finds: [":28 handler-download-read-whole"]),
    SeededDefect(
      .almanac, "a session whose events nothing receives", in: main,
      "    .backgroundTask(.urlSession(MapDownloads.identifier)) {\n      await MapDownloads.shared.finishEvents()\n    }\n",
      with: "", finds: ["\(maps):9 session-launch-events-unhandled"]),
  ]
}
