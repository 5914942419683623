-- Name, color and logo in the reports, emails and shared pages of an organization.
CREATE TABLE branding (
  organization_id uuid PRIMARY KEY REFERENCES organization (id) ON DELETE CASCADE,
  name text,
  color text NOT NULL,
  logo_type text,
  logo bytea,
  updated_at timestamptz(3) NOT NULL
);

CREATE TYPE "ReportFrequency" AS ENUM ('weekly', 'monthly');

-- When the report of a project is sent, and to whom.
CREATE TABLE report_schedule (
  project_id uuid PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  frequency "ReportFrequency" NOT NULL,
  day_of_week integer NOT NULL,
  day_of_month integer NOT NULL,
  hour integer NOT NULL,
  timezone text NOT NULL,
  locale text NOT NULL,
  include_members boolean NOT NULL,
  -- List of { email, locale, timezone }. A null locale or time zone means the default of the schedule.
  recipients jsonb NOT NULL,
  next_report_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX report_schedule_next_report_at_idx ON report_schedule (next_report_at);

-- Addresses that unsubscribed from the reports of a project.
CREATE TABLE report_unsubscription (
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, email)
);

CREATE TYPE "ReportDeliveryStatus" AS ENUM ('pending', 'sent', 'failed', 'unsubscribed');

-- An email with a report to one recipient.
CREATE TABLE report_delivery (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  email text NOT NULL,
  locale text NOT NULL,
  timezone text NOT NULL,
  -- The end of the period, which starts at period_start.
  due_at timestamptz(3) NOT NULL,
  period_start timestamptz(3) NOT NULL,
  -- The run of the report. Null if no run ended in the period.
  batch_id uuid REFERENCES batch (id) ON DELETE SET NULL,
  test boolean NOT NULL,
  status "ReportDeliveryStatus" NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  error text,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX report_delivery_project_id_due_at_email_key ON report_delivery (project_id, due_at, email);
CREATE INDEX report_delivery_project_id_id_idx ON report_delivery (project_id, id);
CREATE INDEX report_delivery_next_attempt_at_idx ON report_delivery (next_attempt_at);
CREATE INDEX report_delivery_batch_id_idx ON report_delivery (batch_id);
CREATE INDEX report_delivery_organization_id_idx ON report_delivery (organization_id);

-- A page that shows a report to everybody who has its link.
CREATE TABLE share_link (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  -- The run of the report. Null: always the latest ended run.
  batch_id uuid REFERENCES batch (id) ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  password_hash text,
  locale text NOT NULL,
  timezone text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  view_count integer NOT NULL DEFAULT 0,
  last_viewed_at timestamptz(3)
);
CREATE UNIQUE INDEX share_link_token_hash_key ON share_link (token_hash);
CREATE INDEX share_link_project_id_id_idx ON share_link (project_id, id);
CREATE INDEX share_link_batch_id_idx ON share_link (batch_id);
CREATE INDEX share_link_expires_at_idx ON share_link (expires_at);
