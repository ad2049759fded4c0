-- Personal documents. The tables of photos and of the search index refer to a document by `id`; pages and forms use
-- (user_id, id_file).
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Key that the page gives to its form, so that a form sent twice creates only one document.
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  title TEXT NOT NULL CHECK (length(title) <= 43),
  description TEXT NOT NULL,
  -- Day on which the document expires, as YYYY-MM-DD.
  expires_on TEXT CHECK (expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Which of the two expiry reminders, 30 and 7 days before the expiry, was last sent or skipped.
  reminded_days INTEGER CHECK (reminded_days IN (30, 7)),
  created_at INTEGER NOT NULL,
  -- When the user last edited the document; null until the first edit.
  edited_at INTEGER,
  UNIQUE (user_id, id_file)
) STRICT;

-- For the list of a user's documents, newest first.
CREATE INDEX documents_by_age ON documents (user_id, created_at DESC, id DESC);
-- For the list of a user's documents that expire soon.
CREATE INDEX documents_by_expiry ON documents (user_id, expires_on) WHERE expires_on IS NOT NULL;
-- For the expiry reminders of all users.
CREATE INDEX documents_expiring ON documents (expires_on) WHERE expires_on IS NOT NULL;

-- Photos of documents. Each photo has a large file (longest side 1600 px) and a small file (320 px).
CREATE TABLE document_images (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  -- Document of the photo; null while the photo is pending, before the document is saved.
  document_id INTEGER REFERENCES documents (id) ON DELETE CASCADE,
  -- SHA-256 of the photo's large file, by which the server recognises a photo that is sent twice.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  -- Width and height of the photo's large file, in pixels.
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- Total size of the photo's large file and small file, in bytes.
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Position of the photo among the photos of the document.
  position INTEGER NOT NULL
) STRICT;

-- A document contains a photo only once. The same photo can also be pending: the user may remove a saved photo and
-- choose the photo again in the same form.
CREATE UNIQUE INDEX document_images_once ON document_images (user_id, id_file, sha256, (document_id IS NULL));

CREATE INDEX document_images_by_document ON document_images (document_id, position);
-- For the total size of a user's photos.
CREATE INDEX document_images_by_user ON document_images (user_id, bytes);
CREATE INDEX document_images_pending ON document_images (created_at) WHERE document_id IS NULL;

-- Search index of documents, which ignores accents. Each query contains the user id, so that it finds only that
-- user's documents. Words are also indexed by their first one to three letters, which makes the search for a prefix
-- fast.
CREATE VIRTUAL TABLE documents_search USING fts5 (
  title, description, user_id,
  content = 'documents', content_rowid = 'id',
  prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 2"
);
-- With `secure-delete`, the index removes the words of a deleted document at once, not at a later merge of the index.
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

-- Whether the user gets a mail before a document expires. Only verified users get this mail.
ALTER TABLE users ADD COLUMN expiry_reminders INTEGER NOT NULL DEFAULT 1 CHECK (expiry_reminders IN (0, 1));
