import Foundation
import Recordings
import TestSupport
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Formats histories as text, for golden files.
enum HistoryDump {
  /// The histories at a path, file by file.
  static func text(of path: String, options: HistoryOptions) -> String {
    var reader = HistoryReader(options: options)
    var text = ""
    do {
      for file in try HistoryReader.plan([path]) {
        text += "== \(name(of: file.path))\n"
        do {
          text += self.text(of: try reader.read(file))
        } catch {
          text += "error: \(name(of: "\(error)"))\n"
        }
      }
    } catch {
      text += "error: \(name(of: "\(error)"))\n"
    }
    return text + reader.problems.map { "problem: \(name(of: "\($0)"))\n" }.joined()
  }

  /// The text with paths relative to the folder of the fixtures.
  private static func name(of text: String) -> String {
    text.replacing(SharedMaterial.project.path + "/Tests/Fixtures/histories/", with: "")
  }

  private static func text(of history: History) -> String {
    var lines = ["\(history.format) \(history.dialect)"]
    for omission in history.omissions {
      let place = omission.line.map { " line \($0)" } ?? ""
      let found = omission.found.map { " “\($0)”" } ?? ""
      lines.append("omitted \(omission.count): \(omission.reason)\(place)\(found)")
    }
    for point in history.points {
      lines.append(
        "- \([point.suite, point.stage].compactMap { $0 }.joined(separator: " / ")) / \(point.name)"
      )
      lines += self.lines(of: point).map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of point: HistoryPoint) -> [String] {
    let known = point.description
    var lines: [String] = []
    if let commit = point.commit {
      let date = commit.date.map { " \(commit.isAuthorDate ? "written" : "measured") \($0.text)" }
      let rest = [commit.branch.map { " on \($0)" }, commit.subject.map { " “\($0)”" }, date]
      lines.append("commit \(commit.id)" + rest.compactMap { $0 }.joined())
    }
    let device = known.device
    let facts = [
      ("date", known.date), ("session", known.session), ("device", device.name),
      ("os", device.os), ("cpu", device.cpu),
    ]
    lines += facts.compactMap { name, value in value.map { "\(name) \($0)" } }
    lines += (Array(device.properties) + Array(known.labels)).sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value)" }
    lines += known.scalars.map { scalar in
      let better = scalar.lowerIsBetter.map { $0 ? ", less is better" : ", more is better" } ?? ""
      return "\(scalar.name) = \(scalar.value) \(scalar.unit.id)\(better)"
    }
    lines += point.missing.sorted { $0.key < $1.key }.map { "\($0.key) missing: \($0.value)" }
    return lines
  }
}
