CREATE TABLE suite_measure (
  -- What runs of a suite bring that no metric of the catalogue is.
  suite TEXT NOT NULL REFERENCES suite (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,    -- in the order of the names, from 1
  name TEXT NOT NULL,           -- its id as a metric
  title TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_symbol TEXT NOT NULL,
  lower_is_better INTEGER CHECK (lower_is_better IN (0, 1)),    -- NULL: neither direction is
  digits INTEGER,               -- after the point; NULL: four significant ones with the unit
  budget REAL,                  -- what a value may be, in the unit; NULL where nothing was said
  budget_is_refresh INTEGER NOT NULL CHECK (budget_is_refresh IN (0, 1)),
  PRIMARY KEY (suite, position)
) STRICT, WITHOUT ROWID;

ALTER TABLE suite ADD COLUMN sweep TEXT;        -- what is varied from stage to stage, if anything is
ALTER TABLE suite ADD COLUMN sweep_unit TEXT;

ALTER TABLE stage ADD COLUMN test_case TEXT;    -- what was measured, where variants of it are compared
ALTER TABLE stage ADD COLUMN variant TEXT;
ALTER TABLE stage ADD COLUMN swept_value REAL;  -- of what the suite varies
