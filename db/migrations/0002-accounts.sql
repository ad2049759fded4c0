-- People who registered. An address is stored as it was checked: ASCII, lower case.
CREATE TABLE users (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  -- UTC milliseconds; null until the owner of the address has shown to read its mail.
  email_verified_at INTEGER,
  username TEXT NOT NULL,
  -- Argon2id in PHC form; null for an account without a password of its own (Google).
  password_hash TEXT,
  provider_auth TEXT NOT NULL CHECK (provider_auth IN ('NORMAL', 'GOOGLE', 'FACEBOOK')),
  real_name TEXT NOT NULL DEFAULT 'SIN NOMBRE',
  -- Random name of the profile photo in the uploads folder, without its ending.
  photo TEXT UNIQUE CHECK (length(photo) = 36),
  diagram TEXT REFERENCES diagramas (id) ON DELETE SET NULL,
  crew TEXT CHECK (crew GLOB '[A-E]'),
  -- Null until the switch has been used.
  auto_diagram INTEGER CHECK (auto_diagram IN (0, 1)),
  twitter TEXT,
  facebook TEXT,
  instagram TEXT,
  web TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX users_by_diagram ON users (diagram) WHERE diagram IS NOT NULL;

-- Identities at a provider, by its own key of the person: an address can change hands, `subject` cannot.
CREATE TABLE provider_accounts (
  provider TEXT NOT NULL CHECK (provider IN ('GOOGLE', 'FACEBOOK')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_accounts_by_user ON provider_accounts (user_id);

-- Signed-in browsers. The cookie carries the token, the table its SHA-256: who reads the file can sign in nowhere.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Browsers in which somebody has signed in before: their attempts are counted apart from a stranger's.
CREATE TABLE devices (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_expiry ON devices (expires_at);

-- Browsers that filled in the register form and wait for the mail.
CREATE TABLE pending_registrations (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- 0: the address already had an account. Such a row opens nothing; it only makes both cases look alike.
  is_new INTEGER NOT NULL CHECK (is_new IN (0, 1)),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_registrations_by_user ON pending_registrations (user_id);
CREATE INDEX pending_registrations_by_expiry ON pending_registrations (expires_at);

-- Links that were mailed: one use, for one purpose, of one person, at one address.
CREATE TABLE mail_tokens (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_tokens_by_user ON mail_tokens (user_id, purpose);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

-- Six-digit codes that were mailed: the newest of each person and purpose.
CREATE TABLE mail_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'delete')),
  -- HMAC with the program's secret: a million codes are quickly tried against a plain hash.
  code_hash TEXT NOT NULL,
  wrong_tries INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, purpose)
) STRICT, WITHOUT ROWID;

-- Token buckets. The key is a hash: no address of a person or a machine can be read here.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  tokens REAL NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When the bucket is full again and its row says nothing any more.
  full_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_full_at ON attempts (full_at);

-- Mails to send. A mail is composed when it goes out, so that no link or code ever stands here.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  kind TEXT NOT NULL,
  -- Null where nobody may be found, or nobody is left, behind the address.
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_next_try ON outbox (next_try_at);
CREATE INDEX outbox_by_user ON outbox (user_id) WHERE user_id IS NOT NULL;
