/// The normal distribution with mean 0 and variance 1.
package enum NormalDistribution {
  /// The 97.5 % quantile: a two-sided interval of 95 % extends by this number of standard errors to each side.
  @inlinable package static var quantile975: Double { 1.959_963_984_540_054 }
  /// The 99 % quantile: a bound that holds with 99 % is this number of standard errors away.
  @inlinable package static var quantile99: Double { 2.326_347_874_040_841 }
}
