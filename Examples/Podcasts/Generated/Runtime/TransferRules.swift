// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about each item of a transfer.
  nonisolated public struct TransferRules: Sendable {
    /// The number of items that the session has at once.
    public var limit: Int
    /// The header fields that each request has.
    public var headerFields: [String]
    /// Whether requests may use a cellular network; `nil` to leave it to the session.
    public var allowsCellularAccess: Bool?
    /// Whether requests may use an expensive network; `nil` to leave it to the session.
    public var allowsExpensiveNetworkAccess: Bool?
    /// Whether requests may use a network in Low Data Mode; `nil` to leave it to the session.
    public var allowsConstrainedNetworkAccess: Bool?
    /// The number of bytes of each download; `nil` if items have different sizes.
    public var countOfBytesClientExpectsToReceive: Int64?
    /// The priority of the tasks; `nil` for the usual priority.
    public var priority: Float?
    /// The number of seconds after the submission before which the system does not begin a task;
    /// `nil` if a task may begin at once.
    public var earliestBegin: TimeInterval?
    /// Whether a transfer resumes with the data of its last failure.
    public var isResumed: Bool

    /// The statements of a policy about each item of a transfer.
    public init(
      limit: Int = .max,
      headerFields: [String] = [],
      allowsCellularAccess: Bool? = nil,
      allowsExpensiveNetworkAccess: Bool? = nil,
      allowsConstrainedNetworkAccess: Bool? = nil,
      countOfBytesClientExpectsToReceive: Int64? = nil,
      priority: Float? = nil,
      earliestBegin: TimeInterval? = nil,
      isResumed: Bool = false
    ) {
      self.limit = limit
      self.headerFields = headerFields
      self.allowsCellularAccess = allowsCellularAccess
      self.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
      self.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
      self.countOfBytesClientExpectsToReceive = countOfBytesClientExpectsToReceive
      self.priority = priority
      self.earliestBegin = earliestBegin
      self.isResumed = isResumed
    }

    /// Logs the header fields that a request lacks. No lock may be held, because the log's receiver may
    /// use the sessions and the queues.
    func logMissingFields(of request: URLRequest, to log: BackgroundLog) {
      for field in headerFields where request.value(forHTTPHeaderField: field) == nil {
        log.error("a request lacks the header \(field)")
      }
    }

    /// Creates the task of an item.
    ///
    /// - Parameter changed: The configuration with the values that the app has set since it created
    /// the session; `nil` if the app has set no value.
    func task<Item: TransferItem>(
      for item: Item, in session: URLSession, by changed: URLSessionConfiguration?
    ) -> URLSessionTask {
      var request = request(of: item.request)
      var rules = self
      if let changed {
        request.restrict(by: changed)
        // Resume data has a request of its own, which may allow a network that is forbidden now.
        if changed.isStricter(than: session.configuration) { rules.isResumed = false }
      }
      let task = item.task(for: request, in: session, by: rules)
      if let priority { task.priority = priority }
      if let earliestBegin {
        task.earliestBeginDate = Date(timeIntervalSinceNow: earliestBegin)
      }
      return task
    }

    private func request(of item: URLRequest) -> URLRequest {
      var request = item
      if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
      if let allowsExpensiveNetworkAccess {
        request.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
      }
      if let allowsConstrainedNetworkAccess {
        request.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
      }
      return request
    }
  }

  nonisolated extension URLRequest {
    /// Forbids the networks that a configuration forbids, and adds the configuration's header fields
    /// that the request lacks.
    fileprivate mutating func restrict(by configuration: URLSessionConfiguration) {
      if !configuration.allowsCellularAccess { allowsCellularAccess = false }
      if !configuration.allowsExpensiveNetworkAccess { allowsExpensiveNetworkAccess = false }
      if !configuration.allowsConstrainedNetworkAccess { allowsConstrainedNetworkAccess = false }
      for (field, fieldValue) in configuration.httpAdditionalHeaders ?? [:] {
        guard let field = field as? String, let fieldValue = fieldValue as? String,
          value(forHTTPHeaderField: field) == nil
        else { continue }
        setValue(fieldValue, forHTTPHeaderField: field)
      }
    }
  }

  nonisolated extension URLSessionConfiguration {
    /// Whether the configuration forbids a network that another configuration allows.
    fileprivate func isStricter(than other: URLSessionConfiguration) -> Bool {
      !allowsCellularAccess && other.allowsCellularAccess
        || !allowsExpensiveNetworkAccess && other.allowsExpensiveNetworkAccess
        || !allowsConstrainedNetworkAccess && other.allowsConstrainedNetworkAccess
    }
  }
#endif
