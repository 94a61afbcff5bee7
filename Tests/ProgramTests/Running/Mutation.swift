import Testing

/// A mistake in generated code, made by replacing text.
struct Mutation: Sendable, CustomTestStringConvertible {
  /// The resulting mistake, which is also the name of the mutant's app.
  let name: String
  /// The policy of the mutant, if the policy matters.
  var fixture: String?
  /// The end of the file name.
  var file = "Tasks.swift"
  /// The replaced text at its first occurrence. `#` stands for the app's name, except in `#available`.
  let original: String
  /// The new text.
  let replacement: String
  /// A part of the fakes' report about the mistake.
  let violation: String

  var testDescription: String { name }

  /// The mistakes of wrappers and registration.
  static let ofRuns = [
    Mutation(
      name: "NoExpirationHandler", original: "task.expirationHandler = { [weak self] in self?.expire() }",
      replacement: "", violation: "has no expiration handler when its launch handler returns"),
    Mutation(
      name: "LateExpirationHandler", original: "task.expirationHandler = { [weak self] in self?.expire() }",
      replacement: """
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
          self.task.expirationHandler = { [weak self] in self?.expire() }
        }
        """, violation: "has no expiration handler when its launch handler returns"),
    Mutation(
      name: "CompletedByAll",
      original: """
        guard isFirst else { return }
              BackgroundEvents
        """, replacement: "BackgroundEvents",
      violation: "is completed twice"),
    Mutation(
      name: "CompletedTwice", original: "self.complete(success: true)",
      replacement: "self.task.setTaskCompleted(success: true); self.complete(success: true)",
      violation: "is completed twice"),
    Mutation(
      name: "NotCompletedWhenDone", original: "self.complete(success: true)", replacement: "",
      violation: "is not completed"),
    Mutation(
      name: "NotCompletedWhenFailed", original: "self.complete(success: false)", replacement: "_ = error",
      violation: "is not completed"),
    Mutation(
      name: "SuccessWhenFailed", original: "self.complete(success: false)",
      replacement: "self.complete(success: true)", violation: "is completed with true instead of false"),
    Mutation(
      name: "SuccessWhenExpired", original: "task.setTaskCompleted(success: success && isInTime)",
      replacement: "task.setTaskCompleted(success: success)",
      violation: "is completed with true instead of false"),
    Mutation(
      name: "NotCompletedWhenStuck", original: "    complete(success: false)", replacement: "_ = self",
      violation: "is not completed"),
    Mutation(
      name: "NotCancelled", original: "work?.cancel()", replacement: "",
      violation: "goes on after its time is up"),
    Mutation(
      name: "NeverCalled", original: "try await work()", replacement: "",
      violation: "the handler of refresh is never called"),
    Mutation(
      name: "OtherCalled", file: "Background.swift", original: "handler.refresh()",
      replacement: "handler.cleanup()",
      violation: "the handler of cleanup is called without a launch"),
    Mutation(
      name: "NotRequestedAgain", original: "await task.submitAgain()",
      replacement: "", violation: "is not requested again before its work begins"),
    Mutation(
      name: "RequestedAfterWork",
      original: """
        await task.submitAgain()
                  try SwiftTask.checkCancellation()
                  try await task.run(work)
        """,
      replacement: """
        try await task.run(work)
                  await task.submitAgain()
        """, violation: "is not requested again before its work begins"),
    Mutation(
      name: "RegisteredLate",
      original: """
        let isPermitted = BGTaskScheduler.shared.register(
                forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
              if isPermitted { identifiers.insert(identifier) }
        """,
      replacement: """
        let isPermitted = true
        // Nothing is submitted before, as the identifier does not count as registered.
        DispatchQueue.main.async { [self] in
          BGTaskScheduler.shared.register(
            forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
          lock.withLock { _ = identifiers.insert(identifier) }
        }
        """, violation: "is registered after the app has finished launching"),
    Mutation(
      name: "NotRegistered",
      original: """
        BGTaskScheduler.shared.register(
                forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
        """, replacement: "true", violation: "No launch handler registered for task with identifier"),
    Mutation(
      name: "RegisteredAsAnother", original: "forTaskWithIdentifier: identifier",
      replacement: "forTaskWithIdentifier: identifier + \".other\"",
      violation: "was refused at registration"),
    Mutation(
      name: "RegisteredTwice",
      original: "guard !identifiers.contains(identifier) else { return true }", replacement: "",
      violation: "is registered twice"),
  ]

