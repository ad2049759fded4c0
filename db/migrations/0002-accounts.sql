-- Accounts. E-mail addresses are stored in lower case and contain only ASCII characters.
CREATE TABLE users (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  -- When the user verified the e-mail address, in UTC milliseconds; null until then.
  email_verified_at INTEGER,
  username TEXT NOT NULL,
  -- Argon2id hash of the password in PHC format; null for an account that signs in only with Google.
  password_hash TEXT,
  provider_auth TEXT NOT NULL CHECK (provider_auth IN ('NORMAL', 'GOOGLE', 'FACEBOOK')),
  real_name TEXT NOT NULL DEFAULT 'SIN NOMBRE',
  -- UUID in the file name of the profile photo in the uploads folder.
  photo TEXT UNIQUE CHECK (length(photo) = 36),
  diagram TEXT REFERENCES diagramas (id) ON DELETE SET NULL,
  crew TEXT CHECK (crew GLOB '[A-E]'),
  -- 1 when a page of the user's choice (later named by `auto_opening`) opens after each sign-in, else 0; null until the
  -- user has chosen.
  auto_diagram INTEGER CHECK (auto_diagram IN (0, 1)),
  twitter TEXT,
  facebook TEXT,
  instagram TEXT,
  web TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX users_by_diagram ON users (diagram) WHERE diagram IS NOT NULL;

-- Accounts at sign-in providers, such as Google. `subject` is the provider's permanent id of the account.
CREATE TABLE provider_accounts (
  provider TEXT NOT NULL CHECK (provider IN ('GOOGLE', 'FACEBOOK')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_accounts_by_user ON provider_accounts (user_id);

-- Sessions of signed-in browsers. The table stores only the hash of the token in the session cookie.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Browsers in which a user has signed in before. Each browser has its own limit of sign-in attempts.
CREATE TABLE devices (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_expiry ON devices (expires_at);

-- Browsers in which a user has registered but not yet verified the e-mail address.
CREATE TABLE pending_registrations (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- 0 when the e-mail address already had an account. Such a row verifies no address: it exists only so that both
  -- kinds of registration look the same to the visitor.
  is_new INTEGER NOT NULL CHECK (is_new IN (0, 1)),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_registrations_by_user ON pending_registrations (user_id);
CREATE INDEX pending_registrations_by_expiry ON pending_registrations (expires_at);

-- Tokens of links in sent mails. Each token works once, for one user, one purpose and one e-mail address.
CREATE TABLE mail_tokens (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_tokens_by_user ON mail_tokens (user_id, purpose);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

-- Six-digit codes in sent mails. Only the newest code of each user and purpose is stored.
CREATE TABLE mail_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'delete')),
  -- Keyed hash of the code. With a plain hash, anyone who reads the table could find the code by trying all codes.
  code_hash TEXT NOT NULL,
  wrong_tries INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, purpose)
) STRICT, WITHOUT ROWID;

-- Rate limits as token buckets. The key is a hash, so the table contains no e-mail or client addresses.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  tokens REAL NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Time when the token bucket will be full again. From then on the row can be deleted.
  full_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_full_at ON attempts (full_at);

-- Mails to send. Each mail is composed just before sending, so the table contains no links or codes.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  kind TEXT NOT NULL,
  -- Null when the recipient has no known account.
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_next_try ON outbox (next_try_at);
CREATE INDEX outbox_by_user ON outbox (user_id) WHERE user_id IS NOT NULL;
