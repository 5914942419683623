-- Views for analysts. The schema reporting_base has the rows of all organizations, and only the owner of the tables can read it.
-- Exports read it too. The schema reporting has the same views, restricted to the organization of the database role.
CREATE SCHEMA reporting_base;
CREATE SCHEMA reporting;

-- A database role that may read the views, and its organization. A row without such a role has no effect.
CREATE TABLE reporting_role (
  role_name text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  rotated_at timestamptz(3)
);
CREATE INDEX reporting_role_organization_id_idx ON reporting_role (organization_id);

CREATE VIEW reporting_base.dim_project AS
SELECT o.organization_id, o.id AS project_id, o.display_name AS name, o.analysis_brand_name AS brand_name, o.url, o.location,
  o.created_at
FROM project o WHERE o.organization_id IS NOT NULL;

CREATE VIEW reporting_base.dim_prompt AS
SELECT o.organization_id, p.id AS prompt_id, p.project_id, p.text,
  (SELECT string_agg(t.name, ', ' ORDER BY t.key) FROM prompt_tag x JOIN tag t ON t.id = x.tag_id WHERE x.prompt_id = p.id) AS tags,
  p.active, p.created_at, p.deleted_at
FROM prompt p JOIN project o ON o.id = p.project_id WHERE o.organization_id IS NOT NULL;

CREATE VIEW reporting_base.dim_entity AS
SELECT o.organization_id, o.id AS project_id, 'brand'::text AS entity_id, o.analysis_brand_name AS name, true AS is_brand, o.url,
  true AS tracked
FROM project o WHERE o.organization_id IS NOT NULL
UNION ALL
SELECT o.organization_id, c.project_id, c.id::text, c.name, false, c.url, true
FROM competitor c JOIN project o ON o.id = c.project_id WHERE o.organization_id IS NOT NULL
UNION ALL
(SELECT DISTINCT ON (b.organization_id, b.project_id, m.entity) b.organization_id, b.project_id, m.entity, m.metrics->>'name',
  false, NULL::text, false
FROM batch b JOIN batch_metric m ON m.batch_id = b.id AND m.scope = 'all' AND m.entity <> 'brand'
WHERE b.kind = 'run' AND b.organization_id IS NOT NULL AND b.finished_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM competitor c WHERE c.project_id = b.project_id AND c.id::text = m.entity)
ORDER BY b.organization_id, b.project_id, m.entity, b.finished_at DESC);

CREATE VIEW reporting_base.dim_provider AS
SELECT b.organization_id, m.scope_value AS provider, min(b.finished_at)::timestamptz(3) AS first_run_ended_at,
  max(b.finished_at)::timestamptz(3) AS last_run_ended_at
FROM batch b JOIN batch_metric m ON m.batch_id = b.id AND m.scope = 'provider' AND m.entity = 'brand'
WHERE b.kind = 'run' AND b.organization_id IS NOT NULL AND b.finished_at IS NOT NULL
GROUP BY b.organization_id, m.scope_value;

CREATE VIEW reporting_base.dim_run AS
SELECT b.organization_id, b.id AS run_id, b.project_id, b.status::text AS status, b.cancelled, b.trigger::text AS trigger,
  b.brand_name, b.total AS questions, b.failed, b.cost_usd::float8 AS cost_usd, b.extraction_revision, b.reextracted_at,
  b.created_at, b.started_at, b.finished_at AS ended_at
FROM batch b WHERE b.kind = 'run' AND b.organization_id IS NOT NULL;

-- Results of ended runs with their published extraction, as RESULT_AS_SHOWN in core/observations/extracted-results.ts.
CREATE VIEW reporting_base.result AS
SELECT b.organization_id, b.project_id, b.id AS run_id, b.finished_at AS run_ended_at, b.brand_name, u.id AS answer_id, u.ordinal,
  p.prompt_id, p.text AS prompt, u.provider, u.location, u.replicate, u.answered_at, u.cost,
  (CASE WHEN s.status IS NULL THEN u.status ELSE s.status END)::text AS status,
  CASE WHEN s.status IS NULL THEN u.simulated ELSE s.simulated END AS simulated,
  CASE WHEN s.status IS NULL THEN u.surface ELSE s.surface END AS surface,
  CASE WHEN s.status IS NULL THEN u.model_requested ELSE s.model_requested END AS model_requested,
  CASE WHEN s.status IS NULL THEN u.model_reported ELSE s.model_reported END AS model_reported,
  CASE WHEN s.status IS NULL THEN u.error ELSE s.error END AS error,
  CASE WHEN s.status IS NULL THEN u.first_observation ELSE s.observation END AS observation,
  CASE WHEN s.status IS NULL THEN u.first_extraction_version ELSE s.extraction_version END AS extraction_version,
  CASE WHEN s.status IS NULL THEN w.facts ELSE s.facts END AS facts,
  coalesce(s.text, w.text) AS answer
