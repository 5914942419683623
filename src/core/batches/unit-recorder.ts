import type { ResultStatus } from '../../generated/prisma/enums.ts'
import type { Database } from '../../infra/database.ts'
import { batchCalls } from '../foundation/batch-calls.ts'
import { retryDeadlock } from '../foundation/database-errors.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import type { DiscoveredName } from '../observations/discovered-names.ts'
import type { Observation } from '../observations/observation.ts'
import type { ParsedAnswer } from '../observations/parsed-answer.ts'
import { lengthOf } from '../observations/size.ts'
import { STORED_RESPONSE, type StoredResponse, toRawAnswer } from '../observations/stored-response.ts'
import type { JsonValue, RawAnswer } from '../provider-port/driver.ts'
import { ALL_ORGANIZATIONS, INSTALLATION_ACCOUNT } from '../spend/spending.ts'
import type { BatchState } from './batch-state.ts'
import type { Purchase } from './purchase.ts'
import type { UnitError } from './unit-errors.ts'

/** Final outcome of a unit: an answer or a failure. Null fields are unknown or do not apply. */
export interface UnitOutcome extends Purchase {
  id: string
  status: Exclude<ResultStatus, 'pending'>
  simulated: boolean
  surface: string | null
  locationApplied: string | null
  modelRequested: string | null
  modelReported: string | null
  error: UnitError | null
  observation: Observation | null
  discovered: DiscoveredName[] | null
  extractionVersion: number | null
  parserVersion: number | null
  answeredAt: Date
  /** Null for a failed unit. */
  answer: Pick<ParsedAnswer, 'text' | 'facts'> | null
}

/** Maximum UTF-16 code units of answers in one statement; serializing more at once would block the event loop. */
const MAX_STATEMENT_LENGTH = 1_048_576

/** Writes artifacts and outcomes of units, many per statement. There is one instance per process and database. */
export class UnitRecorder {
  /** Stores the state that a driver needs to fetch an answer later. Ignores deleted units. */
  readonly savePending: (pending: { id: string; saved: JsonValue }) => Promise<void>
  /**
   * Stores the raw answer of a provider before it is parsed. A unit keeps its first artifact, so that the recorded answer and the
   * stored response always match.
   * @returns the artifact that the unit keeps: another one if another process has stored its answer in the meantime
   */
  readonly storeArtifact: (artifact: { id: string; raw: RawAnswer }) => Promise<RawAnswer>
  /** Stores the redirect targets of the links in a stored answer, unless they are already stored. */
  readonly storeRedirects: (input: { id: string; redirects: { [link: string]: JsonValue } }) => Promise<void>
  /**
   * Records an outcome and updates the counters of the batch and of the spending, in one statement that changes only
   * pending units. A second outcome of a unit has no effect. If the unit has failed in the meantime, only the cost of
   * the answer is recorded.
   * @returns the batch after the change; null if the outcome had no effect. `first` is true for one unit per change;
   *   the caller that recorded it publishes the change
   */
  readonly record: (outcome: UnitOutcome) => Promise<{ batch: BatchState; first: boolean } | null>

  constructor(database: Database) {
    this.savePending = async ({ id, saved }) => {
      await database.pool.query({
        name: 'save-pending-answer',
        text: `INSERT INTO pending_answer (result_id, saved) SELECT id, $2::jsonb FROM result WHERE id = $1 FOR KEY SHARE
               ON CONFLICT (result_id) DO UPDATE SET saved = excluded.saved, saved_at = now()`,
        values: [id, toPostgresJson(saved)],
      })
    }
    this.storeArtifact = batchCalls(
      (artifacts) => storeAll(database, artifacts),
      bounded(({ raw }) => lengthOf(raw)),
    )
    this.storeRedirects = async ({ id, redirects }) => {
      await database.pool.query({
        name: 'store-redirects',
        text: 'UPDATE artifact SET redirects = $2::jsonb WHERE result_id = $1 AND redirects IS NULL',
        values: [id, toPostgresJson(redirects)],
      })
    }
    this.record = batchCalls(
      (outcomes) => recordAll(database, outcomes),
      bounded(({ answer }) => answer?.text.length ?? 0),
    )
  }
}

function bounded<Input>(weigh: (input: Input) => number) {
  return { weigh, maxWeight: MAX_STATEMENT_LENGTH }
}

async function storeAll(database: Database, artifacts: { id: string; raw: RawAnswer }[]) {
  const ids = artifacts.map(({ id }) => id)
  const { rows } = await database.pool.query<{ id: string }>({
    name: 'store-artifacts',
    text: `INSERT INTO artifact (result_id, raw)
         SELECT i.id, i.raw FROM json_to_recordset($1::json) AS i (id uuid, raw json)
         -- Locked, so that artifacts of units that are being deleted are skipped and the others are stored.
         JOIN (SELECT id FROM result WHERE id = ANY($2::uuid[]) FOR KEY SHARE) r ON r.id = i.id
         ON CONFLICT DO NOTHING RETURNING result_id AS id`,
    values: [toPostgresJson(artifacts), ids],
  })
  const stored = new Set(rows.map(({ id }) => id))
  const ignored = ids.filter((id) => !stored.has(id))
  const earlier = ignored.length > 0 ? await loadArtifacts(database, ignored) : new Map<string, RawAnswer>()
  // A unit without any artifact was deleted.
  return artifacts.map(({ id, raw }) => earlier.get(id) ?? raw)
}

