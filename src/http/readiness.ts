/** Something outside the process that it cannot work without, such as its database. */
export interface Part {
  /** As shown in the body of /readyz. */
  name: string
  /** Resolves when the part answers, and rejects when it does not; it may also hang. */
  check(): Promise<unknown>
}

type State = 'ok' | 'unavailable'

/** The body of /readyz: the state of every part, and `unavailable` as soon as one part is. */
export interface Readiness {
  status: State
  parts: Record<string, State>
}

/** How long a part may take to answer, in milliseconds: /readyz itself answers within two seconds. */
const CHECK_TIMEOUT = 1_500

/**
 * Creates the function that checks all parts at the same time. A check that hangs counts as a failure after 1.5 s; until it
 * has ended it is not begun again, so that frequent requests do not add up on a part that does not answer.
 */
export function createReadiness(parts: readonly Part[]): () => Promise<Readiness> {
  const running = new Map<Part, Promise<State>>()
  const stateOf = (part: Part): Promise<State> => {
    const known = running.get(part)
    if (known) return known
    const check = part
      .check()
      .then(
        (): State => 'ok',
        (): State => 'unavailable',
      )
      .finally(() => running.delete(part))
    running.set(part, check)
    return check
  }
  return async () => {
    const entries = await Promise.all(
      parts.map(async (part) => [part.name, await unavailableAfter(CHECK_TIMEOUT, stateOf(part))] as const),
    )
    const status = entries.every(([, state]) => state === 'ok') ? 'ok' : 'unavailable'
    return { status, parts: Object.fromEntries(entries) }
  }
}

async function unavailableAfter(milliseconds: number, state: Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'unavailable')
  })
  try {
    return await Promise.race([state, late])
  } finally {
    clearTimeout(timer)
  }
}
