package import PolicyModel

extension Estimate {
  /// The quantile of a transfer's completion that reports show first, in seconds: the median over the draws of uncertain parameters, or the
  /// quantile with the values of the model if parameters were not drawn. `nil` if too few runs reach the quantile.
  package func middle(of quantile: Quantile, transfer: Int) -> Double? {
    guard let prediction else { return transfers[transfer].completion.quantile(quantile.share) }
    return prediction.median(of: quantile, transfer: transfer)
  }

  /// A figure of a transfer that reports show first, if the figure is a quantile of the completion; infinite if the quantile never comes, `nil`
  /// for other figures and transfers without items.
  package func middle(of figure: FigureStatistic, ofTransfer name: String) -> Double? {
    guard let quantile = figure.completionQuantile,
      let index = transfers.firstIndex(where: { $0.name == name }), transfers[index].completion.count > 0
    else { return nil }
    return middle(of: quantile, transfer: index) ?? .infinity
  }
}

extension FigureStatistic {
  /// The quantile of the completion; `nil` for other figures and statistics.
  var completionQuantile: Quantile? {
    guard figure == .completion, let share = statistic.share else { return nil }
    return Quantile.allCases.first { $0.share == share }
  }
}
