/// Why a report, or a site of reports, cannot be created.
package enum ReportFault: Sendable {
  /// Neither a suite nor a folder for a site was given.
  case nothingAsked
  /// Options that do not apply to a site, because a site consists of pages only.
  case besideSite([String])
  /// Only a site can be written again and again.
  case watchWithoutSite
  /// Changes of a cluster cannot be watched.
  case watchOfCluster
  /// A LaTeX document was requested without LaTeX.
  case standaloneWithoutLaTeX
  /// A file that was not written as part of a site is at the path of a page.
  case foreignFile(String)
  /// A line of the list of pages, from 1, is invalid.
  case manifest(String, line: Int)
}
