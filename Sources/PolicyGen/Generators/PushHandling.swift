internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The file that handles silent pushes.
enum PushHandling {
  /// The file. `nil` for a policy without remote notifications.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard !policy.wakingPushes.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
    writer.line()
    writeTypes(in: context, to: &writer)
    writer.line()
    let matchedRoutes = policy.pushRoutes.filter { !$0.members.isEmpty }
    if !matchedRoutes.isEmpty {
      PushMatching.write(matchedRoutes, in: context, to: &writer)
      writer.line()
    }
    writer.conditional(ApplicationTasks.hasApplication) { writer in
      writeHandling(of: policy, in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Pushes.swift"), text: writer.text)
  }

  private static func writeTypes(in context: GenerationContext, to writer: inout CodeWriter) {
    let access = context.access
    writer.documentation("A silent push that the app has received.")
    writer.block("nonisolated \(access)struct \(context.name)Push: @unchecked Sendable") { writer in
      writer.documentation("The payload, which is not changed after this.")
      writer.line("\(access)let userInfo: [AnyHashable: Any]")
      writer.line()
      writer.documentation("A push with the payload that the system passes to the app.")
      writer.block("\(access)init(userInfo: [AnyHashable: Any])") { $0.line("self.userInfo = userInfo") }
    }
    writer.line()
    writer.documentation(
      "The result of a silent push; work that fails throws instead.",
      "The system uses it to decide when to deliver further pushes (\(CitationText.titles(PlatformFacts.pushHandler.citations)))."
    )
    writer.text(
      """
      nonisolated \(access)enum \(context.name)PushResult: Hashable, Sendable {
        /// The app has new data.
        case newData
        /// The app has no new data.
        case noData
      }
      """)
  }

  private static func writeHandling(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let access = context.access
    writer.documentation("Handles the silent pushes of \(context.name).", PlatformFacts.pushHandler.sentence)
    writer.line("@MainActor")
    writer.block("\(access)enum \(context.name)Pushes") { writer in
      writer.documentation(
        "Handles a push, for `application(_:didReceiveRemoteNotification:)`.",
        "The work is cancelled \(deadline) after the push is received, and abandoned \(PlatformFacts.cancellationGrace.value) later. This file sets the margin, not Apple."
      )
      writer.text(
        """
        \(access)static func handle(
          _ userInfo: [AnyHashable: Any],
          by handler: any \(context.name)BackgroundHandler
        ) async -> UIBackgroundFetchResult {
          await withCheckedContinuation { continuation in
            handle(userInfo, by: handler) { continuation.resume(returning: $0) }
          }
        }
        """)
      writer.line()
      writer.documentation(
        "Handles a push, for `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.",
        "- Parameter completionHandler: The completion handler of the system, called once on the main thread."
      )
      writer.text(
        """
        \(access)static func handle(
          _ userInfo: [AnyHashable: Any],
          by handler: any \(context.name)BackgroundHandler,
          completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
        """)
      writer.indented {
        $0.call(after: "let push = ", to: "\(context.name)Push", arguments: ["userInfo: userInfo"])
      }
      writer.text(
        """
          PushRun(completionHandler).start {
            try await answer(push, by: handler)
          }
        }
        """)
      writer.line()
      writeAnswer(of: policy, in: context, to: &writer)
    }
  }

  private static func writeAnswer(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.text(
      """
      private nonisolated static func answer(
        _ push: \(context.name)Push,
        by handler: any \(context.name)BackgroundHandler
      ) async throws -> UIBackgroundFetchResult {
      """)
    writer.indented { writer in
      let routes = policy.pushRoutes
      func call(after left: String, to route: PushRoute, to writer: inout CodeWriter) {
        writer.call(
          after: "\(left) = try await handler.", to: BackgroundHandler.pushName(route.push),
          arguments: ["push"])
      }
      let matchedRoutes = routes.filter { !$0.members.isEmpty }
      let rest = routes.first { $0.members.isEmpty }
      if matchedRoutes.isEmpty, let rest {
        call(after: "let result", to: rest, to: &writer)
      } else {
        writer.line("let result: \(context.name)PushResult")
        let names = PushMatching.names(of: matchedRoutes)
        for index in matchedRoutes.indices {
          writer.line("\(index == 0 ? "" : "} else ")if push.\(names[index]) {")
          writer.indented { call(after: "result", to: matchedRoutes[index], to: &$0) }
        }
        writer.line("} else {")
        writer.indented { writer in
          if let rest {
            call(after: "result", to: rest, to: &writer)
          } else {
            BackgroundHandler.callOtherPush(to: &writer)
          }
        }
        writer.line("}")
      }
      writer.line("return result == .newData ? .newData : .noData")
    }
    writer.line("}")
  }

  /// The time after which the work for a push is canceled.
  private static var deadline: TimeSpan {
    TimeSpan(
      milliseconds: PlatformFacts.pushRuntime.value.milliseconds - PlatformFacts.pushMargin.value.milliseconds
    )
  }
}
