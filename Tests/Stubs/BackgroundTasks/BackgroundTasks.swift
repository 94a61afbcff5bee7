// BackgroundTasks as Apple's headers of the 27 SDK declare it, to compile generated code where there is no Darwin.

import Dispatch
import Foundation

open class BGTaskRequest: NSObject {
  public let identifier: String
  public var earliestBeginDate: Date?
  fileprivate init(_ identifier: String) { self.identifier = identifier }
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
    self.title = title
    self.subtitle = subtitle
    super.init(identifier)
  }
}

open class BGTask: NSObject {
  public let identifier: String
  public var expirationHandler: (() -> Void)?
  fileprivate init(_ identifier: String) { self.identifier = identifier }
  public func setTaskCompleted(success: Bool) {}
}

public final class BGAppRefreshTask: BGTask {}
public class BGProcessingTask: BGTask {}
public final class BGHealthResearchTask: BGProcessingTask {}

public final class BGContinuedProcessingTask: BGTask, ProgressReporting {
  public let progress = Progress(totalUnitCount: 0)
  public private(set) var title = ""
  public private(set) var subtitle = ""
  public func updateTitle(_ title: String, subtitle: String) {}
}

public final class BGTaskScheduler: NSObject, @unchecked Sendable {
  public struct Error: Swift.Error, Equatable {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests = 2
      case notPermitted = 3
      case immediateRunIneligible = 4

      public static func ~= (code: Code, error: any Swift.Error) -> Bool { (error as? Error)?.code == code }
    }
    public let code: Code
    public static let unavailable = Code.unavailable
    public static let tooManyPendingTaskRequests = Code.tooManyPendingTaskRequests
    public static let notPermitted = Code.notPermitted
    public static let immediateRunIneligible = Code.immediateRunIneligible
  }

  public class var shared: BGTaskScheduler { BGTaskScheduler() }
  public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { true }
  public func submit(_ request: BGTaskRequest) throws {}
  public func submitTaskRequest(
    _ request: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {}
  public func submitTaskRequest(_ request: BGTaskRequest) async throws {}
  public func cancel(taskRequestWithIdentifier identifier: String) {}
  public func cancelAllTaskRequests() {}
  public func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {}
  public func pendingTaskRequests() async -> [BGTaskRequest] { [] }
}
