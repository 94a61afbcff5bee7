internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The file that handles silent pushes.
enum PushHandling {
  /// The file. `nil` for a policy without remote notifications.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard !policy.wakingPushes.isEmpty else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
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
    let (name, access) = (context.name, context.access)
    writer.documentation("A silent push that the app has received.")
    writer.assignment("\(access)typealias \(name)Push", "SilentPush")
    writer.documentation("The result of a silent push; work that fails throws instead.")
    writer.assignment("\(access)typealias \(name)PushResult", "PushResult")
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
          let push = SilentPush(userInfo: userInfo)
          return await PushRun.result { try await answer(push, by: handler) }
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
      writer.text(
        """
          let push = SilentPush(userInfo: userInfo)
          PushRun(completionHandler).start { try await answer(push, by: handler) }
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
        _ push: SilentPush,
        by handler: any \(context.name)BackgroundHandler
      ) async throws -> PushResult {
      """)
    writer.indented { writer in
      let routes = policy.pushRoutes
      func call(after left: String, to route: PushRoute, to writer: inout CodeWriter) {
        writer.call(
          after: "\(left)try await handler.", to: BackgroundHandler.pushName(route.push),
          arguments: ["push"])
      }
      let matchedRoutes = routes.filter { !$0.members.isEmpty }
      let rest = routes.first { $0.members.isEmpty }
      let names = PushMatching.names(of: matchedRoutes)
      for index in matchedRoutes.indices {
        writer.block("if push.\(names[index])") { call(after: "return ", to: matchedRoutes[index], to: &$0) }
      }
      if let rest {
        call(after: "return ", to: rest, to: &writer)
      } else {
        BackgroundHandler.callOtherPush(to: &writer)
      }
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
