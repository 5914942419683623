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

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  ctx: Ctx
  /** One of what a verb reads, gathered with others that are asked for at the same time, and read once an operation. */
  load<Item>(readMany: ReadMany<Item>, id: string): Promise<Item | null>
  /**
   * Looks at the key again: an operation that goes on for long may outlive it.
   * @throws {AppError} UNAUTHORIZED once it is revoked
   */
  reauthenticate(): Promise<void>
}

/** The context of an operation whose caller was let in with this header. */
export function createContext(
  { services, door }: Surroundings,
  caller: { actor: Actor; authorization: string | null; requestId: string },
): GraphqlContext {
  const ctx: Ctx = { ...services, actor: caller.actor, requestId: caller.requestId }
  const loaders = new Map<unknown, DataLoader<string, unknown>>()
  return {
    ctx,
    load<Item>(readMany: ReadMany<Item>, id: string): Promise<Item | null> {
      const known = loaders.get(readMany) as DataLoader<string, Item | null> | undefined
      if (known) return known.load(id)
      const loader = new DataLoader<string, Item | null>((ids) => readMany({ ctx, input: { ids } }))
      loaders.set(readMany, loader)
      return loader.load(id)
    },
    reauthenticate: async () => {
      await door.authenticator.authenticate(caller.authorization)
    },
  }
}
