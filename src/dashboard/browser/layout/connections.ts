import { type Connection, connect } from '../graphql/client.ts'
import { VIEWER } from './viewer.ts'

/** A connection and the listeners to call when the user is not, or no longer, a member of the organization. */
interface Opened {
  organizationId: string | null
  connection: Connection
  onRemoved: Set<() => void>
}

/** The connection of the current page, or of the page that is loading. */
let opened: Opened | null = null

/**
 * Returns the connection for an organization and opens it if necessary; null selects the member's first organization.
 * When a request reveals that the member has lost rights, the viewer's permissions are fetched again.
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

/** Closes a connection after its pages were unmounted. */
export function closeConnection(connection: Connection): void {
  if (opened?.connection === connection) opened = null
  connection.live.close()
}

/** Opens the sign-in page, which returns to the current page afterwards. */
function signInAgain(): void {
  const { pathname, search } = location
  if (pathname === '/sign-in') return
  const to = pathname === '/' ? '' : `?${new URLSearchParams({ to: pathname + search })}`
  location.assign(`/sign-in${to}`)
}
