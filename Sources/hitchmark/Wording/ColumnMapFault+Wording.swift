internal import TraceReaders

extension ColumnMapFault {
  var complaint: Complaint {
    let units = "expected one of the units \(ColumnMap.units.joined(separator: ", "))"
    return switch self {
    case .unknownTarget(let word, let nearest):
      Complaint(
        at: "--map", "“\(word)” is not a kind of column that Hitchmark reads",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "expected one of the kinds of columns \((ColumnMap.times + ColumnMap.samples).joined(separator: ", "))"
      )
    case .noUnit(let target, let column):
      Complaint(
        at: "--map \(target)=\(column)", "the time column has no unit", wanted: units,
        remedy: "write, for example, \(target)=\(column):ms")
    case .unknownUnit(let unit, let target, let column):
      Complaint(
        at: "--map \(target)=\(column):\(unit)", "“\(unit)” is not a unit of time", wanted: units)
    case .noColumn(let target):
      Complaint(
        at: "--map \(target)=", "the option does not name a column of the trace",
        wanted: "expected the name of a column, or the number of a column, counted from 1")
    case .repeated(let target):
      Complaint(
        at: "--map \(target)=", "the option names two columns for “\(target)”",
        remedy: "leave one out")
    case .repeatedColumn(let column):
      Complaint(
        at: "--map", "the option uses the column “\(column)” for two kinds of values",
        remedy: "leave one out")
    case .noTime:
      Complaint(
        at: "--map", "the option names no column that contains times",
        wanted: "expected timestamp=COLUMN:UNIT, frame_time=COLUMN:UNIT or fps=COLUMN")
    }
  }
}
