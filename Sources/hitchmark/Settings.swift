internal import Arguments
internal import Workbench

/// The settings of `hitchmark.json`, which are read when the first one is needed.
///
/// Help and the version therefore work in a folder with an invalid file.
struct Settings {
  private var configuration: Configuration?
  /// Why the configuration files cannot be used; `nil` if the files are usable or were not read yet.
  private(set) var fault: Failure?

  /// - Parameter isUsed: whether to read the configuration files.
  init(isUsed: Bool) {
    configuration = isUsed ? nil : Configuration()
  }

  subscript(_ name: String) -> Setting? {
    mutating get {
      if configuration == nil { read() }
      return configuration?[name].map { Setting($0.word, place: "\($0.path): \(name)") }
    }
  }

  private mutating func read() {
    do throws(Configuration.Fault) {
      configuration = try Configuration.inCurrentFolder()
    } catch {
      (configuration, fault) = (Configuration(), .configuration(error))
    }
  }
}
