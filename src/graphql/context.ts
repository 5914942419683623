import type { Actor } from '../core/actor.ts'
import type { Door } from '../core/admission.ts'
import type { Ctx, Services } from '../core/context.ts'

/** What the transports of one process share. */
export interface Surroundings {
  services: Services
  door: Door
}

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  ctx: Ctx
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
  return {
    ctx: { ...services, actor: caller.actor, requestId: caller.requestId },
    reauthenticate: async () => {
      await door.authenticator.authenticate(caller.authorization)
    },
  }
}
