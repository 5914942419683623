import { TimeoutStrategy, timeout } from 'cockatiel'

/** An external service that the process needs, such as its database. */
export interface Part {
  /** Name in the body of /readyz. */
  name: string
  /** Resolves if the part responds; rejects or hangs if it does not. */
  check(): Promise<unknown>
}

type State = 'ok' | 'unavailable'

/** Body of /readyz. The status is `ok` if all parts are. */
export interface Readiness {
  status: State
  parts: Record<string, State>
}

/** Time limit for a check in milliseconds, so that /readyz responds within two seconds. */
const checkTimeout = timeout(1_500, TimeoutStrategy.Aggressive)

/**
 * Returns a function that checks all parts concurrently. A check that hangs counts as failed after 1.5 s. While a check is
 * running, further calls share it, so frequent requests do not pile up on a part that does not respond.
 */
export function createReadiness(parts: readonly Part[]): () => Promise<Readiness> {
  const running = new Map<Part, Promise<unknown>>()
  const check = (part: Part): Promise<unknown> => {
    const current = running.get(part) ?? part.check().finally(() => running.delete(part))
    running.set(part, current)
    return current
  }
  return async () => {
    const entries = await Promise.all(
      parts.map(async (part): Promise<[string, State]> => {
        const state = checkTimeout.execute(() => check(part)).then((): State => 'ok')
        return [part.name, await state.catch(() => 'unavailable')]
      }),
    )
    const status = entries.every(([, state]) => state === 'ok') ? 'ok' : 'unavailable'
    return { status, parts: Object.fromEntries(entries) }
  }
}
