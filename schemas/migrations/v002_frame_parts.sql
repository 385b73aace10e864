CREATE TABLE frame_part (
  -- The parts of the work on the frames of a run, such as functions and waits.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 0, as "frame_part_entries" refers to parts
  name TEXT NOT NULL,
  kind TEXT NOT NULL,            -- 'slice', 'wait' or 'stage'
  container TEXT,                -- the name of the slice that usually contains it; NULL if none does
  typical_ns INTEGER,            -- the median in the frames in time; NULL: the entries are those of all frames
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE frame_part_entries (
  -- Packed as docs/store.md describes. The virtual table "frame_part_time" has the entries as rows.
  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  count INTEGER NOT NULL,        -- entries
  frames BLOB NOT NULL,          -- the frame of each entry, from 0
  parts BLOB NOT NULL,           -- the part of each entry
  durations BLOB NOT NULL        -- the duration of each entry
) STRICT;
