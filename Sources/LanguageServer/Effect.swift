package import JSON
package import PolicyModel
package import PolicySim

/// Something that the server wants done.
package enum Effect: Sendable {
  /// Send a message to the client.
  case send(JSONValue)
  /// Estimate a policy in the background, and hand the result to `finish`.
  case estimate(EstimateJob)
  /// Stop the estimate of a document.
  case cancelEstimate(of: String)
  /// Run the tool in the background, and hand the result to `finish`.
  case run(CommandJob)
  /// End the process.
  case exit(status: Int32)
}

/// An estimate to be made.
package struct EstimateJob: Sendable {
  /// The name of the document.
  package let document: String
  /// The number of the analysis that it is of.
  package let number: Int
  /// The policy.
  package let policy: Policy
  /// The settings of the estimate.
  package let settings: Estimator.Settings
}

/// A call of the tool.
package struct CommandJob: Sendable {
  /// The number of the call.
  package let number: Int
  /// The arguments of the tool, in the order of its command line.
  package let words: [String]
  /// The page that it writes, which is shown afterwards; `nil` if it writes none.
  package let page: String?
}

/// Something that happened in the background.
package enum BackgroundEvent: Sendable {
  /// A part of an estimate is made, from 0 to 100 percent.
  case progressed(document: String, number: Int, percent: Int)
  /// An estimate is taking longer than one waits for a hover.
  case delayed(document: String, number: Int)
  /// An estimate can't be made: it is too large, or there is no thread for it.
  case abandoned(document: String, number: Int)
  /// An estimate is made.
  case estimated(document: String, number: Int, Estimate)
  /// The tool has run; `nil` instead of its status if it could not.
  case ran(number: Int, status: Int32?, output: String)
}
