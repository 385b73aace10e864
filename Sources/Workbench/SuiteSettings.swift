package import Analysis
package import Recordings

extension ParameterSettings {
  /// Returns the metric parameters that a suite declares, such as the refresh rate; the default parameters if there is
  /// no suite.
  package static func declared(
    by suite: SuiteDescription?
  ) throws(Failure) -> ParameterSettings {
    guard let suite else { return ParameterSettings() }
    do throws(ParameterError) {
      return try ParameterSettings(suite.parameters)
    } catch {
      throw .parameter(error, .suite(suite.id))
    }
  }

  /// The parameters that each suite declares, by the suite's id.
  static func declared(
    byEach suites: [SuiteDescription]
  ) throws(Failure) -> [String: ParameterSettings] {
    var settings: [String: ParameterSettings] = [:]
    for suite in suites { settings[suite.id] = try declared(by: suite) }
    return settings
  }
}
