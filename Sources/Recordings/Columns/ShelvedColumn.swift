/// Numbers, or small values without references, that can be looked at while more are added.
///
/// Growing never moves what is there: shelves of 256 KB are put away as they fill up, a few of them in memory, and those
/// behind in a temporary file.
struct ShelvedColumn<Entry: BitwiseCopyable & Equatable & Sendable>:
  RandomAccessCollection, Equatable, Sendable
{
  private var shelves: [NumberColumn<Entry>] = []
  /// Entries in those: all but the last are full, and that one is, too, until the column is finished.
  private var shelvedCount = 0
  /// The last shelf, which is being filled; it has an entry where there is any, until the column is finished.
  private var open: [Entry] = []
  private let shelvesInMemory: Int
  private var file: ColumnFile?

  private static var shelfBytes: Int { 1 << 18 }
  private static var shelfBits: Int {
    (shelfBytes / MemoryLayout<Entry>.stride).trailingZeroBitCount
  }

  /// Creates an empty column.
  ///
  /// - Parameters:
  ///   - shelvesInMemory: how many shelves stay there.
  ///   - file: where the others go, which several columns may share; one of its own where it is `nil`.
  init(shelvesInMemory: Int = 4, file: ColumnFile? = nil) {
    self.shelvesInMemory = shelvesInMemory
    self.file = file
  }

  /// Always 0.
  var startIndex: Int { 0 }

  /// The number of entries.
  var endIndex: Int { shelvedCount + open.count }

  /// The entry at a position; O(1).
  subscript(position: Int) -> Entry {
    let shelf = position >> Self.shelfBits
    let place = position & (1 << Self.shelfBits - 1)
    return shelf < shelves.count ? shelves[shelf][place] : open[place]
  }

  /// Adds an entry at the end.
  mutating func append(_ entry: Entry) {
    if open.count == 1 << Self.shelfBits { putAway() }
    open.append(entry)
  }

  /// Puts another entry in the place of the last one, of which there is one.
  mutating func replaceLast(with entry: Entry) { open[open.count - 1] = entry }

  /// Lets the last entries go to a file, too, where short columns fill the memory; no more entries may come.
  mutating func finish() {
    guard open.count > 32, ColumnMemory.isCrowded else { return }
    shelvedCount += open.count
    shelves.append(NumberColumn(shelf: open, stays: true, else: &file))
    open = []
  }

  /// Gives back the memory of some entries before a position, where they are in a file; called now and then on the way from the
  /// first entry to the last, of all of them.
  func release(before position: Int) {
    let shelf = Swift.min(position >> Self.shelfBits, shelves.count)
    if shelf > 0 { shelves[shelf - 1].release(shelves[shelf - 1].indices) }
  }

  /// The same of the last entries.
  func releaseLast() {
    if let last = shelves.last { last.release(last.indices) }
  }

  /// Only when another entry comes, so that the last one can be replaced.
  private mutating func putAway() {
    precondition(shelvedCount == shelves.count << Self.shelfBits, "not finished")
    shelvedCount += open.count
    shelves.append(
      NumberColumn(shelf: open, stays: shelves.count < shelvesInMemory, else: &file))
    open = []
    open.reserveCapacity(1 << Self.shelfBits)
  }

  static func == (left: ShelvedColumn, right: ShelvedColumn) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}
