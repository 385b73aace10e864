internal import Analysis
internal import Arguments
internal import ClusterStore
internal import RunStore
internal import System
internal import Workbench

/// Guesses what an unexpected word on the command line means, so that error messages can name the right option.
enum WordKinds {
  /// The placeholders of options that could take a word, the likeliest first; empty if no option could take it.
  ///
  /// If no store can be read, only metrics of the catalog and ranges are known.
  ///
  /// - Parameters:
  ///   - line: all words of the command line, which may name the store.
  ///   - settings: the configuration, which may name the store too.
  static func of(
    _ word: String, on line: [String], settings: (String) -> Setting?
  ) -> [String] {
    if word.contains("..") { return ["A..B", "COMMIT"] }
    let path = storePath(on: line, settings)
    let isThere = Platform.kind(of: path) == .file
    let store = isThere ? try? RunStore.open(path, access: .read) : nil
    let suites = (try? store?.stages()) ?? []
    var kinds: [String] = []
    if suites.contains(where: { $0.suite == word }) { kinds.append("SUITE") }
    if suites.contains(where: { $0.stages.contains(word) }) { kinds.append("STAGE") }
    if Metric.all.contains(where: { $0.id == word }) { kinds.append("METRIC") }
    if let own = try? store?.metrics(), own.contains(word) { kinds.append("METRIC") }
    if word.count > 5, let known = try? store?.commits(beginningWith: word), !known.isEmpty {
      kinds.append("COMMIT")
    }
    if WorkTree(containing: ".")?.id(of: word) != nil { kinds.append("BRANCH") }
    return kinds
  }

  private static func storePath(
    on line: [String], _ settings: (String) -> Setting?
  ) -> String {
    let store = CommonOptions.store.declaration
    for (word, next) in zip(line, line.dropFirst() + [""]) {
      if word == store.written { return next }
      if word.hasPrefix("\(store.written)=") {
        return String(word.dropFirst(store.written.count + 1))
      }
    }
    return store.environment.flatMap(Platform.environment)
      ?? store.setting.flatMap(settings)?.word ?? store.defaultText ?? ""
  }
}
