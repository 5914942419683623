-- Verdicts of a judge about statements for brand facts, and who decided about a statement.
CREATE TABLE fact_judgement (
  fact_id uuid NOT NULL REFERENCES brand_fact (id) ON DELETE CASCADE,
  digest text NOT NULL,
  verdict text,
  model text NOT NULL,
  prompt_version integer NOT NULL,
  judged_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (fact_id, digest)
);

ALTER TABLE fact_check ADD COLUMN basis text;

ALTER TABLE fact_statement ADD COLUMN decided_by text NOT NULL DEFAULT 'rules';
