import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Provider } from 'urql'
import type { Connection } from '../graphql/client.ts'
import type { LiveState } from '../graphql/live.ts'
import { closeConnection, connectionFor } from './connections.ts'

const ConnectionContext = createContext<Connection | null>(null)

/** Provides a connection as a member of an organization; null selects the member's first one. */
export function SessionProvider({
  organizationId,
  onRemoved,
  children,
}: {
  organizationId: string | null
  /** Called when the user is not, or no longer, a member of the organization. Must be a stable function. */
  onRemoved?: () => void
  children: ReactNode
}) {
  const { connection, onRemoved: listeners } = useMemo(() => connectionFor(organizationId), [organizationId])
  useEffect(() => {
    if (!onRemoved) return
    listeners.add(onRemoved)
    return () => void listeners.delete(onRemoved)
  }, [listeners, onRemoved])
  useEffect(() => () => closeConnection(connection), [connection])
  return (
    <ConnectionContext value={connection}>
      <Provider value={connection.client}>{children}</Provider>
    </ConnectionContext>
  )
}

/** Returns the state of the connection for live updates. */
export function useLiveState(): LiveState {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useLiveState must be used inside a SessionProvider')
  const { live } = connection
  return useSyncExternalStore(live.subscribe, live.state)
}
