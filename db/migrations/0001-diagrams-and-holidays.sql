-- Shift diagrams. `npm run diagrams -- list` lists them in order of `position`.
CREATE TABLE diagramas (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,
  cycle TEXT NOT NULL CHECK (length(cycle) = crews * offset_days),
  crews INTEGER NOT NULL CHECK (crews BETWEEN 1 AND 5),
  offset_days INTEGER NOT NULL CHECK (offset_days BETWEEN 1 AND 60),
  -- Date (YYYY-MM-DD) on which crew A begins its shift cycle.
  anchor TEXT NOT NULL CHECK (anchor GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Start and end of each shift as JSON: {"M": ["06:00", "14:00"]}
  hours TEXT NOT NULL CHECK (json_valid(hours)),
  -- ISO weekdays (1 is Monday) on which the plant is closed, as JSON: [7]
  closed_weekdays TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(closed_weekdays)),
  updated_at INTEGER NOT NULL
) STRICT;

-- Pictures that the operator has imported to replace the computed pictures of a diagram.
CREATE TABLE diagram_pictures (
  diagram_id TEXT NOT NULL REFERENCES diagramas (id) ON DELETE CASCADE,
  -- Month or half year that the picture shows: '2027-01' is January, '2027-1' is the first half of the year.
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR period GLOB '[0-9][0-9][0-9][0-9]-[12]'),
  -- Random name of the WebP file in the uploads folder.
  file TEXT NOT NULL UNIQUE,
  -- First characters of the SHA-256 of the picture's file. They are part of the picture's URL.
  hash TEXT NOT NULL,
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  PRIMARY KEY (diagram_id, period)
) STRICT, WITHOUT ROWID;

-- Holidays. The primary key contains the name too, because one date can have several holidays.
CREATE TABLE feriados (
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  kind TEXT NOT NULL CHECK (kind IN ('feriado', 'no_laborable', 'gremial')),
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  source TEXT NOT NULL,
  PRIMARY KEY (date, name)
) STRICT, WITHOUT ROWID;

-- Seed files (initial data in db/seeds) that have been loaded. Each seed is loaded only once.
CREATE TABLE seeds (
  name TEXT PRIMARY KEY,
  run_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
