import { type Connection, connect } from '../graphql/client.ts'
import { VIEWER } from './viewer.ts'

/** A connection, and who wants to know when the user does not belong to its organization, or not any more. */
interface Opened {
  organizationId: string | null
  connection: Connection
  onRemoved: Set<() => void>
}

/** That of the pages that are shown, or are about to be. */
let opened: Opened | null = null

/**
 * The connection as a member of an organization, opened if it is not; null for the member's first one. Once a member may do less,
 * the next answer says so: what the visitor may do is then read again.
 */
export function connectionFor(organizationId: string | null): Opened {
  if (opened?.organizationId === organizationId) return opened
  const onRemoved = new Set<() => void>()
  const connection: Connection = connect({
    organizationId,
    onSignedOut: signInAgain,
    onRemoved: () => {
      for (const listener of onRemoved) listener()
    },
    onRightsChanged: () =>
      void connection.client.query(VIEWER, {}, { requestPolicy: 'network-only' }).toPromise(),
  })
  opened = { organizationId, connection, onRemoved }
  return opened
}

/** Closes a connection whose pages are no longer shown. */
export function closeConnection(connection: Connection): void {
  if (opened?.connection === connection) opened = null
  connection.live.close()
}

/** Opens the page for signing in, and comes back to the present page afterwards. */
function signInAgain(): void {
  const { pathname, search } = location
  if (pathname === '/sign-in') return
  const to = pathname === '/' ? '' : `?${new URLSearchParams({ to: pathname + search })}`
  location.assign(`/sign-in${to}`)
}
