internal import TraceReaders

extension ColumnMapFault {
  var complaint: Complaint {
    let units = "wanted one of the units \(ColumnMap.units.joined(separator: ", "))"
    return switch self {
    case .unknownTarget(let word, let nearest):
      Complaint(
        at: "--map", "no column can hold “\(word)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "wanted one of \((ColumnMap.times + ColumnMap.samples).joined(separator: ", "))")
    case .noUnit(let target, let column):
      Complaint(
        at: "--map \(target)=\(column)", "a column of times without a unit", wanted: units,
        remedy: "write \(target)=\(column):ms, say")
    case .unknownUnit(let unit, let target, let column):
      Complaint(
        at: "--map \(target)=\(column):\(unit)", "“\(unit)” is no unit of times", wanted: units)
    case .noColumn(let target):
      Complaint(
        at: "--map \(target)=", "no column is named", wanted: "wanted a name, or a number from 1")
    case .repeated(let target):
      Complaint(at: "--map \(target)=", "two columns for the same", wanted: "wanted one")
    case .repeatedColumn(let column):
      Complaint(at: "--map", "the column “\(column)” for two things", wanted: "wanted one")
    case .noTime:
      Complaint(
        at: "--map", "no column of times", wanted: "wanted timestamp=COLUMN:UNIT",
        remedy: "or frame_time=COLUMN:UNIT")
    }
  }
}
