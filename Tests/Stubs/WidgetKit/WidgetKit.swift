// The part of WidgetKit that generated code uses, as Apple's interface declares it.

import SwiftUI

extension WidgetConfiguration {
  @MainActor @preconcurrency public func onBackgroundURLSessionEvents(
    matching matchingBlock: ((String) -> Bool)? = nil,
    _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration {
    ModifiedWidget(sessionEvents: { identifier, completion in
      guard matchingBlock?(identifier) != false else { return }
      urlSessionEvent(identifier, completion)
    })
  }
}
