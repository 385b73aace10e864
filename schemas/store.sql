-- The schema of a store after all migrations; made by `UPDATE_GOLDEN=1 swift test --filter SchemaTests`.
PRAGMA application_id = 1215587176;
PRAGMA user_version = 2;

CREATE TABLE suite (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  about TEXT,
  provenance TEXT,    -- where the figures come from, if they were not measured
  best TEXT,          -- ids of stages, as suite.json gives them
  worst TEXT,
  end_result TEXT,
  sweep TEXT,         -- what varies from stage to stage, if anything does
  sweep_unit TEXT,
  trip_wire REAL CHECK (trip_wire > 0)    -- how much worse a single session must be to be proof: 0.25 is 25%
) STRICT, WITHOUT ROWID;

CREATE TABLE stage (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- in the order of the report, from 1
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  baseline TEXT,
  note TEXT,
  test_case TEXT,    -- what was measured, if variants of it are compared
  variant TEXT,
  swept_value REAL,  -- of what the suite varies
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_metric (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- row of the tables, from 1
  metric TEXT NOT NULL,
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_parameter (
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (suite, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_limit (
  -- A value that a metric must not pass.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- as suite.json lists them, from 1
  metric TEXT NOT NULL,
  bound TEXT NOT NULL,          -- as written: the direction, the value and its unit
  stage TEXT,                   -- NULL: every stage without a limit of its own in this direction
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_comparison (
  -- Two stages; the second must not be worse.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- as suite.json lists them, from 1
  reference TEXT NOT NULL,
  candidate TEXT NOT NULL,
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_noise_floor (
  -- The smallest relevant change of a metric, if the suite replaces that of the catalogue.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  metric TEXT NOT NULL,
  floor TEXT NOT NULL,          -- as written: a percentage, or a value with its unit
  PRIMARY KEY (suite, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_measure (
  -- A metric that the suite declares in addition to the catalogue.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- in the order of the names, from 1
  name TEXT NOT NULL,           -- its id as a metric
  title TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  lower_is_better INTEGER CHECK (lower_is_better IN (0, 1)),    -- NULL: neither direction is better
  digits INTEGER,               -- after the point; NULL: four significant digits with the unit
  budget REAL,                  -- the most that a value may be, in the unit
  budget_is_refresh INTEGER NOT NULL CHECK (budget_is_refresh IN (0, 1)),
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE environment (
  -- The facts of a device that make figures incomparable. All other facts are in "device" only.
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE    -- of the device's hard facts, as docs/store.md lists them
) STRICT;

CREATE TABLE device (
  id INTEGER PRIMARY KEY,
  environment INTEGER NOT NULL REFERENCES environment (id),
  digest TEXT NOT NULL UNIQUE,   -- of all facts below and the properties
  name TEXT,
  os TEXT,
  cpu TEXT,
  gpu TEXT,
  refresh_rate_hz REAL,
  input_lag_ns INTEGER
) STRICT;

CREATE INDEX device_by_environment ON device (environment);

CREATE TABLE device_property (
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  -- One uninterrupted use of a device: its runs share an effect that repetition does not average out.
  id INTEGER PRIMARY KEY,
  environment INTEGER NOT NULL REFERENCES environment (id),
  name TEXT NOT NULL,
  UNIQUE (name, environment)
) STRICT;

CREATE TABLE revision (
  -- What was known of a commit when a run of it was added. The order of commits comes from git.
  id TEXT NOT NULL PRIMARY KEY,  -- as given: an id, a tag, an abbreviation
  parents TEXT,                  -- their ids, separated by spaces, the first parent first
  author_date TEXT,
  subject TEXT,
  branch TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,          -- never used again for another run
  suite TEXT,                                    -- no foreign key: a suite needs no description
  stage TEXT,
  name TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,                   -- of the trace's bytes and the stream within
  content_digest TEXT NOT NULL,                  -- of the columns as they decode
  source TEXT NOT NULL,
  format TEXT NOT NULL,
  dialect TEXT NOT NULL,
  stream TEXT,
  revision TEXT REFERENCES revision (id),
  date TEXT,
  session INTEGER REFERENCES session (id),
  device INTEGER NOT NULL REFERENCES device (id),
  test_duration_ns INTEGER,
  provenance TEXT,
  frames INTEGER,                                -- NULL when there is no timeline
  duration_ns INTEGER,                           -- from the first present to the last
  withheld TEXT,                                 -- why there is no timeline
  CHECK ((frames IS NULL) = (withheld IS NOT NULL))
) STRICT;

CREATE INDEX run_by_stage ON run (suite, stage, name);

CREATE INDEX run_by_revision ON run (revision);

CREATE INDEX run_by_session ON run (session);

CREATE INDEX run_by_device ON run (device);

CREATE TABLE label (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX label_by_value ON label (key, value);

CREATE TABLE frame_column (
  -- Packed as docs/store.md describes. The virtual table "frame" has the frames as rows.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  signal TEXT NOT NULL,          -- 'present', 'kind', or the name of a measurement of each frame
  count INTEGER NOT NULL,        -- entries
  data BLOB NOT NULL,
  UNIQUE (run, signal)
) STRICT;

CREATE TABLE unplaced_frames (
  -- Number of frames without a present, by their kind.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (
  -- Packed as docs/store.md describes. The virtual table "counter_sample" has the samples as rows.
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 1, in the order of the trace
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  count INTEGER NOT NULL,        -- samples
  times BLOB,                    -- NULL: sample k was taken at the end of frame k
  lengths BLOB NOT NULL,         -- samples of each stretch of equal samples
  samples BLOB NOT NULL,         -- the value of each stretch
  decimals INTEGER,              -- of the values as they were printed; NULL: the values are bit patterns
  is_percent INTEGER NOT NULL CHECK (is_percent IN (0, 1)),
  UNIQUE (run, ordinal)
) STRICT;

CREATE TABLE marker (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  name TEXT NOT NULL,
  is_activity INTEGER NOT NULL CHECK (is_activity IN (0, 1)),
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE scalar (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  lower_is_better INTEGER CHECK (lower_is_better IN (0, 1)),    -- NULL: neither direction is better
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread_time (
  -- CPU time of threads as run.json lists it. Sampled CPU time is in "counter".
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,      -- from 1, in the order of run.json
  name TEXT NOT NULL,
  thread TEXT,                   -- its id, which distinguishes threads of one name
  is_main INTEGER NOT NULL CHECK (is_main IN (0, 1)),
  cpu_ns INTEGER,
  share REAL,                    -- of the CPU time of all threads
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread_list (
  -- All threads of a run together.
  run INTEGER NOT NULL PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  cpu_ns INTEGER,                -- NULL: the sum of the list, or unknown
  is_reported INTEGER NOT NULL CHECK (is_reported IN (0, 1))    -- as published elsewhere
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_value (
  -- As published elsewhere, not measured here. Never mixed with "metric_value".
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_issue (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  line INTEGER,                  -- of the first one
  found TEXT,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE      -- the id that users know
) STRICT;

CREATE TABLE computation (
  -- How values were computed.
  id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,     -- of the metric's formula
  parameters TEXT NOT NULL,      -- the parameters of the formula
  UNIQUE (revision, parameters)
) STRICT;

CREATE TABLE reason (
  -- Why there is no value.
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE metric_value (
  -- The view "run_metric" has the names. The key lets SQLite read one metric of all runs without the others. A foreign
  -- key for the run would need an index half as large as the table, so the trigger below replaces it.
  metric INTEGER NOT NULL REFERENCES metric (id),
  run INTEGER NOT NULL,
  value REAL NOT NULL,           -- in the metric's unit
  computation INTEGER NOT NULL REFERENCES computation (id),
  PRIMARY KEY (metric, run)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER metric_values_of_removed_run AFTER DELETE ON run
BEGIN
  DELETE FROM metric_value WHERE metric IN (SELECT id FROM metric) AND run = old.id;
END;

CREATE TABLE missing_set (
  -- Metrics without a value. Runs that lack the same metrics for the same reasons share a set.
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE    -- of the rows of "missing_metric", with names in place of numbers
) STRICT;

CREATE TABLE missing_metric (
  missing_set INTEGER NOT NULL REFERENCES missing_set (id) ON DELETE CASCADE,
  metric INTEGER NOT NULL REFERENCES metric (id),
  computation INTEGER NOT NULL REFERENCES computation (id),
  reason INTEGER NOT NULL REFERENCES reason (id),
  PRIMARY KEY (missing_set, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_missing (
  -- The set of each run that has metrics without a value.
  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  missing_set INTEGER NOT NULL REFERENCES missing_set (id)
) STRICT;

CREATE VIEW run_metric AS
SELECT
  metric_value.run, metric.name AS metric, computation.revision, computation.parameters, metric_value.value,
  NULL AS reason
FROM metric
CROSS JOIN metric_value ON metric_value.metric = metric.id    -- in this order: one lookup per metric and run
JOIN computation ON computation.id = metric_value.computation
UNION ALL
SELECT
  run_missing.run, metric.name, computation.revision, computation.parameters, NULL, reason.text
FROM run_missing
JOIN missing_metric ON missing_metric.missing_set = run_missing.missing_set
JOIN metric ON metric.id = missing_metric.metric
JOIN computation ON computation.id = missing_metric.computation
JOIN reason ON reason.id = missing_metric.reason;

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
