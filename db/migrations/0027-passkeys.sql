-- Passkeys: keys in a person's phone or computer, with which the person signs in without a password.
CREATE TABLE passkeys (
  -- Credential id, which the person's device chose, in base64url, as are `user_handle` and `public_key`.
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1400),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the account in the person's devices, which looks random and is the same for all passkeys of a person.
  user_handle TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- Domain of the site when the passkey was made. Browsers offer the passkey on no other domain.
  rp_id TEXT NOT NULL,
  -- Number of uses as the device counts them; a lower number means a copied key. Always 0 in devices that do not count.
  sign_count INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null until the first sign-in.
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that were answered, right or wrong, until they expire, so that no answer is accepted twice.
CREATE TABLE spent_challenges (
  token_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);