FROM batch b
JOIN result u ON u.batch_id = b.id
JOIN batch_prompt p ON p.batch_id = b.id AND p.ordinal = u.prompt_ordinal
LEFT JOIN answer w ON w.result_id = u.id
LEFT JOIN LATERAL (
  SELECT e.status, e.simulated, e.surface, e.model_requested, e.model_reported, e.error, e.observation, e.extraction_version,
    e.facts, e.text
  FROM reextracted_result e WHERE e.reextraction_id = b.reextraction_id AND e.result_id = u.id OFFSET 0
) s ON true
WHERE b.kind = 'run' AND b.organization_id IS NOT NULL AND b.finished_at IS NOT NULL AND u.status <> 'pending';

CREATE VIEW reporting_base.fact_answer AS
SELECT r.organization_id, r.ordinal, r.answer_id, r.run_id, r.project_id, r.run_ended_at, r.prompt_id, r.provider, r.location,
  r.replicate, r.simulated, r.prompt, r.status, r.error->>'code' AS error_code, r.answered_at, r.surface, r.model_requested,
  r.model_reported, (r.facts->>'searched')::boolean AS searched, r.observation->>'answerKind' AS answer_kind,
  r.observation->>'answerLanguage' AS answer_language,
  (r.observation->'brand'->>'mentioned')::boolean AS brand_mentioned,
  (r.observation->'brand'->>'denied')::boolean AS brand_denied,
  (r.observation->'brand'->>'mentionCount')::integer AS brand_mention_count,
  (r.observation->'brand'->>'position')::integer AS brand_position,
  r.observation->'sentiment'->>'label' AS brand_sentiment,
  (r.observation->'sentiment'->>'score')::float8 AS brand_sentiment_score,
  (r.observation->'recommendation'->>'recommended')::boolean AS brand_recommended,
  r.observation->'recommendation'->>'strength' AS brand_strength,
  (r.observation->'recommendation'->>'rank')::integer AS brand_rank,
  jsonb_array_length(jsonb_path_query_array(r.observation, '$.competitors[*] ? (@.mentioned == true)')) AS competitors_mentioned,
  jsonb_array_length(r.observation->'citations') AS sources, (r.cost->>'usd')::float8 AS cost_usd,
  (r.facts->'usage'->>'inputTokens')::integer AS input_tokens, (r.facts->'usage'->>'outputTokens')::integer AS output_tokens,
  (r.facts->'usage'->>'searches')::integer AS searches, r.extraction_version, r.answer, 0::bigint AS number
FROM reporting_base.result r;

CREATE VIEW reporting_base.fact_mention AS
SELECT r.organization_id, r.ordinal, r.answer_id, r.run_id, r.project_id, r.run_ended_at, r.prompt_id, r.provider, r.location,
  r.replicate, r.simulated, e.entity_id, e.entity_name, e.is_brand, e.mentioned, e.denied, e.mention_count, e.position, e.sentiment,
  e.sentiment_score, e.recommended, e.strength, e.rank, e.number
FROM reporting_base.result r
CROSS JOIN LATERAL (
  SELECT 'brand'::text AS entity_id, r.brand_name AS entity_name, true AS is_brand,
    (r.observation->'brand'->>'mentioned')::boolean AS mentioned, (r.observation->'brand'->>'denied')::boolean AS denied,
    (r.observation->'brand'->>'mentionCount')::integer AS mention_count, (r.observation->'brand'->>'position')::integer AS position,
    r.observation->'sentiment'->>'label' AS sentiment, (r.observation->'sentiment'->>'score')::float8 AS sentiment_score,
    (r.observation->'recommendation'->>'recommended')::boolean AS recommended, r.observation->'recommendation'->>'strength' AS strength,
    (r.observation->'recommendation'->>'rank')::integer AS rank, 0::bigint AS number
  UNION ALL
  SELECT c->>'id', c->>'name', false, (c->>'mentioned')::boolean, (c->>'denied')::boolean, (c->>'mentionCount')::integer,
    (c->>'position')::integer, c->>'sentimentLabel', (c->>'sentiment')::float8, (c->>'recommended')::boolean,
    c->'recommendation'->>'strength', (c->>'rank')::integer, x.number
  FROM jsonb_array_elements(r.observation->'competitors') WITH ORDINALITY AS x (c, number)
) e
WHERE jsonb_typeof(r.observation) = 'object';

