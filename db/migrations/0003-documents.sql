-- Personal documents. `id` is for the search index; everybody else knows a document by (user_id, id_file).
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Made with the form that creates it, so that a form sent twice is one document.
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  title TEXT NOT NULL CHECK (length(title) <= 43),
  description TEXT NOT NULL,
  -- Civil date, `YYYY-MM-DD`.
  expires_on TEXT CHECK (expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Of how many days before it expires a reminder has gone out, or is no longer due.
  reminded_days INTEGER CHECK (reminded_days IN (30, 7)),
  created_at INTEGER NOT NULL,
  -- Null until the first edit.
  edited_at INTEGER,
  UNIQUE (user_id, id_file)
) STRICT;

-- The list: newest first.
CREATE INDEX documents_by_age ON documents (user_id, created_at DESC, id DESC);
-- "Vencen pronto".
CREATE INDEX documents_by_expiry ON documents (user_id, expires_on) WHERE expires_on IS NOT NULL;
-- Reminders, for everybody at once.
CREATE INDEX documents_expiring ON documents (expires_on) WHERE expires_on IS NOT NULL;

-- Photos of documents. Each has two files: its longest side is at most 1600 px in one and 320 px in the other.
CREATE TABLE document_images (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  -- Null while it is pending: accepted with a form that was refused for another reason.
  document_id INTEGER REFERENCES documents (id) ON DELETE CASCADE,
  -- SHA-256 of the large file: the same photo sent again is the same photo.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  -- Of the large file, in pixels.
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- Of both files.
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Order within its document.
  position INTEGER NOT NULL
) STRICT;

-- A photo stands once in its document, and once among those that wait for its form: there it can be the one that takes
-- the place of itself, removed and chosen anew.
CREATE UNIQUE INDEX document_images_once ON document_images (user_id, id_file, sha256, (document_id IS NULL));

CREATE INDEX document_images_by_document ON document_images (document_id, position);
-- What a person's images weigh.
CREATE INDEX document_images_by_user ON document_images (user_id, bytes);
CREATE INDEX document_images_pending ON document_images (created_at) WHERE document_id IS NULL;

-- Search without accents. The owner is a column of the index, so that a search finds no other person's words.
-- Beginnings of up to three letters have an index of their own: without it, among 300,000 documents, two words of which
-- one letter each is known take 60 ms, with it less than one.
CREATE VIRTUAL TABLE documents_search USING fts5 (
  title, description, user_id,
  content = 'documents', content_rowid = 'id',
  prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 2"
);
-- What is deleted leaves the index at once and not at some later merge.
INSERT INTO documents_search (documents_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER documents_search_insert AFTER INSERT ON documents BEGIN
  INSERT INTO documents_search (rowid, title, description, user_id)
  VALUES (new.id, new.title, new.description, new.user_id);
END;
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, description, user_id)
  VALUES ('delete', old.id, old.title, old.description, old.user_id);
END;
CREATE TRIGGER documents_search_update AFTER UPDATE OF title, description ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, description, user_id)
  VALUES ('delete', old.id, old.title, old.description, old.user_id);
  INSERT INTO documents_search (rowid, title, description, user_id)
  VALUES (new.id, new.title, new.description, new.user_id);
END;

-- Whether a verified person is mailed before a document expires.
ALTER TABLE users ADD COLUMN expiry_reminders INTEGER NOT NULL DEFAULT 1 CHECK (expiry_reminders IN (0, 1));