async function loadArtifacts(database: Database, ids: string[]): Promise<Map<string, RawAnswer>> {
  const { rows } = await database.pool.query<StoredResponse & { id: string }>({
    name: 'load-artifacts',
    text: `SELECT f.result_id AS id, ${STORED_RESPONSE} FROM artifact f WHERE f.result_id = ANY($1::uuid[])`,
    values: [ids],
  })
  return new Map(
    rows.flatMap(({ id, ...response }) => {
      const raw = toRawAnswer(response)
      return raw ? [[id, raw] as const] : []
    }),
  )
}

const RECORD = `
  WITH input AS (
    SELECT * FROM json_to_recordset($1::json) AS i (
      id uuid, status text, simulated boolean, surface text, "locationApplied" text, "modelRequested" text,
      "modelReported" text, error jsonb, cost jsonb, "paidTo" text, "paidFrom" uuid, observation jsonb, discovered jsonb, "extractionVersion" int,
      "parserVersion" int, "answeredAt" timestamptz, answer json)),
  updated AS (
    UPDATE result r SET status = i.status::"ResultStatus", simulated = i.simulated, surface = i.surface,
      location_applied = i."locationApplied", model_requested = i."modelRequested",
      model_reported = i."modelReported", error = i.error, cost = i.cost,
      first_observation = i.observation, first_discovered = i.discovered,
      first_extraction_version = i."extractionVersion", first_parser_version = i."parserVersion", answered_at = i."answeredAt"
    -- The list of ids makes PostgreSQL use the primary key, even if many units of other batches are pending.
    FROM input i WHERE r.id = ANY($2::uuid[]) AND r.id = i.id AND r.status = 'pending'
    RETURNING r.id, r.batch_id, r.status, (r.cost->>'usd')::numeric AS usd),
  -- Answers that arrived after their unit had failed, for example by a cancel request. They still cost money.
  late AS (
    UPDATE result r SET cost = i.cost
    FROM input i WHERE r.id = ANY($4::uuid[]) AND r.id = i.id AND r.status = 'failed' AND r.cost IS NULL
    RETURNING r.id, r.batch_id, NULL::"ResultStatus" AS status, (r.cost->>'usd')::numeric AS usd),
  changed AS (SELECT * FROM updated UNION ALL SELECT * FROM late),
  -- Runs last, after the batch is locked. Ordered, so that concurrent statements that update the same sums wait for each
  -- other instead of deadlocking.
  spent AS (
    INSERT INTO provider_spend AS s (account_id, organization_id, day, provider, usd, questions, priced)
    SELECT i."paidFrom", o.organization_id, (i."answeredAt" AT TIME ZONE 'UTC')::date, i."paidTo", coalesce(sum(c.usd), 0),
      count(*), count(c.usd)
    FROM changed c JOIN input i ON i.id = c.id JOIN batch b ON b.id = c.batch_id
    -- Questions that an organization pays for with its own credentials are not part of the total of the installation.
    CROSS JOIN LATERAL (
      SELECT b.organization_id UNION ALL SELECT $3::uuid WHERE i."paidFrom" = $5::uuid) AS o (organization_id)
    WHERE i."paidTo" IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, organization_id, day, provider) DO UPDATE
      SET usd = s.usd + excluded.usd, questions = s.questions + excluded.questions, priced = s.priced + excluded.priced),
  answers AS (
    INSERT INTO answer (result_id, text, facts)
    SELECT i.id, i.answer->>'text', (i.answer->'facts')::jsonb FROM input i JOIN updated u ON u.id = i.id
    WHERE json_typeof(i.answer) = 'object' ON CONFLICT DO NOTHING),
  counted AS (
    SELECT batch_id, count(*) FILTER (WHERE status <> 'failed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed, sum(usd) AS usd, array_agg(id) AS units
    FROM changed GROUP BY batch_id)
  UPDATE batch b SET completed = b.completed + c.completed, failed = b.failed + c.failed,
    cost_usd = CASE WHEN c.usd IS NULL THEN b.cost_usd ELSE coalesce(b.cost_usd, 0) + c.usd END, seq = b.seq + 1,
    changed_at = now()
  FROM counted c WHERE b.id = c.batch_id
  RETURNING b.id, b.kind, b.project_id AS "projectId", b.seq, b.status, b.total, b.completed, b.failed, c.units`

async function recordAll(database: Database, outcomes: UnitOutcome[]) {
  // Keep only the first outcome of each unit; a second one in the same statement would be counted as paid twice.
  const firsts = outcomes.filter(
    (outcome, index) => outcomes.findIndex(({ id }) => id === outcome.id) === index,
  )
  const ids = firsts.map(({ id }) => id)
  const paidFor = firsts.filter(({ cost }) => cost !== null).map(({ id }) => id)
  const values = [toPostgresJson(firsts), ids, ALL_ORGANIZATIONS, paidFor, INSTALLATION_ACCOUNT]
  const { rows } = await retryDeadlock(() =>
    database.pool.query<BatchState & { units: string[] }>({ name: 'record-units', text: RECORD, values }),
  )
  const batchOfUnit = new Map(
    rows.flatMap(({ units, ...batch }) =>
      // Only the caller of the first unit publishes the change of the batch.
      units.map((unit, index) => [unit, { batch, first: index === 0 }] as const),
    ),
  )
  return outcomes.map(({ id }) => batchOfUnit.get(id) ?? null)
}