CREATE VIEW reporting_base.fact_source AS
SELECT r.organization_id, r.ordinal, r.answer_id, r.run_id, r.project_id, r.run_ended_at, r.prompt_id, r.provider, r.location,
  r.replicate, r.simulated, (c->>'position')::integer AS position, c->>'url' AS url, c->>'title' AS title, c->>'domain' AS domain,
  c->>'kind' AS kind, c->>'owner' AS owner, (c->>'competitorId')::uuid AS competitor_id, x.number
FROM reporting_base.result r
CROSS JOIN LATERAL jsonb_array_elements(r.observation->'citations') WITH ORDINALITY AS x (c, number)
WHERE jsonb_typeof(r.observation) = 'object';

-- The metrics of docs/metrics.md that are a number, a share or a mean.
CREATE VIEW reporting_base.fact_metric AS
SELECT b.organization_id, b.id AS run_id, b.project_id, b.finished_at AS run_ended_at, m.scope, m.scope_value,
  m.entity AS entity_id, m.metrics->>'name' AS entity_name, m.entity = 'brand' AS is_brand, f.metric,
  CASE jsonb_typeof(f.figure) WHEN 'number' THEN f.figure::float8 ELSE (f.figure->>'value')::float8 END AS value,
  (f.figure->>'low')::float8 AS low, (f.figure->>'high')::float8 AS high, (f.figure->>'numerator')::integer AS numerator,
  (f.figure->>'denominator')::integer AS denominator, (f.figure->>'answers')::integer AS answers, f.figure->>'method' AS method,
  (m.metrics->>'ordinal')::integer AS number
FROM batch b
JOIN batch_metric m ON m.batch_id = b.id
CROSS JOIN LATERAL (VALUES
  ('mentionRate', m.metrics->'mentionRate'),
  ('shareOfVoice', m.metrics->'shareOfVoice'),
  ('shareOfMentions', m.metrics->'shareOfMentions'),
  ('averagePosition', m.metrics->'averagePosition'),
  ('positionMean', m.metrics->'positionMean'),
  ('prominence', m.metrics->'prominence'),
  ('sentiment', m.metrics->'sentiment'),
  ('sentimentMean', m.metrics->'sentimentMean'),
  ('praiseRate', m.metrics->'praiseRate'),
  ('mixedRate', m.metrics->'mixedRate'),
  ('criticismRate', m.metrics->'criticismRate'),
  ('recommendationRate', m.metrics->'recommendationRate'),
  ('recommendationRateWhenMentioned', m.metrics->'recommendations'->'whenMentioned'),
  ('shareOfRecommendation', m.metrics->'recommendations'->'share'),
  ('citationRate', m.metrics->'citationRate'),
  ('retrievedRate', m.metrics->'retrievedRate'),
  ('citationShare', m.metrics->'citationShare'),
  ('placementRate', m.metrics->'placementRate'),
  ('denialRate', m.metrics->'denialRate'),
  ('agreement', m.metrics->'agreement'),
  ('notNamedRate', m.metrics->'ofScope'->'absence'->'notNamed'),
  ('refusedRate', m.metrics->'ofScope'->'absence'->'refused'),
  ('notShownRate', m.metrics->'ofScope'->'absence'->'notShown'),
  ('failedRate', m.metrics->'ofScope'->'absence'->'failed'),
  ('informativeRate', m.metrics->'ofScope'->'informativeRate'),
  ('lostRate', m.metrics->'ofScope'->'lostRate'),
  ('stability', m.metrics->'ofScope'->'comparison'->'stability')
) AS f (metric, figure)
WHERE b.kind = 'run' AND b.organization_id IS NOT NULL AND b.finished_at IS NOT NULL
  AND jsonb_typeof(f.figure) IN ('number', 'object');