  /// The mistakes of identifiers, requests and submissions.
  static let ofRequests = [
    Mutation(
      name: "ErrorSwallowed", original: "throw TaskSubmissionError(error, limit: limit)",
      replacement: "_ = error", violation: "the submission of export is taken instead of notEligibleToRunNow"),
    Mutation(
      name: "ErrorMixedUp", original: "Error.notPermitted: self = .notPermitted",
      replacement: "Error.notPermitted: self = .unavailable",
      violation: "the submission of refresh is unavailable instead of notPermitted"),
    Mutation(
      name: "SubmittedOnMainThread",
      original: "try await BGTaskScheduler.shared.submitTaskRequest(request)",
      replacement: "try await MainActor.run { try BGTaskScheduler.shared.submit(request) }",
      violation: "is submitted on the main thread"),
    Mutation(
      name: "OtherIdentifier", original: "BGProcessingTaskRequest(identifier: $0)",
      replacement: "BGProcessingTaskRequest(identifier: $0 + \".other\")",
      violation: "com.example.newest.cleanup is not pending"),
    Mutation(
      name: "RequestedLater", original: ".after(900)",
      replacement: ".after(9_000)",
      violation: "was submitted to begin later than the policy says"),
    Mutation(
      name: "NotOfTheWildcard", original: "\"com.example.newest.export.*\"",
      replacement: "\"com.example.newest.exports.*\"",
      violation: "the submission of export is refused instead of taken"),
    Mutation(
      name: "UncheckedSuffix", original: "!job.isEmpty, job.allSatisfy(isAllowed)",
      replacement: "isAllowed(\"a\")", violation: "instead of notAnIdentifier"),
    Mutation(
      name: "ProgressOfItsOwn", original: "progress = task.progress",
      replacement: "progress = Progress(totalUnitCount: 0)", violation: "has shown no progress"),
    Mutation(
      name: "UncheckedGPU", original: "if asksForGPU, BGTaskScheduler.supportedResources.contains(.gpu) {",
      replacement: "if asksForGPU {", violation: "asks for a GPU that the device does not lend"),
    Mutation(
      name: "BusyMixedUp", original: "case BGTaskScheduler.Error.immediateRunIneligible = error",
      replacement: "case BGTaskScheduler.Error.unavailable = error",
      violation: "instead of notEligibleToRunNow"),
  ]

  /// The mistakes in availability checks, which only an older system shows.
  static let ofGuards = [
    Mutation(
      name: "UnguardedSubmission", fixture: "sdk-27", original: "if #available(iOS 27.0, tvOS 27.0, *) {",
      replacement: "if true {", violation: "submitTaskRequest is used, which came with iOS 27.0"),
    Mutation(
      name: "UnguardedContinued", fixture: "every-key",
      original: """
        if #available(iOS 26.0, *) {
                TaskRun.registerContinued
        """,
      replacement: """
        do {
                TaskRun.registerContinued
        """, violation: "a continued processing task is used, which came with iOS 26.0"),
    Mutation(
      name: "GuardedTooLate", fixture: "sdk-27", original: "try BGTaskScheduler.shared.submit(request)",
      replacement: "_ = request", violation: "com.example.guarded.refresh is not pending"),
  ]

  /// The mistakes of scenes.
  static let ofScenes = [
    Mutation(
      name: "SceneRequestsNothing", file: "Scene.swift",
      original: "await task.submitAgain()",
      replacement: "", violation: "is not requested again before its work begins"),
    Mutation(
      name: "SceneCallsNothing", file: "Scene.swift", original: "try await work()", replacement: "",
      violation: "the handler of refresh is never called"),
    Mutation(
      name: "SceneCallsAnother", file: "Scene.swift", original: "handler.cleanup()",
      replacement: "handler.refresh()", violation: "the handler of cleanup is never called"),
    Mutation(
      name: "SceneOfAnotherTask", file: "Scene.swift", original: "#Tasks.cleanup.identifier",
      replacement: "\"com.example.scenes.other\"",
      violation: "No launch handler registered for task"),
  ]
}
