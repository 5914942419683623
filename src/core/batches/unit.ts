import { type Matcher, prepare } from '../../extraction/names/matcher.ts'
import type { ResultStatus } from '../../generated/prisma/enums.ts'
import type { Database } from '../../infra/database.ts'
import type { RawAnswer } from '../../providers/driver.ts'
import { grouped } from './grouped.ts'
import { entitiesOf, type Snapshot, snapshotSchema } from './snapshot.ts'

/** A unit of work with what is needed to do it. */
export interface Unit {
  id: string
  batchId: string
  status: ResultStatus
  provider: string
  location: string
  replicate: number
  prompt: string
  /** What the provider sent, when that has happened already. */
  raw: RawAnswer | null
}

/** What the units of a batch have in common. */
export interface Reading {
  snapshot: Snapshot
  matcher: Matcher
}

const READINGS = 200

/** Loads units and what reads them: units in groups, readings remembered, since a snapshot never changes while units are asked. */
export class UnitLoader {
  readonly load: (unitId: string) => Promise<Unit | null>
  readonly #database: Database
  readonly #readings = new Map<string, Promise<Reading | null>>()

  constructor(database: Database) {
    this.#database = database
    this.load = grouped((ids) => this.#loadAll(ids))
  }

  /** Null for a batch that was deleted. */
  reading(batchId: string): Promise<Reading | null> {
    const known = this.#readings.get(batchId)
    if (known) return known
    if (this.#readings.size >= READINGS) this.#readings.clear()
    const reading = this.#loadReading(batchId)
    this.#readings.set(batchId, reading)
    reading.catch(() => this.#readings.delete(batchId))
    return reading
  }

  async #loadReading(batchId: string): Promise<Reading | null> {
    const batch = await this.#database.prisma.batch.findUnique({
      where: { id: batchId },
      select: { snapshot: true },
    })
    if (!batch) return null
    const snapshot = snapshotSchema.parse(batch.snapshot)
    return { snapshot, matcher: prepare(entitiesOf(snapshot)) }
  }

  async #loadAll(ids: string[]): Promise<(Unit | null)[]> {
    const { rows } = await this.#database.pool.query<Unit>({
      name: 'load-units',
      text: `SELECT r.id, r.batch_id AS "batchId", r.status, r.provider, r.location, r.replicate,
               p.text AS prompt, a.raw
             FROM result r
             JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
             LEFT JOIN artifact a ON a.result_id = r.id
             WHERE r.id = ANY($1::uuid[])`,
      values: [ids],
    })
    const found = new Map(rows.map((unit) => [unit.id, unit]))
    return ids.map((id) => found.get(id) ?? null)
  }
}
