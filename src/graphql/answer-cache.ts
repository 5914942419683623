import { LRUCache } from 'lru-cache'
import { type Actor, viewOf } from '../core/actor.ts'
import { batchSeqs } from '../core/batches/read.ts'
import type { Services } from '../core/context.ts'
import type { Operation } from './operation.ts'
import { ReusableBody } from './reusable-body.ts'
import type { Variables } from './variables.ts'

/** A body and the `seq` of each batch that it was made from; it is valid as long as none of them has changed. */
interface CachedAnswer {
  body: ReusableBody
  batches: ReadonlyMap<string, number>
}

/** A database statement that has not been sent yet, and the ids of the batches that it will read. */
interface SeqLookup {
  ids: Set<string>
  seqs: Promise<Map<string, number>>
}

/** Estimated size of an entry beside its body and key, in bytes, and of both compressed forms, as a share of the body. */
const OVERHEAD = 1_000
const COMPRESSED_SHARE = 0.5

/**
 * Caches serialised answers about ended batches. Before an answer is used, the current `seq` of its batches is read: a
 * re-extraction raises it, and a deleted batch has none. Concurrent requests share one database statement, which is sent after
 * the last of them arrived, so that none uses a `seq` read before its own start.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer> | null
  readonly #services: Services
  #underWay: Promise<unknown> = Promise.resolve()
  #next: SeqLookup | null = null

  /** `maxSize` is in bytes; with 0 nothing is cached. */
  constructor(services: Services, maxSize: number) {
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

  /** The key of an answer, shared by callers who may see the same data; null for an operation that cannot be cached. */
  keyOf({ id, immutable }: Operation, actor: Actor, variables: Variables): string | null {
    if (!this.#answers || !immutable) return null
    return `${id} ${viewOf(actor)} ${JSON.stringify(variables)}`
  }

  /** The cached body, if it is still valid. */
  async find(key: string): Promise<ReusableBody | null> {
    const cached = this.#answers?.get(key)
    if (!cached) return null
    const seqs = await this.#seqsOf(cached.batches.keys())
    for (const [id, seq] of cached.batches) {
      if (seqs.get(id) === seq) continue
      this.#answers?.delete(key)
      return null
    }
    return cached.body
  }

  /** Caches an answer. `batches` holds the `seq` of each batch, by its id, as it was when the answer was made. */
  keep(key: string, json: string, batches: ReadonlyMap<string, number>): ReusableBody {
    const body = new ReusableBody(json)
    this.#answers?.set(key, { body, batches })
    return body
  }

  /** One statement runs at a time; requests that arrive meanwhile share the next one. */
  #seqsOf(ids: Iterable<string>): Promise<Map<string, number>> {
    this.#next ??= this.#lookUpAfter(this.#underWay)
    for (const id of ids) this.#next.ids.add(id)
    return this.#next.seqs
  }

  #lookUpAfter(before: Promise<unknown>): SeqLookup {
    const ids = new Set<string>()
    const seqs = before.then(() => {
      this.#next = null
      return batchSeqs(this.#services, [...ids])
    })
    this.#underWay = seqs.catch(() => {})
    return { ids, seqs }
  }
}
