internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerWidgetSession = Rule(
    "BGP746", "handler-widget-session", .code, .warning,
    summary: "A background session of a widget whose events nothing receives",
    why: """
      A widget's events go to its own extension, through onBackgroundURLSessionEvents(matching:_:). Only the events of \
      other extensions go to the containing app.
      """,
    guide: RuleGuide(
      symptom: """
        No error: the method of the containing app's delegate is not called for the widget's session.
        """,
      related: ["session-launch-events-unhandled"]),
    citations: [.widgetSessionEvents],
    triggers: [
      .withWidget(
        """
        sessions:
          pictures: { identifier: com.example.pictures, target: widget, timeoutIntervalForResource: 2d, sharedContainerIdentifier: group.com.example }
        targets:
          widget: { type: widget, appGroups: [group.com.example] }
        """,
        """
        import SwiftUI
        import WidgetKit

        @main struct ExampleWidget: Widget {
          var body: some WidgetConfiguration {
            StaticConfiguration(kind: "example", provider: Provider()) { entry in Text("Example") }
          }
        }

        final class Pictures: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = «URLSessionConfiguration.background»(withIdentifier: "com.example.pictures")
            configuration.sharedContainerIdentifier = "group.com.example"
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """)
    ],
    passes: [
      .withWidget(
        """
        sessions:
          pictures: { identifier: com.example.pictures, target: widget, timeoutIntervalForResource: 2d, sharedContainerIdentifier: group.com.example }
        targets:
          widget: { type: widget, appGroups: [group.com.example] }
        """,
        """
        import SwiftUI
        import WidgetKit

        @main struct ExampleWidget: Widget {
          var body: some WidgetConfiguration {
            StaticConfiguration(kind: "example", provider: Provider()) { entry in Text("Example") }
              .onBackgroundURLSessionEvents(matching: "com.example.pictures") { _, completion in completion() }
          }
        }

        final class Pictures: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.pictures")
            configuration.sharedContainerIdentifier = "group.com.example"
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """)
    ],
    check: .facts([.session]) { fact, code, _, context in
      guard fact["type"]?.string == "background", fact["sessionSendsLaunchEvents"]?.bool != false,
        code.isInWidget(fact), code.isComplete,
        !code.facts(.backgroundEvents).contains(where: { $0["api"]?.string == "WidgetKit" })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "Nothing in the widget receives the events of this background session",
        help: "add onBackgroundURLSessionEvents(matching:_:) to the widget's configuration",
        severity: code.severityOfAbsence)
    }
  )
}
