import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Provider } from 'urql'
import { type Connection, connect } from '../graphql/client.ts'
import type { LiveState } from '../graphql/live.ts'

const ConnectionContext = createContext<Connection | null>(null)

/** Opens the page for signing in, and comes back to the present page afterwards. */
export function signInAgain(): void {
  const { pathname, search } = location
  if (pathname === '/sign-in') return
  const to = pathname === '/' ? '' : `?${new URLSearchParams({ to: pathname + search })}`
  location.assign(`/sign-in${to}`)
}

/** Gives the pages inside a connection as a member of an organization; null for the member's first one. */
export function SessionProvider({
  organizationId,
  children,
}: {
  organizationId: string | null
  children: ReactNode
}) {
  const connection = useMemo(() => connect({ organizationId, onSignedOut: signInAgain }), [organizationId])
  useEffect(() => connection.live.close, [connection])
  return (
    <ConnectionContext value={connection}>
      <Provider value={connection.client}>{children}</Provider>
    </ConnectionContext>
  )
}

/** The state of the connection that live updates come over. */
export function useLiveState(): LiveState {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('used outside of a SessionProvider')
  const { live } = connection
  return useSyncExternalStore(live.subscribe, live.state)
}
