/// The normal distribution with mean 0 and variance 1.
package enum NormalDistribution {
  /// The 97.5 % quantile: a two-sided interval of 95 % extends by this number of standard errors to each side.
  @inlinable package static var quantile975: Double { 1.959_963_984_540_054 }
  /// The 99.5 % quantile: a two-sided interval of 99 % extends by this number of standard errors to each side.
  @inlinable package static var quantile995: Double { 2.575_829_303_548_901 }
}
