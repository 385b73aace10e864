internal import Arguments
internal import Workbench

/// The settings of `hitchmark.json`, which are read when the first one is needed.
///
/// Help and the version therefore work in a folder with an invalid file.
struct Settings {
  private var configuration: Configuration?
  /// Why the configuration files cannot be used; `nil` if the files are usable or were not read yet.
  private(set) var fault: Configuration.Fault?

  /// The settings that the command asked for and must not use, with the file that has them.
  private var refused: [(name: String, path: String)] = []
  private let judges: Bool

  /// - Parameters:
  ///   - isUsed: whether to read the configuration files.
  ///   - judges: whether the command judges a change of the work tree.
  init(isUsed: Bool, judges: Bool) {
    configuration = isUsed ? nil : Configuration()
    self.judges = judges
  }

  /// A notice about the settings that were not used; `nil` if there are none.
  var notice: String? {
    refused.first.map { first in
      let names = refused.map { "“\($0.name)”" }.joined(separator: ", ")
      return """
        \(first.path): check ignores \(names) of this file, which the change that it judges may contain; pass \
        options instead
        """
    }
  }

  subscript(_ name: String) -> Setting? {
    mutating get {
      if configuration == nil { read() }
      if let path = configuration?.ignored[name], !refused.contains(where: { $0.name == name }) {
        refused.append((name, path))
      }
      return configuration?[name].map { Setting($0.word, place: "\($0.path): \(name)") }
    }
  }

  private mutating func read() {
    do throws(Configuration.Fault) {
      configuration = try Configuration.inCurrentFolder(judges: judges)
    } catch {
      (configuration, fault) = (Configuration(), error)
    }
  }
}
