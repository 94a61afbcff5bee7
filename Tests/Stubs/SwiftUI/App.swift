// The part of SwiftUI that the app on the page about integration uses.

import UIKit

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public protocol View {}

public struct Text: View {
  public init(_ text: String) {}
}

public struct WindowGroup<Content: View>: Scene {
  public init(content: () -> Content) {}
  public var backgroundActions: [SceneAction] { [] }
}

/// The system creates the delegate, and no test runs an app with a delegate.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  public var wrappedValue: DelegateType { fatalError("The system makes the delegate") }
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
}
