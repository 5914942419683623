import DataLoader from 'dataloader'
import type { Actor } from '../core/actor.ts'
import type { RequestGate } from '../core/admission.ts'
import type { Ctx, Services } from '../core/context.ts'
import type { PendingRequest } from '../core/pending-request.ts'

/** What HTTP and WebSocket share within one process. */
export interface ServerDependencies {
  services: Services
  gate: RequestGate
}

/**
 * A core operation that reads something for each of several ids, in their order: the record with this id, null for one that is
 * missing or not visible to the caller, or what belongs to it, such as a page of a list. The ids differ.
 */
type ReadMany<Item, Options> = (request: {
  ctx: Ctx
  input: { ids: readonly string[] } & Options
}) => Promise<readonly Item[]>

/**
 * Makes an operation on the caller's organization one that `load` accepts, by the id of that organization: it is read once for
 * all objects that lead to it.
 */
export function ofOrganization<Item, Options = unknown>(
  read: (request: { ctx: Ctx; input: Options }) => Promise<Item>,
): ReadMany<Item, Options> {
  return async ({ ctx, input: { ids, ...options } }) => {
    // What is left of the input are the options, which TypeScript cannot see of a type parameter.
    const item = await read({ ctx, input: options as unknown as Options })
    return ids.map(() => item)
  }
}

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
  /**
   * Loads what `readMany` reads for one id, through a DataLoader: loads of the same tick with equal options become one call; in
   * queries each id is read once. The options must be plain data.
   */
  load<Item>(readMany: ReadMany<Item, unknown>, id: string): Promise<Item>
  load<Item, Options extends object>(
    readMany: ReadMany<Item, Options>,
    id: string,
    options: Options,
  ): Promise<Item>
  /** Must be called for every batch that immutable fields are read from. */
  recordBatch(batch: BatchVersion): void
  /** Must be called when an object is read that can change or be deleted independently of any batch: the answer is not cached. */
  recordChangeable(): void
  /** The `seq` of each batch that was read, by its id; null when the answer cannot be cached: no batch was read, or one has not ended. */
  endedBatches(): ReadonlyMap<string, number> | null
}

/** What {@link createContext} makes a context for. */
interface ContextOptions {
  actor: Actor
  requestId: string
  /** Missing for subscriptions, which outlast requests. */
  request?: PendingRequest
  /** True for mutations: they must not reuse what was read before a change. */
  writes?: boolean
}

/** The context of one operation. */
export function createContext(
  { now, db, deps }: Services,
  { actor, requestId, request, writes = false }: ContextOptions,
): GraphqlContext {
  const ctx: Ctx = { now, db, deps, actor, requestId, ...(request && { request }) }
  const loaders = new Map<unknown, Map<string, DataLoader<string, unknown>>>()
  let seen: Map<string, number> | null = null
  let allEnded = true
  return {
    ctx,
    load<Item, Options extends object>(
      readMany: ReadMany<Item, Options>,
      id: string,
      options?: Options,
    ): Promise<Item> {
      const byOptions = loaders.get(readMany) ?? new Map<string, DataLoader<string, unknown>>()
      loaders.set(readMany, byOptions)
      const key = options ? JSON.stringify(options) : ''
      const known = byOptions.get(key) as DataLoader<string, Item> | undefined
      if (known) return known.load(id)
      // Options are left out only where the operation needs none.
      const input = (options ?? {}) as Options
      const loader = new DataLoader<string, Item>((ids) => {
        // A mutation field may have changed what an earlier one of the same operation has read.
        if (writes) loader.clearAll()
        return readMany({ ctx, input: { ...input, ids } })
      })
      byOptions.set(key, loader)
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
