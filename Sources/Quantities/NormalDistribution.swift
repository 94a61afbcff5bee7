/// The normal distribution with mean 0 and variance 1.
package enum NormalDistribution {
  /// The 97.5 % quantile: a two-sided interval of 95 % extends by this number of standard errors to each side.
  @inlinable package static var quantile975: Double { 1.959_963_984_540_054 }
}
