import DataLoader from 'dataloader'
import type { VisibleBatchId } from '../../core/access/visible.ts'
import type { AppCtx, AppServices } from '../../core/context.ts'
import type { Actor } from '../../core/foundation/actor.ts'
import type { PendingRequest } from '../../core/foundation/pending-request.ts'
import type { RequestGate } from '../../core/keys/admission.ts'

/** Dependencies shared by HTTP and WebSocket within one process. */
export interface ServerDependencies {
  services: AppServices
  gate: RequestGate
}

/**
 * A core operation that reads one item per id, in the order of the ids: a record (null if it is missing or not
 * visible to the caller) or data that belongs to it, such as a page of a list. The ids are unique.
 */
type ReadMany<Item, Options, Id extends string = string> = (request: {
  ctx: AppCtx
  input: { ids: readonly Id[] } & Options
}) => Promise<readonly Item[]>

/**
 * Adapts an operation on the caller's organization for `load`, by the id of the organization. All objects that lead
 * to the organization then share one read.
 */
export function ofOrganization<Item, Options = unknown>(
  read: (request: { ctx: AppCtx; input: Options }) => Promise<Item>,
): ReadMany<Item, Options> {
  return async ({ ctx, input: { ids, ...options } }) => {
    // Without `ids` the rest of the input is `Options`, but TypeScript cannot infer that for a type parameter.
    const item = await read({ ctx, input: options as unknown as Options })
    return ids.map(() => item)
  }
}

/** Version of a batch that a response is based on. The response can be cached if the batch has ended. */
type BatchVersion = { id: VisibleBatchId; seq: number; ended: boolean }

/** Returns the version of a batch record. */
export function batchVersion({
  id,
  seq,
  finishedAt,
}: {
  id: VisibleBatchId
  seq: number
  finishedAt: Date | null
}): BatchVersion {
  return { id, seq, ended: finishedAt !== null }
}

/** State shared by the resolvers of one operation. */
export interface GraphqlContext {
  ctx: AppCtx
  /**
   * Loads the item of `readMany` for one id through a DataLoader. Loads with equal options in the same tick are
   * combined into one call. Queries read each id only once. The options must be plain data.
   */
  load<Item, Id extends string>(readMany: ReadMany<Item, unknown, Id>, id: Id): Promise<Item>
  load<Item, Options extends object, Id extends string>(
    readMany: ReadMany<Item, Options, Id>,
    id: Id,
    options: Options,
  ): Promise<Item>
  /** Must be called for every batch that immutable fields are read from. */
  recordBatch(batch: BatchVersion): void
  /**
   * Must be called for every object that can change or be deleted independently of batches. The response is then not
   * cached.
   */
  recordChangeable(): void
  /**
   * Returns the `seq` of all batches read so far by id; null if the response cannot be cached, because no batch was
   * read or one has not ended.
   */
  endedBatches(): ReadonlyMap<VisibleBatchId, number> | null
}

/** Options of {@link createContext}. */
interface ContextOptions {
  actor: Actor
  requestId: string
  /** Missing for subscriptions, which outlive their request. */
  request?: PendingRequest
  /** True for mutations, which must not reuse data that was read before a change. */
  writes?: boolean
}

/** Creates the context of one operation. */
export function createContext(
  { now, db, deps }: AppServices,
  { actor, requestId, request, writes = false }: ContextOptions,
): GraphqlContext {
  const ctx: AppCtx = { now, db, deps, actor, requestId, ...(request && { request }) }
  const loaders = new Map<unknown, Map<string, DataLoader<string, unknown>>>()
  let batches: Map<VisibleBatchId, number> | null = null
  let allEnded = true
  return {
    ctx,
    load<Item, Options extends object, Id extends string>(
      readMany: ReadMany<Item, Options, Id>,
      id: Id,
      options?: Options,
    ): Promise<Item> {
      const byOptions = loaders.get(readMany) ?? new Map<string, DataLoader<string, unknown>>()
      loaders.set(readMany, byOptions)
      const key = options ? JSON.stringify(options) : ''
      const existing = byOptions.get(key) as DataLoader<Id, Item> | undefined
      if (existing) return existing.load(id)
      // Options are only omitted if the operation has none.
      const input = (options ?? {}) as Options
      const loader = new DataLoader<Id, Item>((ids) => {
        // An earlier mutation field may have read the item before this field changed it.
        if (writes) loader.clearAll()
        return readMany({ ctx, input: { ...input, ids } })
      })
      byOptions.set(key, loader)
      return loader.load(id)
    },
    recordBatch({ id, seq, ended }) {
      batches ??= new Map()
      // A response that mixes two versions of a batch must not be cached as either.
      if (!ended || (batches.get(id) ?? seq) !== seq) allEnded = false
      batches.set(id, seq)
    },
    recordChangeable() {
      allEnded = false
    },
    endedBatches: () => (allEnded ? batches : null),
  }
}