-- security_barrier: PostgreSQL evaluates the condition on the organization before functions and operators of the query that
-- could reveal their arguments. session_user is the role that signed in. SET ROLE does not change it.
CREATE VIEW reporting.dim_project WITH (security_barrier) AS SELECT
  project_id, name, brand_name, url, location, created_at
FROM reporting_base.dim_project
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.dim_prompt WITH (security_barrier) AS SELECT
  prompt_id, project_id, text, tags, active, created_at, deleted_at
FROM reporting_base.dim_prompt
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.dim_entity WITH (security_barrier) AS SELECT
  project_id, entity_id, name, is_brand, url, tracked
FROM reporting_base.dim_entity
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.dim_provider WITH (security_barrier) AS SELECT
  provider, first_run_ended_at, last_run_ended_at
FROM reporting_base.dim_provider
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.dim_run WITH (security_barrier) AS SELECT
  run_id, project_id, status, cancelled, trigger, brand_name, questions, failed, cost_usd, extraction_revision,
  reextracted_at, created_at, started_at, ended_at
FROM reporting_base.dim_run
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.fact_answer WITH (security_barrier) AS SELECT
  answer_id, run_id, project_id, run_ended_at, prompt_id, provider, location, replicate, simulated, prompt, status,
  error_code, answered_at, surface, model_requested, model_reported, searched, answer_kind, answer_language,
  brand_mentioned, brand_denied, brand_mention_count, brand_position, brand_sentiment, brand_sentiment_score,
  brand_recommended, brand_strength, brand_rank, competitors_mentioned, sources, cost_usd, input_tokens, output_tokens,
  searches, extraction_version, answer
FROM reporting_base.fact_answer
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.fact_mention WITH (security_barrier) AS SELECT
  answer_id, run_id, project_id, run_ended_at, prompt_id, provider, location, replicate, simulated, entity_id,
  entity_name, is_brand, mentioned, denied, mention_count, position, sentiment, sentiment_score, recommended, strength,
  rank
FROM reporting_base.fact_mention
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.fact_source WITH (security_barrier) AS SELECT
  answer_id, run_id, project_id, run_ended_at, prompt_id, provider, location, replicate, simulated, position, url,
  title, domain, kind, owner, competitor_id
FROM reporting_base.fact_source
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

CREATE VIEW reporting.fact_metric WITH (security_barrier) AS SELECT
  run_id, project_id, run_ended_at, scope, scope_value, entity_id, entity_name, is_brand, metric, value, low, high,
  numerator, denominator, answers, method
FROM reporting_base.fact_metric
WHERE organization_id = (SELECT organization_id FROM reporting_role WHERE role_name = session_user::text);

