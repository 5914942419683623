-- What PostGraphile serves: the seeded run as tables of their own, with an index on every foreign key.
CREATE SCHEMA peer;

CREATE TABLE peer.run AS
  SELECT id, status::text AS status, brand_name FROM batch;
ALTER TABLE peer.run ADD PRIMARY KEY (id);

CREATE TABLE peer.prompt AS
  SELECT prompt_id AS id, text FROM batch_prompt JOIN peer.run ON run.id = batch_id;
ALTER TABLE peer.prompt ADD PRIMARY KEY (id);

CREATE TABLE peer.competitor AS
  SELECT id, name FROM competitor;
ALTER TABLE peer.competitor ADD PRIMARY KEY (id);

-- What there is once for each result stands in its row: brand, sentiment, recommendation.
CREATE TABLE peer.result AS
  SELECT r.id, r.batch_id AS run_id, p.prompt_id, r.ordinal, r.provider, r.location, r.replicate, r.simulated,
    r.answered_at, upper(r.status::text) AS status, b.*, s.*, c.*
  FROM result r
    JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal,
    LATERAL (SELECT (o->>'mentioned')::boolean AS brand_mentioned, (o->>'denied')::boolean AS brand_denied,
      (o->>'mentionCount')::int AS brand_mention_count, (o->>'firstOffset')::int AS brand_first_offset,
      (o->>'position')::int AS brand_position FROM (SELECT r.first_observation->'brand' AS o) AS brand) AS b,
    LATERAL (SELECT upper(o->>'label') AS sentiment_label, (o->>'score')::float AS sentiment_score,
      (o->>'positive')::int AS sentiment_positive, (o->>'neutral')::int AS sentiment_neutral,
      (o->>'negative')::int AS sentiment_negative FROM (SELECT r.first_observation->'sentiment' AS o) AS sentiment) AS s,
    LATERAL (SELECT (o->>'recommended')::boolean AS recommended, upper(o->>'strength') AS strength,
      (o->>'rank')::int AS rank, (o->>'listSize')::int AS list_size, (o->'evidence'->>'start')::int AS evidence_start,
      (o->'evidence'->>'end')::int AS evidence_end, o->'evidence'->>'text' AS evidence_text
      FROM (SELECT r.first_observation->'recommendation' AS o) AS recommendation) AS c
  ORDER BY r.ordinal;
ALTER TABLE peer.result ADD PRIMARY KEY (id),
  ADD FOREIGN KEY (run_id) REFERENCES peer.run,
  ADD FOREIGN KEY (prompt_id) REFERENCES peer.prompt;
CREATE INDEX ON peer.result (run_id, ordinal);
CREATE INDEX ON peer.result (prompt_id);

CREATE TABLE peer.competitor_mention AS
  SELECT r.id AS result_id, place::int AS ordinal, (m->>'id')::uuid AS competitor_id, (m->>'mentioned')::boolean AS mentioned,
    (m->>'mentionCount')::int AS mention_count, (m->>'position')::int AS position, (m->>'sentiment')::float AS sentiment,
    upper(m->>'sentimentLabel') AS sentiment_label, (m->>'recommended')::boolean AS recommended, (m->>'rank')::int AS rank
  FROM result r, jsonb_array_elements(r.first_observation->'competitors') WITH ORDINALITY AS e(m, place)
  ORDER BY r.ordinal, place;
ALTER TABLE peer.competitor_mention ADD PRIMARY KEY (result_id, ordinal),
  ADD FOREIGN KEY (result_id) REFERENCES peer.result,
  ADD FOREIGN KEY (competitor_id) REFERENCES peer.competitor;
CREATE INDEX ON peer.competitor_mention (competitor_id);

CREATE TABLE peer.citation AS
  SELECT r.id AS result_id, (c->>'position')::int AS position, c->>'url' AS url, c->>'title' AS title, c->>'domain' AS domain,
    upper(c->>'kind') AS kind, upper(c->>'owner') AS owner, (c->>'competitorId')::uuid AS competitor_id
  FROM result r, jsonb_array_elements(r.first_observation->'citations') AS e(c)
  ORDER BY r.ordinal, position;
ALTER TABLE peer.citation ADD PRIMARY KEY (result_id, position),
  ADD FOREIGN KEY (result_id) REFERENCES peer.result,
  ADD FOREIGN KEY (competitor_id) REFERENCES peer.competitor;
CREATE INDEX ON peer.citation (competitor_id);

ANALYZE;
