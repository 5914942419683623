-- Facts about the brand of a project, and what the answers of its latest runs say about them.
ALTER TABLE project ADD COLUMN facts_version integer NOT NULL DEFAULT 0;

CREATE TABLE brand_fact (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  value jsonb NOT NULL,
  text text NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX brand_fact_project_id_idx ON brand_fact (project_id);

CREATE TABLE fact_check (
  id uuid PRIMARY KEY,
  batch_id uuid NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
  facts_version integer NOT NULL,
  rules_version integer NOT NULL,
  extraction_revision integer NOT NULL,
  answers integer NOT NULL DEFAULT 0,
  unread integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3)
);
CREATE INDEX fact_check_batch_id_idx ON fact_check (batch_id);

CREATE TABLE fact_statement (
  check_id uuid NOT NULL REFERENCES fact_check (id) ON DELETE CASCADE,
  fact_id uuid NOT NULL REFERENCES brand_fact (id) ON DELETE CASCADE,
  result_id uuid NOT NULL,
  ordinal integer NOT NULL,
  prompt_ordinal integer NOT NULL,
  provider text NOT NULL,
  verdict text NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  PRIMARY KEY (check_id, fact_id, ordinal)
);
CREATE INDEX fact_statement_fact_id_idx ON fact_statement (fact_id);
