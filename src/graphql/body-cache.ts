import { LRUCache } from 'lru-cache'
import { batchSeqs } from '../core/batches/seqs.ts'
import type { Services } from '../core/context.ts'

/** A body that may be given out again as long as its batches stand where they stood. */
interface Kept {
  body: Buffer
  batches: ReadonlyMap<string, number>
}

/** A look at the database that has not begun. */
interface Look {
  ids: Set<string>
  seqs: Promise<Map<string, number>>
}

/** A body is kept with some bytes of its own beside. */
const OVERHEAD = 1_000

/**
 * Bodies of answers about ended batches. Before one is given out it is asked where its batches stand: a re-extraction raises
 * their `seq`, a deletion takes them away. Those who ask at the same time share one look at the database, which begins after
 * all of them have asked.
 */
export class BodyCache {
  readonly #kept: LRUCache<string, Kept> | null
  readonly #services: Services
  #looking: Promise<unknown> = Promise.resolve()
  #next: Look | null = null

  /** With room for as many bytes; none for 0. */
  constructor(services: Services, maxSize: number) {
    this.#services = services
    this.#kept =
      maxSize > 0
        ? new LRUCache({ maxSize, sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD })
        : null
  }

  /** The body, if what it says still holds. */
  async find(key: string): Promise<Buffer | null> {
    const kept = this.#kept?.get(key)
    if (!kept) return null
    const seqs = await this.#seqsOf(kept.batches.keys())
    for (const [id, seq] of kept.batches) {
      if (seqs.get(id) === seq) continue
      this.#kept?.delete(key)
      return null
    }
    return kept.body
  }

  /** Keeps a body made while its batches had these `seq`. */
  keep(key: string, body: Buffer, batches: ReadonlyMap<string, number>): void {
    this.#kept?.set(key, { body, batches })
  }

  get enabled(): boolean {
    return this.#kept !== null
  }

  /** One look at a time: those who ask meanwhile share the next, which begins after all of them have asked. */
  #seqsOf(ids: Iterable<string>): Promise<Map<string, number>> {
    this.#next ??= this.#look(this.#looking)
    for (const id of ids) this.#next.ids.add(id)
    return this.#next.seqs
  }

  #look(before: Promise<unknown>): Look {
    const ids = new Set<string>()
    const seqs = before.then(() => {
      this.#next = null
      return batchSeqs(this.#services, [...ids])
    })
    this.#looking = seqs.catch(() => {})
    return { ids, seqs }
  }
}
