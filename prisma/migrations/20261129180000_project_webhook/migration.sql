-- URLs that are called when a run of a project ends.
CREATE TABLE project_webhook (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- Encrypted. Null: messages are signed with the secret of the organization.
  webhook_secret bytea,
  events text[],
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX project_webhook_project_id_idx ON project_webhook (project_id);

ALTER TABLE webhook_delivery
  ADD COLUMN project_webhook_id uuid REFERENCES project_webhook (id) ON DELETE CASCADE;
CREATE INDEX webhook_delivery_project_webhook_id_idx ON webhook_delivery (project_webhook_id);
