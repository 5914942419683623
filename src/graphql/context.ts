import DataLoader from 'dataloader'
import type { Actor } from '../core/actor.ts'
import type { Door } from '../core/admission.ts'
import type { Ctx, Services } from '../core/context.ts'

/** What the transports of one process share. */
export interface Surroundings {
  services: Services
  door: Door
}

/** A verb that reads many of a noun: in the order of the ids, null for what is missing or not the caller's to see. */
type ReadMany<Item> = (request: {
  ctx: Ctx
  input: { ids: readonly string[] }
}) => Promise<readonly (Item | null)[]>

/** A batch as far as it matters whether what is said of it holds for ever. */
type SeenBatch = { id: string; seq: number; ended: boolean }

/** A batch that was read, as it is seen. */
export function seenIn({
  id,
  seq,
  finishedAt,
}: {
  id: string
  seq: number
  finishedAt: Date | null
}): SeenBatch {
  return { id, seq, ended: finishedAt !== null }
}

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  ctx: Ctx
  /** One of what a verb reads, gathered with others that are asked for at the same time, and read once a query. */
  load<Item>(readMany: ReadMany<Item>, id: string): Promise<Item | null>
  /** To be told of every batch that a frozen field (frozen.ts) reads from. */
  saw(batch: SeenBatch): void
  /** Where the batches stood that were seen; null when one of them has not ended, or none was seen. */
  endedBatches(): ReadonlyMap<string, number> | null
}

/** The context of one operation; `writes` for a mutation. */
export function createContext(
  services: Services,
  { actor, requestId, writes = false }: { actor: Actor; requestId: string; writes?: boolean },
): GraphqlContext {
  const ctx: Ctx = { now: services.now, db: services.db, deps: services.deps, actor, requestId }
  let loaders: Map<unknown, DataLoader<string, unknown>> | null = null
  let seen: Map<string, number> | null = null
  let allEnded = true
  return {
    ctx,
    load<Item>(readMany: ReadMany<Item>, id: string): Promise<Item | null> {
      loaders ??= new Map()
      const known = loaders.get(readMany) as DataLoader<string, Item | null> | undefined
      if (known) return known.load(id)
      const loader = new DataLoader<string, Item | null>((ids) => readMany({ ctx, input: { ids } }), {
        // What was read before one of several mutations is not what stands after it.
        cache: !writes,
      })
      loaders.set(readMany, loader)
      return loader.load(id)
    },
    saw({ id, seq, ended }) {
      seen ??= new Map()
      // Read twice at different moments: what was made of it is of no one moment.
      if (!ended || (seen.get(id) ?? seq) !== seq) allEnded = false
      seen.set(id, seq)
    },
    endedBatches: () => (allEnded ? seen : null),
  }
}
