package import JSON
package import PolicyModel
package import PolicySim

/// An action that the server requests from the executable.
package enum Effect: Sendable {
  /// Send a message to the client.
  case send(JSONValue)
  /// Estimate a policy in the background, and pass the result to `finish`.
  case estimate(EstimateJob)
  /// Stop the estimate of a document.
  case cancelEstimate(of: String)
  /// Run the tool in the background, and pass the result to `finish`.
  case run(CommandJob)
  /// End the process.
  case exit(status: Int32)
}

/// An estimate to be made.
package struct EstimateJob: Sendable {
  /// The name of the document.
  package let document: String
  /// The number of the analysis that the estimate is based on.
  package let number: Int
  /// The policy to estimate.
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
  /// The page that the call writes, which the client then opens; `nil` if the call writes no page.
  package let page: String?
}

/// An event of the work in the background.
package enum BackgroundEvent: Sendable {
  /// The finished share of an estimate, from 0 to 100 percent.
  case progressed(document: String, number: Int, percent: Int)
  /// An estimate takes longer than a user waits for a hover text.
  case delayed(document: String, number: Int)
  /// An estimate can't be made, because it is too large or because no thread can be started.
  case abandoned(document: String, number: Int)
  /// An estimate is finished.
  case estimated(document: String, number: Int, Estimate)
  /// The tool has run; `status` is `nil` if the tool could not run.
  case ran(number: Int, status: Int32?, output: String)
}
