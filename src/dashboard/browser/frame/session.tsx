import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Provider } from 'urql'
import { type Connection, connect } from '../graphql/client.ts'
import type { LiveState } from '../graphql/live.ts'
import { VIEWER } from './viewer.ts'

const ConnectionContext = createContext<Connection | null>(null)

/** Opens the page for signing in, and comes back to the present page afterwards. */
export function signInAgain(): void {
  const { pathname, search } = location
  if (pathname === '/sign-in') return
  const to = pathname === '/' ? '' : `?${new URLSearchParams({ to: pathname + search })}`
  location.assign(`/sign-in${to}`)
}

/**
 * Gives the pages inside a connection as a member of an organization; null for the member's first one. Once a member was removed
 * or may do less, the next answer says so: what the visitor may do is then read again.
 */
export function SessionProvider({
  organizationId,
  onRemoved,
  children,
}: {
  organizationId: string | null
  /** Called when the user does not belong to the organization, or not any more; keep it the same function. */
  onRemoved?: () => void
  children: ReactNode
}) {
  const connection = useMemo(() => {
    const made: Connection = connect({
      organizationId,
      onSignedOut: signInAgain,
      onRemoved: () => onRemoved?.(),
      onRightsChanged: () =>
        void made.client.query(VIEWER, {}, { requestPolicy: 'network-only' }).toPromise(),
    })
    return made
  }, [organizationId, onRemoved])
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
