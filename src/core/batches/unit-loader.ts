import { LRUCache } from 'lru-cache'
import type { ResultStatus } from '../../generated/prisma/enums.ts'
import type { Database } from '../../infra/database.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import { batchCalls } from '../foundation/batch-calls.ts'
import { inIdOrder } from '../foundation/ids.ts'
import { type Extractor, extractorOf } from '../observations/extractor.ts'
import { STORED_RESPONSE, type StoredResponse, toRawAnswer } from '../observations/stored-response.ts'
import type { JsonValue, RawAnswer } from '../provider-port/driver.ts'

/** A unit with everything needed to ask its question. */
export interface Unit {
  id: string
  batchId: string
  organizationId: string
  status: ResultStatus
  provider: string
  location: string
  replicate: number
  prompt: string
  /** What the surface is told about the person who asks; null for nothing. */
  persona: string | null
  /** Raw answer that an earlier attempt received, if any. */
  raw: RawAnswer | null
  /** State that the driver saved for a question that the provider has accepted but not answered yet. */
  pending: JsonValue
}

/** SQL for the text of the persona of a result `r` of a batch `b`. */
const PERSONA_TEXT = `CASE WHEN r.persona IS NOT NULL THEN
    (SELECT e->>'text' FROM jsonb_array_elements(b.personas) e WHERE e->>'name' = r.persona) END`

/**
 * Loads units, many per statement, and the extractors of their batches. Extractors are cached, because the snapshot of
 * an unfinished batch never changes.
 */
export class UnitLoader {
  readonly load: (unitId: string) => Promise<Unit | null>
  readonly #database: Database
  readonly #extractors = new LRUCache<string, Promise<Extractor | null>>({ max: 200 })

  constructor(database: Database) {
    this.#database = database
    this.load = batchCalls((ids) => this.#loadAll(ids))
  }

  /** Returns the extractor of a batch; null if the batch was deleted. */
  extractor(batchId: string): Promise<Extractor | null> {
    const cached = this.#extractors.get(batchId)
    if (cached) return cached
    const extractor = this.#loadExtractor(batchId)
    this.#extractors.set(batchId, extractor)
    extractor.catch(() => this.#extractors.delete(batchId))
    return extractor
  }

  async #loadExtractor(batchId: string): Promise<Extractor | null> {
    const batch = await this.#database.prisma.batch.findUnique({
      where: { id: batchId },
      select: { snapshot: true },
    })
    if (!batch) return null
    return extractorOf(snapshotSchema.parse(batch.snapshot))
  }

  async #loadAll(ids: string[]): Promise<(Unit | null)[]> {
    const { rows } = await this.#database.pool.query<Unit & StoredResponse>({
      name: 'load-units',
      text: `SELECT r.id, r.batch_id AS "batchId", b.organization_id AS "organizationId", r.status, r.provider, r.location, r.replicate,
               p.text AS prompt, ${PERSONA_TEXT} AS persona, ${STORED_RESPONSE}, w.saved AS pending
             FROM result r
             JOIN batch b ON b.id = r.batch_id
             JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
             LEFT JOIN artifact f ON f.result_id = r.id
             LEFT JOIN pending_answer w ON w.result_id = r.id
             WHERE r.id = ANY($1::uuid[])`,
      values: [ids],
    })
    return inIdOrder(ids, rows, ({ redirects, ...unit }) => ({
      ...unit,
      raw: toRawAnswer({ raw: unit.raw, redirects }),
    }))
  }
}
