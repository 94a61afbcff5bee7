// BackgroundTasks as Apple's headers of the 27 SDK declare it, to compile and run generated code without
// Darwin. The scheduler is a fake that enforces the contract of the headers.

import FakeDevice
import Foundation

open class BGTaskRequest: NSObject {
  public let identifier: String
  public var earliestBeginDate: Date?
  init(_ identifier: String) { self.identifier = identifier }
}

public final class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) { super.init(identifier) }
}

public class BGProcessingTaskRequest: BGTaskRequest {
  public var requiresNetworkConnectivity = false
  public var requiresExternalPower = false
  public init(identifier: String) { super.init(identifier) }
}

public final class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  public override init(identifier: String) {
    FakeSystem.shared.use("BGHealthResearchTaskRequest", since: "17.0")
    super.init(identifier: identifier)
  }
  public var protectionTypeOfRequiredData: NSString = "NSFileProtectionCompleteUntilFirstUserAuthentication"
}

public final class BGContinuedProcessingTaskRequest: BGTaskRequest {
  public enum SubmissionStrategy: Int, Sendable {
    case fail = 0
    case queue = 1
  }

  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let gpu = Resources(rawValue: 1)
  }

  public var title: String
  public var subtitle: String
  public var strategy = SubmissionStrategy.queue
  public var requiredResources: Resources = []

  public init(identifier: String, title: String, subtitle: String) {
    FakeSystem.shared.use("BGContinuedProcessingTaskRequest", since: "26.0")
    self.title = title
    self.subtitle = subtitle
    super.init(identifier)
  }
}
