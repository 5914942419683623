-- Whether the key belongs to an app that a member connected through OAuth. Such a key has no usable secret.
ALTER TABLE api_key ADD COLUMN connected boolean NOT NULL DEFAULT false;

-- What the OAuth authorization server stores: registered apps, open requests, codes and tokens.
CREATE TABLE oauth_record (
  -- Name of the model in oidc-provider, such as AccessToken.
  model text NOT NULL,
  -- SHA-256 of the id, which for codes and tokens is the secret.
  id_hash bytea NOT NULL,
  payload jsonb NOT NULL,
  -- Connects the codes and tokens of one approval.
  grant_id text,
  -- The key of the connected app. Null until the app is approved.
  key_id uuid REFERENCES api_key (id) ON DELETE CASCADE,
  -- When the code or token was used. Null if it can still be used.
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_record_grant_id_idx ON oauth_record (grant_id);
CREATE INDEX oauth_record_key_id_idx ON oauth_record (key_id);
CREATE INDEX oauth_record_expires_at_idx ON oauth_record (expires_at);
