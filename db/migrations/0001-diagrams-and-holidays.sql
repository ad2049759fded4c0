-- Shift diagrams, in the order in which they are shown.
CREATE TABLE diagramas (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,
  cycle TEXT NOT NULL CHECK (length(cycle) = crews * offset_days),
  crews INTEGER NOT NULL CHECK (crews BETWEEN 1 AND 5),
  offset_days INTEGER NOT NULL CHECK (offset_days BETWEEN 1 AND 60),
  -- Civil date on which crew A begins its cycle.
  anchor TEXT NOT NULL CHECK (anchor GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- {"M": ["06:00", "14:00"], ...}
  hours TEXT NOT NULL CHECK (json_valid(hours)),
  -- ISO weekdays (1 Monday to 7 Sunday) on which nobody needs to work: [7]
  closed_weekdays TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(closed_weekdays)),
  updated_at INTEGER NOT NULL
) STRICT;

-- Pictures that the operator imported in place of the computed ones.
CREATE TABLE diagram_pictures (
  diagram_id TEXT NOT NULL REFERENCES diagramas (id) ON DELETE CASCADE,
  -- A month '2027-01' or a half year '2027-1'.
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR period GLOB '[0-9][0-9][0-9][0-9]-[12]'),
  -- Random name of the WebP file in the uploads folder.
  file TEXT NOT NULL UNIQUE,
  -- First characters of the SHA-256 of the file, part of its address.
  hash TEXT NOT NULL,
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  PRIMARY KEY (diagram_id, period)
) STRICT, WITHOUT ROWID;

-- Holidays, keyed by date and name: 2026-04-02 has two.
CREATE TABLE feriados (
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  kind TEXT NOT NULL CHECK (kind IN ('feriado', 'no_laborable', 'gremial')),
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  source TEXT NOT NULL,
  PRIMARY KEY (date, name)
) STRICT, WITHOUT ROWID;

-- Files of db/seeds that have been written, each once.
CREATE TABLE seeds (
  name TEXT PRIMARY KEY,
  run_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
