-- Labels of answers that people checked, and the least certain labels of each run.
CREATE TABLE label_correction (
  result_id uuid NOT NULL REFERENCES result (id) ON DELETE CASCADE,
  entity_id text NOT NULL,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  sentiment text,
  strength text,
  extracted_sentiment text,
  extracted_strength text,
  extraction_version integer NOT NULL,
  provider text NOT NULL,
  language text,
  digest text NOT NULL,
  author_type text NOT NULL,
  author_id uuid NOT NULL,
  corrected_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (result_id, entity_id)
);
CREATE INDEX label_correction_project_id_idx ON label_correction (project_id);

CREATE TABLE uncertain_label (
  result_id uuid NOT NULL REFERENCES result (id) ON DELETE CASCADE,
  entity_id text NOT NULL,
  batch_id uuid NOT NULL,
  probability double precision NOT NULL,
  PRIMARY KEY (result_id, entity_id)
);
CREATE INDEX uncertain_label_batch_id_probability_idx ON uncertain_label (batch_id, probability);

CREATE VIEW reporting_base.fact_correction AS
SELECT r.organization_id, r.ordinal, r.answer_id, r.run_id, r.project_id, r.run_ended_at, r.prompt_id, r.provider, r.location,
  r.replicate, r.simulated, c.entity_id, e.entity->>'name' AS entity_name,
  (SELECT string_agg(a.alias, ', ' ORDER BY a.number)
   FROM jsonb_array_elements_text(e.entity->'aliases') WITH ORDINALITY AS a (alias, number)) AS aliases,
  c.language, c.sentiment, c.strength, c.extracted_sentiment, c.extracted_strength, c.extraction_version, c.author_type,
  c.corrected_at, r.answer, row_number() OVER (PARTITION BY c.result_id ORDER BY c.entity_id) AS number
FROM reporting_base.result r
JOIN batch b ON b.id = r.run_id
JOIN label_correction c ON c.result_id = r.answer_id
LEFT JOIN LATERAL (
  SELECT CASE WHEN c.entity_id = 'brand' THEN b.snapshot->'brand'
    ELSE jsonb_path_query_first(b.snapshot, '$.competitors[*] ? (@.id == $id)', jsonb_build_object('id', c.entity_id)) END AS entity
) e ON true;

CREATE VIEW reporting.fact_correction WITH (security_barrier) AS SELECT
  answer_id, run_id, project_id, run_ended_at, prompt_id, provider, location, replicate, simulated, entity_id, entity_name, aliases, language, sentiment, strength, extracted_sentiment, extracted_strength, extraction_version, author_type, corrected_at, answer
FROM reporting_base.fact_correction
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

COMMENT ON VIEW reporting.fact_correction IS 'One row per answer and tracked brand whose labels a person corrected or confirmed.';
COMMENT ON COLUMN reporting.fact_correction.answer_id IS 'Answer. The REST API and GraphQL call it a result.';
COMMENT ON COLUMN reporting.fact_correction.run_id IS 'Run.';
COMMENT ON COLUMN reporting.fact_correction.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.fact_correction.run_ended_at IS 'When the run ended. All rows of a run appear at that time.';
COMMENT ON COLUMN reporting.fact_correction.prompt_id IS 'Prompt.';
COMMENT ON COLUMN reporting.fact_correction.provider IS 'Token of the provider, such as chatgpt.';
COMMENT ON COLUMN reporting.fact_correction.location IS 'Location of the question, such as US or fr-CH.';
COMMENT ON COLUMN reporting.fact_correction.replicate IS 'Number of the repetition, starting at 1.';
COMMENT ON COLUMN reporting.fact_correction.simulated IS 'True if no provider was asked.';
COMMENT ON COLUMN reporting.fact_correction.entity_id IS 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.';
COMMENT ON COLUMN reporting.fact_correction.entity_name IS 'Name of the tracked brand at the time of the run.';
COMMENT ON COLUMN reporting.fact_correction.aliases IS 'Other names of the tracked brand at the time of the run, separated by a comma and a space.';
COMMENT ON COLUMN reporting.fact_correction.language IS 'Language of the answer, a BCP 47 primary subtag.';
COMMENT ON COLUMN reporting.fact_correction.sentiment IS 'Sentiment that the person chose: positive, neutral, negative or mixed.';
COMMENT ON COLUMN reporting.fact_correction.strength IS 'Strength of the recommendation that the person chose: primary, strong, among, mentioned_only or discouraged.';
COMMENT ON COLUMN reporting.fact_correction.extracted_sentiment IS 'Sentiment that the analysis had read.';
COMMENT ON COLUMN reporting.fact_correction.extracted_strength IS 'Strength of the recommendation that the analysis had read.';
COMMENT ON COLUMN reporting.fact_correction.extraction_version IS 'Version of the extraction rules that the person checked.';
COMMENT ON COLUMN reporting.fact_correction.author_type IS 'Who checked the labels: member for a signed-in person, or key for a program.';
COMMENT ON COLUMN reporting.fact_correction.corrected_at IS 'When the labels were checked.';
COMMENT ON COLUMN reporting.fact_correction.answer IS 'Answer in Markdown. Null once its text was deleted.';
COMMENT ON COLUMN reporting.dim_run.extraction_revision IS '1 for the first extraction, and one more for each published one and for each correction.';
GRANT SELECT ON reporting.fact_correction TO PUBLIC;
