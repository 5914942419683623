import type { ResultStatus } from '../../generated/prisma/enums.ts'
import type { Database } from '../../infra/database.ts'
import type { RawAnswer } from '../../providers/driver.ts'
import type { Observation } from '../results/observation.ts'
import type { ChangedRow } from './change.ts'
import { grouped } from './grouped.ts'
import { storableJson } from './storable.ts'

/** What is known of a unit once it is done. */
export interface UnitOutcome {
  id: string
  status: Exclude<ResultStatus, 'pending'>
  simulated: boolean
  surface: string | null
  locationApplied: string | null
  modelRequested: string | null
  modelReported: string | null
  error: { code: string; message: string } | null
  observation: Observation | null
  extractionVersion: number | null
  answeredAt: Date
  /** Null where there is no answer to keep. */
  answer: { text: string; facts: object } | null
}

const DEADLOCK = '40P01'

/** Writes what became of units, in groups. One per process. */
export class UnitRecorder {
  /** Keeps what a provider sent, before anybody reads it. A second artifact of a unit is dropped. */
  readonly keep: (artifact: { id: string; raw: RawAnswer }) => Promise<void>
  /**
   * Records an outcome and moves the counters of its batch, in one statement that acts only on a unit that is still
   * pending: of two outcomes of one unit the second changes nothing.
   * @returns the batch after the change, or null when there was none
   */
  readonly record: (outcome: UnitOutcome) => Promise<{ batch: ChangedRow; first: boolean } | null>

  constructor(database: Database) {
    this.keep = grouped(async (artifacts) => {
      await database.pool.query({
        name: 'keep-artifacts',
        text: `INSERT INTO artifact (result_id, raw)
               SELECT i.id, i.raw FROM json_to_recordset($1::json) AS i (id uuid, raw json)
               -- Locked, so that a unit that is being deleted drops its own artifact and no other.
               JOIN (SELECT id FROM result WHERE id = ANY($2::uuid[]) FOR KEY SHARE) r ON r.id = i.id
               ON CONFLICT DO NOTHING`,
        values: [storableJson(artifacts), artifacts.map(({ id }) => id)],
      })
      return artifacts.map(() => undefined)
    })
    this.record = grouped((outcomes) => recordAll(database, outcomes))
  }
}

const RECORD = `
  WITH input AS (
    SELECT * FROM json_to_recordset($1::json) AS i (
      id uuid, status text, simulated boolean, surface text, "locationApplied" text, "modelRequested" text,
      "modelReported" text, error jsonb, observation jsonb, "extractionVersion" int, "answeredAt" timestamptz,
      answer json)),
  updated AS (
    UPDATE result r SET status = i.status::"ResultStatus", simulated = i.simulated, surface = i.surface,
      location_applied = i."locationApplied", model_requested = i."modelRequested",
      model_reported = i."modelReported", error = i.error, first_observation = i.observation,
      first_extraction_version = i."extractionVersion", answered_at = i."answeredAt"
    -- The list keeps the plan on the primary key, however many units are pending elsewhere.
    FROM input i WHERE r.id = ANY($2::uuid[]) AND r.id = i.id AND r.status = 'pending'
    RETURNING r.id, r.batch_id, r.status),
  answers AS (
    INSERT INTO answer (result_id, text, facts)
    SELECT i.id, i.answer->>'text', (i.answer->'facts')::jsonb FROM input i JOIN updated u ON u.id = i.id
    WHERE json_typeof(i.answer) = 'object' ON CONFLICT DO NOTHING),
  counted AS (
    SELECT batch_id, count(*) FILTER (WHERE status <> 'failed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed, array_agg(id) AS units
    FROM updated GROUP BY batch_id)
  UPDATE batch b SET completed = b.completed + c.completed, failed = b.failed + c.failed, seq = b.seq + 1,
    changed_at = now()
  FROM counted c WHERE b.id = c.batch_id
  RETURNING b.id, b.kind, b.project_id AS "projectId", b.seq, b.status, b.total, b.completed, b.failed, c.units`

async function recordAll(database: Database, outcomes: UnitOutcome[]) {
  const values = [storableJson(outcomes), outcomes.map(({ id }) => id)]
  const { rows } = await retryDeadlock(() =>
    database.pool.query<ChangedRow & { units: string[] }>({ name: 'record-units', text: RECORD, values }),
  )
  const batchOfUnit = new Map(
    rows.flatMap(({ units, ...batch }) =>
      // One caller of the group tells the world about the batch's change.
      units.map((unit, index) => [unit, { batch, first: index === 0 }] as const),
    ),
  )
  return outcomes.map(({ id }) => batchOfUnit.get(id) ?? null)
}

/** Those who change units of several batches may meet on them in opposite order; the loser simply goes again. */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code !== DEADLOCK || attempt === 5) throw error
    }
  }
}
