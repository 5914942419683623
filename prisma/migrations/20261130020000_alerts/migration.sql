-- Real changes and problems of a project that its members should know about.
CREATE TABLE alert (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  -- The run it is about, and the run that it was compared with. Null if there is none.
  batch_id uuid REFERENCES batch (id) ON DELETE CASCADE,
  previous_batch_id uuid REFERENCES batch (id) ON DELETE SET NULL,
  kind text NOT NULL,
  severity text NOT NULL,
  -- What it is about, such as a metric or a site. The same in later alerts about the same thing.
  subject text NOT NULL,
  -- The run, day or due time that raised it. Each raises an alert about the same subject only once.
  occasion text NOT NULL,
  evidence jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX alert_project_id_kind_subject_occasion_key ON alert (project_id, kind, subject, occasion);
CREATE INDEX alert_project_id_id_idx ON alert (project_id, id);
CREATE INDEX alert_batch_id_idx ON alert (batch_id);
CREATE INDEX alert_previous_batch_id_idx ON alert (previous_batch_id);

-- Who has read an alert.
CREATE TABLE alert_read (
  alert_id uuid NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_read_user_id_idx ON alert_read (user_id);

-- Changed rules. A kind without a row has the defaults.
CREATE TABLE alert_rule (
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL,
  enabled boolean NOT NULL,
  severity text NOT NULL,
  direction text NOT NULL,
  metrics text[],
  providers text[],
  tags text[],
  PRIMARY KEY (project_id, kind)
);

-- Subjects without alerts, until a time or forever.
CREATE TABLE alert_mute (
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL,
  subject text NOT NULL,
  until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project_id, kind, subject)
);

-- How a member hears about alerts. A member without a row has the defaults.
CREATE TABLE alert_preference (
  member_id uuid PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
  email text NOT NULL,
  severity text NOT NULL,
  -- Whether all projects of the organization, or only some.
  all_projects boolean NOT NULL,
  project_ids uuid[],
  time_zone text NOT NULL
);

-- Emails about alerts to members, with their delivery.
CREATE TABLE alert_email (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  -- Project of immediate alerts. Null for a digest of several projects and for a test.
  project_id uuid REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- The run or week that it is about. Each causes one email to a member.
  occasion text NOT NULL,
  alert_ids uuid[],
  status text NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  error text,
  next_attempt_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX alert_email_member_id_kind_occasion_key ON alert_email (member_id, kind, occasion);
CREATE INDEX alert_email_project_id_idx ON alert_email (project_id);
CREATE INDEX alert_email_next_attempt_at_idx ON alert_email (next_attempt_at);

-- Messages for chats, and webhooks that are called about alerts.
ALTER TABLE project_webhook ADD COLUMN format text NOT NULL DEFAULT 'standard';
ALTER TABLE project_webhook ADD COLUMN severity text NOT NULL DEFAULT 'info';
-- The encrypted URL of a chat, which is a secret. The column url then has only its origin.
ALTER TABLE project_webhook ADD COLUMN sealed_url bytea;
-- A message about alerts or a test has no run.
ALTER TABLE webhook_delivery ALTER COLUMN batch_id DROP NOT NULL;
