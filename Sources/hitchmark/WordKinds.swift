internal import Analysis
internal import Arguments
internal import RunStore
internal import Workbench

/// What a word may be that stands behind a command without an option, so that complaints can name the option.
enum WordKinds {
  /// The placeholders of options that would take a word, likeliest first.
  ///
  /// Best effort: without a store that can be read, only metrics of the catalogue and ranges are known.
  ///
  /// - Parameters:
  ///   - word: as written.
  ///   - line: all words, which may name the store.
  /// - Returns: none of what nobody knows.
  static func of(_ word: String, on line: [String]) -> [String] {
    if word.contains("..") { return ["A..B", "COMMIT"] }
    let path = storePath(on: line)
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

  private static func storePath(on line: [String]) -> String {
    let store = CommonOptions.store.declaration
    for (word, next) in zip(line, line.dropFirst() + [""]) {
      if word == store.written { return next }
      if word.hasPrefix("\(store.written)=") {
        return String(word.dropFirst(store.written.count + 1))
      }
    }
    return store.environment.flatMap(Platform.environment) ?? store.defaultText ?? ""
  }
}
