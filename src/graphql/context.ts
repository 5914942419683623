import DataLoader from 'dataloader'
import type { Actor } from '../core/actor.ts'
import type { RequestGate } from '../core/admission.ts'
import type { Ctx, Services } from '../core/context.ts'

/** What HTTP and WebSocket share within one process. */
export interface ServerDependencies {
  services: Services
  gate: RequestGate
}

/** A core operation that reads several records: in the order of the ids, null for those missing or not visible to the caller. */
type ReadMany<Item> = (request: {
  ctx: Ctx
  input: { ids: readonly string[] }
}) => Promise<readonly (Item | null)[]>

/** The version of a batch that an answer was made from: the answer can be cached if the batch has ended. */
type BatchVersion = { id: string; seq: number; ended: boolean }

/** The version of a batch, from its record. */
export function batchVersion({
  id,
  seq,
  finishedAt,
}: {
  id: string
  seq: number
  finishedAt: Date | null
}): BatchVersion {
  return { id, seq, ended: finishedAt !== null }
}

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  ctx: Ctx
  /** Loads one record through a DataLoader: loads of the same tick become one call of `readMany`; in queries each id is read once. */
  load<Item>(readMany: ReadMany<Item>, id: string): Promise<Item | null>
  /** Must be called for every batch that immutable fields are read from. */
  recordBatch(batch: BatchVersion): void
  /** Must be called when an object is read that can change or be deleted independently of any batch: the answer is not cached. */
  recordChangeable(): void
  /** The `seq` of each batch that was read, by its id; null when the answer cannot be cached: no batch was read, or one has not ended. */
  endedBatches(): ReadonlyMap<string, number> | null
}

/** The context of one operation. `writes` is true for mutations: they must not reuse what was read before a change. */
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
        // A mutation field may have changed what an earlier one of the same operation has read.
        cache: !writes,
      })
      loaders.set(readMany, loader)
      return loader.load(id)
    },
    recordBatch({ id, seq, ended }) {
      seen ??= new Map()
      // Two different versions of a batch: the answer mixes them and must not be cached as either.
      if (!ended || (seen.get(id) ?? seq) !== seq) allEnded = false
      seen.set(id, seq)
    },
    recordChangeable() {
      allEnded = false
    },
    endedBatches: () => (allEnded ? seen : null),
  }
}
