/// Why a report cannot be made of what was asked for.
enum ReportFault {
  /// Neither a suite nor a folder for a site.
  case nothingAsked
  /// A site is written as pages alone, so these options mean nothing beside it.
  case besideSite([String])
}
