/// Why a report cannot be made of what was asked for.
package enum ReportFault: Sendable {
  /// Neither a suite nor a folder for a site.
  case nothingAsked
  /// A site is written as pages alone, so these options mean nothing beside it.
  case besideSite([String])
  /// A file that no site wrote stands where a page has to.
  case foreignFile(String)
  /// A line of the list of a site's pages, from 1, is none that a site wrote.
  case manifest(String, line: Int)
}