COMMENT ON VIEW reporting.dim_project IS 'One row per project.';
COMMENT ON COLUMN reporting.dim_project.project_id IS 'Project.';
COMMENT ON COLUMN reporting.dim_project.name IS 'Name of the project.';
COMMENT ON COLUMN reporting.dim_project.brand_name IS 'Brand that the answers are analyzed for.';
COMMENT ON COLUMN reporting.dim_project.url IS 'Website of the brand.';
COMMENT ON COLUMN reporting.dim_project.location IS 'Default location of its prompts.';
COMMENT ON COLUMN reporting.dim_project.created_at IS 'When the project was created.';
COMMENT ON VIEW reporting.dim_prompt IS 'One row per prompt, including deleted prompts that were asked.';
COMMENT ON COLUMN reporting.dim_prompt.prompt_id IS 'Prompt.';
COMMENT ON COLUMN reporting.dim_prompt.project_id IS 'Project of the prompt.';
COMMENT ON COLUMN reporting.dim_prompt.text IS 'Text of the prompt now. fact_answer has the text as it was sent.';
COMMENT ON COLUMN reporting.dim_prompt.tags IS 'Names of its tags now, sorted and separated by a comma and a space.';
COMMENT ON COLUMN reporting.dim_prompt.active IS 'Whether runs ask the prompt.';
COMMENT ON COLUMN reporting.dim_prompt.created_at IS 'When the prompt was created.';
COMMENT ON COLUMN reporting.dim_prompt.deleted_at IS 'When the prompt was deleted.';
COMMENT ON VIEW reporting.dim_entity IS 'One row per project and tracked brand, including former competitors with metrics.';
COMMENT ON COLUMN reporting.dim_entity.project_id IS 'Project.';
COMMENT ON COLUMN reporting.dim_entity.entity_id IS '"brand" for the brand of the project, or the id of a competitor.';
COMMENT ON COLUMN reporting.dim_entity.name IS 'Name of the tracked brand, for former competitors as of their last run.';
COMMENT ON COLUMN reporting.dim_entity.is_brand IS 'Whether it is the brand of the project.';
COMMENT ON COLUMN reporting.dim_entity.url IS 'Website of the tracked brand.';
COMMENT ON COLUMN reporting.dim_entity.tracked IS 'Whether the project still tracks it.';
COMMENT ON VIEW reporting.dim_provider IS 'One row per provider that ended runs have asked.';
COMMENT ON COLUMN reporting.dim_provider.provider IS 'Token of the provider, such as chatgpt.';
COMMENT ON COLUMN reporting.dim_provider.first_run_ended_at IS 'End of the first run that asked the provider.';
COMMENT ON COLUMN reporting.dim_provider.last_run_ended_at IS 'End of the last run that asked the provider.';
COMMENT ON VIEW reporting.dim_run IS 'One row per run, including runs that have not ended. Only ended runs have facts.';
COMMENT ON COLUMN reporting.dim_run.run_id IS 'Run.';
COMMENT ON COLUMN reporting.dim_run.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.dim_run.status IS 'State: queued, running, completed, partially_completed or failed.';
COMMENT ON COLUMN reporting.dim_run.cancelled IS 'Whether a request ended the run early.';
COMMENT ON COLUMN reporting.dim_run.trigger IS 'What started the run: manual, schedule or api.';
COMMENT ON COLUMN reporting.dim_run.brand_name IS 'Name of the brand at the time of the run.';
COMMENT ON COLUMN reporting.dim_run.questions IS 'Number of questions.';
COMMENT ON COLUMN reporting.dim_run.failed IS 'Number of questions without an answer because of an error.';
COMMENT ON COLUMN reporting.dim_run.cost_usd IS 'Sum of the known costs in US dollars.';
COMMENT ON COLUMN reporting.dim_run.extraction_revision IS '1 for the first extraction, and one more for each published one.';
COMMENT ON COLUMN reporting.dim_run.reextracted_at IS 'When the latest re-extraction was published. The facts of the run change then.';
COMMENT ON COLUMN reporting.dim_run.created_at IS 'When the run was created.';
COMMENT ON COLUMN reporting.dim_run.started_at IS 'When its first question was asked.';
COMMENT ON COLUMN reporting.dim_run.ended_at IS 'When the run ended. Null for a run that has not ended.';
COMMENT ON VIEW reporting.fact_answer IS 'One row per answer, including questions without an answer.';
COMMENT ON COLUMN reporting.fact_answer.answer_id IS 'Answer. The REST API and GraphQL call it a result.';
COMMENT ON COLUMN reporting.fact_answer.run_id IS 'Run.';
COMMENT ON COLUMN reporting.fact_answer.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.fact_answer.run_ended_at IS 'When the run ended. All rows of a run appear at that time.';
COMMENT ON COLUMN reporting.fact_answer.prompt_id IS 'Prompt.';
COMMENT ON COLUMN reporting.fact_answer.provider IS 'Token of the provider, such as chatgpt.';
COMMENT ON COLUMN reporting.fact_answer.location IS 'Location of the question, such as US or fr-CH.';
COMMENT ON COLUMN reporting.fact_answer.replicate IS 'Number of the repetition, starting at 1.';
COMMENT ON COLUMN reporting.fact_answer.simulated IS 'True if no provider was asked.';
COMMENT ON COLUMN reporting.fact_answer.prompt IS 'Text of the prompt as it was sent.';
COMMENT ON COLUMN reporting.fact_answer.status IS 'Outcome: ok, refused, not_shown or failed.';
COMMENT ON COLUMN reporting.fact_answer.error_code IS 'Why there is no answer. Null unless the status is failed.';
COMMENT ON COLUMN reporting.fact_answer.answered_at IS 'When the provider answered.';
COMMENT ON COLUMN reporting.fact_answer.surface IS 'Surface that showed the answer, such as api or consumer_ui.';
COMMENT ON COLUMN reporting.fact_answer.model_requested IS 'Requested model.';
COMMENT ON COLUMN reporting.fact_answer.model_reported IS 'Model that the provider reports.';
COMMENT ON COLUMN reporting.fact_answer.searched IS 'Whether the surface searched the web. Null if it does not report this.';
COMMENT ON COLUMN reporting.fact_answer.answer_kind IS 'Kind of answer: recommendation, comparison, howto, fact or other.';
COMMENT ON COLUMN reporting.fact_answer.answer_language IS 'Language of the answer, a BCP 47 primary subtag.';
COMMENT ON COLUMN reporting.fact_answer.brand_mentioned IS 'Whether the answer mentions the brand. Null without an answer.';
COMMENT ON COLUMN reporting.fact_answer.brand_denied IS 'Whether the answer names the brand only to say that it does not know it.';
COMMENT ON COLUMN reporting.fact_answer.brand_mention_count IS 'Number of mentions of the brand.';
COMMENT ON COLUMN reporting.fact_answer.brand_position IS 'Order of the first mention among all tracked brands, starting at 1.';
COMMENT ON COLUMN reporting.fact_answer.brand_sentiment IS 'Sentiment towards the brand: positive, neutral, negative or mixed.';
COMMENT ON COLUMN reporting.fact_answer.brand_sentiment_score IS 'Sentiment from -1 to 1. Null without a mention.';
COMMENT ON COLUMN reporting.fact_answer.brand_recommended IS 'Whether the answer recommends the brand.';
COMMENT ON COLUMN reporting.fact_answer.brand_strength IS 'Strength of the recommendation: primary, strong, among, mentioned_only or discouraged.';
COMMENT ON COLUMN reporting.fact_answer.brand_rank IS 'Rank of the brand in the list that answers the prompt, starting at 1.';
COMMENT ON COLUMN reporting.fact_answer.competitors_mentioned IS 'Number of tracked competitors that the answer mentions.';
COMMENT ON COLUMN reporting.fact_answer.sources IS 'Number of sources of the answer.';
COMMENT ON COLUMN reporting.fact_answer.cost_usd IS 'Cost of the answer in US dollars. Null if it is unknown.';
COMMENT ON COLUMN reporting.fact_answer.input_tokens IS 'Input tokens that the provider reports.';
COMMENT ON COLUMN reporting.fact_answer.output_tokens IS 'Output tokens that the provider reports.';
COMMENT ON COLUMN reporting.fact_answer.searches IS 'Billed web searches that the provider reports.';
COMMENT ON COLUMN reporting.fact_answer.extraction_version IS 'Version of the extraction rules that analyzed the answer.';
COMMENT ON COLUMN reporting.fact_answer.answer IS 'Answer in Markdown. Null once its text was deleted.';
COMMENT ON VIEW reporting.fact_mention IS 'One row per completed answer and tracked brand, whether or not the answer mentions it.';
COMMENT ON COLUMN reporting.fact_mention.answer_id IS 'Answer. The REST API and GraphQL call it a result.';
COMMENT ON COLUMN reporting.fact_mention.run_id IS 'Run.';
COMMENT ON COLUMN reporting.fact_mention.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.fact_mention.run_ended_at IS 'When the run ended. All rows of a run appear at that time.';
COMMENT ON COLUMN reporting.fact_mention.prompt_id IS 'Prompt.';
COMMENT ON COLUMN reporting.fact_mention.provider IS 'Token of the provider, such as chatgpt.';
COMMENT ON COLUMN reporting.fact_mention.location IS 'Location of the question, such as US or fr-CH.';
COMMENT ON COLUMN reporting.fact_mention.replicate IS 'Number of the repetition, starting at 1.';
COMMENT ON COLUMN reporting.fact_mention.simulated IS 'True if no provider was asked.';
COMMENT ON COLUMN reporting.fact_mention.entity_id IS 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.';
COMMENT ON COLUMN reporting.fact_mention.entity_name IS 'Name of the tracked brand at the time of the run.';
COMMENT ON COLUMN reporting.fact_mention.is_brand IS 'Whether it is the brand of the project.';
COMMENT ON COLUMN reporting.fact_mention.mentioned IS 'Whether the answer mentions it.';
COMMENT ON COLUMN reporting.fact_mention.denied IS 'Whether the answer names it only to say that it does not know it.';
COMMENT ON COLUMN reporting.fact_mention.mention_count IS 'Number of mentions.';
COMMENT ON COLUMN reporting.fact_mention.position IS 'Order of the first mention among all tracked brands, starting at 1.';
COMMENT ON COLUMN reporting.fact_mention.sentiment IS 'Sentiment: positive, neutral, negative or mixed. Null without a mention.';
COMMENT ON COLUMN reporting.fact_mention.sentiment_score IS 'Sentiment from -1 to 1. Null without a mention.';
COMMENT ON COLUMN reporting.fact_mention.recommended IS 'Whether the answer recommends it.';
COMMENT ON COLUMN reporting.fact_mention.strength IS 'Strength of the recommendation: primary, strong, among, mentioned_only or discouraged.';
COMMENT ON COLUMN reporting.fact_mention.rank IS 'Rank in the list that answers the prompt, starting at 1.';
COMMENT ON VIEW reporting.fact_source IS 'One row per answer and page.';
COMMENT ON COLUMN reporting.fact_source.answer_id IS 'Answer. The REST API and GraphQL call it a result.';
COMMENT ON COLUMN reporting.fact_source.run_id IS 'Run.';
COMMENT ON COLUMN reporting.fact_source.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.fact_source.run_ended_at IS 'When the run ended. All rows of a run appear at that time.';
COMMENT ON COLUMN reporting.fact_source.prompt_id IS 'Prompt.';
COMMENT ON COLUMN reporting.fact_source.provider IS 'Token of the provider, such as chatgpt.';
COMMENT ON COLUMN reporting.fact_source.location IS 'Location of the question, such as US or fr-CH.';
COMMENT ON COLUMN reporting.fact_source.replicate IS 'Number of the repetition, starting at 1.';
COMMENT ON COLUMN reporting.fact_source.simulated IS 'True if no provider was asked.';
COMMENT ON COLUMN reporting.fact_source.position IS 'Order of the first citation in the answer, starting at 1.';
COMMENT ON COLUMN reporting.fact_source.url IS 'URL of the page without tracking parameters.';
COMMENT ON COLUMN reporting.fact_source.title IS 'Title that the provider reports.';
COMMENT ON COLUMN reporting.fact_source.domain IS 'Registrable domain.';
COMMENT ON COLUMN reporting.fact_source.kind IS 'How the answer uses the page: cited, or retrieved if it is only listed.';
COMMENT ON COLUMN reporting.fact_source.owner IS 'Owner of the page: brand, competitor or third_party.';
COMMENT ON COLUMN reporting.fact_source.competitor_id IS 'Competitor that owns the page.';
COMMENT ON VIEW reporting.fact_metric IS 'One row per part of a run, tracked brand and metric. Metrics without a value have no row, except shares without answers.';
COMMENT ON COLUMN reporting.fact_metric.run_id IS 'Run.';
COMMENT ON COLUMN reporting.fact_metric.project_id IS 'Project of the run.';
COMMENT ON COLUMN reporting.fact_metric.run_ended_at IS 'When the run ended. All rows of a run appear at that time.';
COMMENT ON COLUMN reporting.fact_metric.scope IS 'Kind of part: all for the whole run, or provider, location, tag or searched.';
COMMENT ON COLUMN reporting.fact_metric.scope_value IS 'Part of the run, such as chatgpt. Empty for the whole run.';
COMMENT ON COLUMN reporting.fact_metric.entity_id IS 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.';
COMMENT ON COLUMN reporting.fact_metric.entity_name IS 'Name of the tracked brand at the time of the run.';
COMMENT ON COLUMN reporting.fact_metric.is_brand IS 'Whether it is the brand of the project.';
COMMENT ON COLUMN reporting.fact_metric.metric IS 'Name of the metric, such as mentionRate.';
COMMENT ON COLUMN reporting.fact_metric.value IS 'Value of the metric. Shares are from 0 to 1.';
COMMENT ON COLUMN reporting.fact_metric.low IS 'Lower end of the 95 % interval.';
COMMENT ON COLUMN reporting.fact_metric.high IS 'Upper end of the 95 % interval.';
COMMENT ON COLUMN reporting.fact_metric.numerator IS 'Number counted by a share.';
COMMENT ON COLUMN reporting.fact_metric.denominator IS 'Number that the numerator is divided by.';
COMMENT ON COLUMN reporting.fact_metric.answers IS 'Number of answers in a mean.';
COMMENT ON COLUMN reporting.fact_metric.method IS 'How the interval of a share was computed.';

-- A role without a row in reporting_role sees no rows.
GRANT USAGE ON SCHEMA reporting TO PUBLIC;
GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO PUBLIC;
