import { CloseCode, createClient, type Client as LiveClient } from 'graphql-ws'

/**
 * State of the WebSocket shared by all subscriptions. It is `idle` without subscriptions, and `refused` after the
 * server closed it because the session or the member's rights changed.
 */
export type LiveState = 'idle' | 'connected' | 'lost' | 'refused'

/** The WebSocket for subscriptions and its state. */
export interface Live {
  client: LiveClient
  subscribe(listener: () => void): () => void
  state(): LiveState
  close(): void
}

/** Maximum pause between two connection attempts, in milliseconds. */
const MAX_PAUSE = 15_000

/** Creates a connection that opens with the first subscription and reconnects while any subscription is active. */
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
        const pause = Math.min(MAX_PAUSE, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)
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
