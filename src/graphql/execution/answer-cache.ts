import { LRUCache } from 'lru-cache'
import type { VisibleBatchId } from '../../core/access/visible.ts'
import { batchSeqs } from '../../core/batches/read.ts'
import type { AppServices } from '../../core/context.ts'
import { type Actor, viewOf } from '../../core/foundation/actor.ts'
import type { Variables } from '../documents/variables.ts'
import { ReusableBody } from '../foundation/reusable-body.ts'
import type { Operation } from './operation.ts'

/** A response body and the `seq` of each batch it is based on. It is valid until one of the batches changes. */
interface CachedAnswer {
  body: ReusableBody
  batches: ReadonlyMap<VisibleBatchId, number>
}

/** A pending database statement and the ids of the batches that it will read. */
interface SeqLookup {
  ids: Set<VisibleBatchId>
  seqs: Promise<Map<VisibleBatchId, number>>
}

/** Estimated size of a cache entry: overhead in bytes, and both compressed forms as a share of the body. */
const OVERHEAD = 1_000
const COMPRESSED_SHARE = 0.5

/**
 * Caches serialized responses about ended batches. Before a cached response is used, the current `seq` of its batches
 * is read: re-extraction increases it, and deleted batches have none. Concurrent requests share one database
 * statement. The statement is sent after the last of these requests arrived, so that no request uses a `seq` from
 * before it started.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer> | null
  readonly #services: AppServices
  #underWay: Promise<unknown> = Promise.resolve()
  #next: SeqLookup | null = null

  /** @param maxSize size in bytes; 0 disables the cache */
  constructor(services: AppServices, maxSize: number) {
    this.#services = services
    this.#answers =
      maxSize > 0
        ? new LRUCache({
            maxSize,
            sizeCalculation: ({ body }, key) =>
              Math.ceil(body.bytes.length * (1 + COMPRESSED_SHARE)) + key.length + OVERHEAD,
          })
        : null
  }

  /**
   * Returns the cache key of a response, which callers with the same rights share; null for an operation that cannot
   * be cached.
   */
  keyOf({ id, immutable }: Operation, actor: Actor, variables: Variables): string | null {
    if (!this.#answers || !immutable) return null
    return `${id} ${viewOf(actor)} ${JSON.stringify(variables)}`
  }

  /** Returns the cached body if it is still valid. */
  async find(key: string): Promise<ReusableBody | null> {
    const cached = this.#answers?.get(key)
    const isValid = cached !== undefined && (await this.#isValid(cached))
    if (cached && !isValid) this.#answers?.delete(key)
    this.#services.deps.telemetry.count('cachedAnswers', { result: isValid ? 'hit' : 'miss' })
    return isValid ? cached.body : null
  }

  async #isValid({ batches }: CachedAnswer): Promise<boolean> {
    const seqs = await this.#seqsOf(batches.keys())
    return [...batches].every(([id, seq]) => seqs.get(id) === seq)
  }

  /**
   * Caches a response.
   * @param batches the `seq` of each batch by id, as of when the response was made
   */
  keep(key: string, json: string, batches: ReadonlyMap<VisibleBatchId, number>): ReusableBody {
    const body = new ReusableBody(json)
    this.#answers?.set(key, { body, batches })
    return body
  }

  /**
   * Reads the `seq` of batches. Only one statement runs at a time; requests that arrive in the meantime share the
   * next one.
   */
  #seqsOf(ids: Iterable<VisibleBatchId>): Promise<Map<VisibleBatchId, number>> {
    this.#next ??= this.#lookUpAfter(this.#underWay)
    for (const id of ids) this.#next.ids.add(id)
    return this.#next.seqs
  }

  #lookUpAfter(before: Promise<unknown>): SeqLookup {
    const ids = new Set<VisibleBatchId>()
    const seqs = before.then(() => {
      this.#next = null
      return batchSeqs(this.#services, [...ids])
    })
    this.#underWay = seqs.catch(() => {})
    return { ids, seqs }
  }
}
