CREATE TABLE thread_time (
  -- CPU time of threads that was told of a run; what was sampled are counters.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 1, in the order of run.json
  name TEXT NOT NULL,
  thread TEXT,                   -- what tells it from others of its name
  is_main INTEGER NOT NULL CHECK (is_main IN (0, 1)),
  cpu_ns INTEGER,
  share REAL,                    -- of the CPU time of all threads, where it was told
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread_list (
  -- What is told of all threads of a run together.
  run INTEGER NOT NULL PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  cpu_ns INTEGER,                -- NULL where the list is all there is, or nobody said
  is_reported INTEGER NOT NULL CHECK (is_reported IN (0, 1))    -- by somebody else
) STRICT, WITHOUT ROWID;
