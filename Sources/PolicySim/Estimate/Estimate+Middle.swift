extension Estimate {
  /// The quantile of a transfer's completion that reports show first, in seconds: the median over the draws of uncertain parameters, or the
  /// quantile with the values of the model if parameters were not drawn. `nil` if too few runs reach the quantile.
  package func middle(of quantile: Quantile, transfer: Int) -> Double? {
    guard let prediction else { return transfers[transfer].completion.quantile(quantile.share) }
    return prediction.median(of: quantile, transfer: transfer)
  }
}
