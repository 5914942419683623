import { CloseCode, createClient, type Client as LiveClient } from 'graphql-ws'

/**
 * What is known of the connection that subscriptions share: `idle` while nothing is subscribed to, `refused` when the server has
 * ended it because the session or the member's rights have changed.
 */
export type LiveState = 'idle' | 'connected' | 'lost' | 'refused'

/** The connection of subscriptions, and its state. */
export interface Live {
  client: LiveClient
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void
  state(): LiveState
  close(): void
}

/** The longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE = 15_000

/** Opens the connection when something is subscribed to, and again whenever it was lost, for as long as something is. */
export function createLive(organizationId: string | null): Live {
  const listeners = new Set<() => void>()
  let state: LiveState = 'idle'
  const become = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const address = new URL('/graphql', location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const client = createClient({
    url: address.href,
    ...(organizationId && { connectionParams: { 'X-Organization': organizationId } }),
    keepAlive: 15_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (attempt) =>
      new Promise((resolve) => {
        const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)
        const go = () => {
          clearTimeout(timer)
          window.removeEventListener('online', go)
          resolve()
        }
        const timer = setTimeout(go, pause)
        window.addEventListener('online', go)
      }),
    on: {
      connected: () => become('connected'),
      closed: (event) => become(stateAfter(event)),
    },
  })
  return {
    client,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    close: () => void client.dispose(),
  }
}

function stateAfter(event: unknown): LiveState {
  if (!(event instanceof CloseEvent)) return 'lost'
  if (event.code === CloseCode.Forbidden) return 'refused'
  return event.code === 1000 ? 'idle' : 'lost'
}
