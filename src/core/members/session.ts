import type { MemberActor } from '../actor.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'

/** One row for each organization that the user of a valid session belongs to, or one without an organization. When the session was used is stored to the minute. */
const MEMBERSHIPS = `
  WITH used AS (
    UPDATE session SET last_used_at = now()
     WHERE token = $1 AND expires_at > now() AND last_used_at < now() - interval '1 minute'
  )
  SELECT 'member' AS type, session.id AS "sessionId", session.user_id AS "userId",
         member.organization_id AS "organizationId", member.role::text AS role
    FROM session LEFT JOIN member ON member.user_id = session.user_id
   WHERE session.token = $1 AND session.expires_at > now()
   ORDER BY member.created_at, member.id`

/**
 * The user of a session, and this user as a member of each of their organizations, in the order of joining.
 * @throws {AppError} UNAUTHORIZED for a session that is unknown or has ended; FORBIDDEN for a user of no organization
 */
export async function membersOfSession(
  { db }: Services,
  token: string,
): Promise<{ userId: string; members: readonly MemberActor[] }> {
  const { rows } = await db.pool.query<
    MemberActor | (Omit<MemberActor, 'organizationId'> & { organizationId: null })
  >({
    name: 'session-memberships',
    text: MEMBERSHIPS,
    values: [token],
  })
  const [first] = rows
  if (!first) throw new AppError('UNAUTHORIZED', 'The session has ended. Sign in again.')
  const members = rows.filter((row): row is MemberActor => row.organizationId !== null)
  if (members.length === 0) throw withoutOrganization()
  return { userId: first.userId, members }
}

/** FORBIDDEN for a user who belongs to no organization. */
export function withoutOrganization(): AppError {
  return new AppError(
    'FORBIDDEN',
    'You do not belong to any organization any more. Ask an admin of yours to invite you again.',
  )
}

/**
 * The membership in the organization with this id or, without one, the first.
 * @param organization an id in any case; null for none
 * @throws {AppError} FORBIDDEN for an organization that the user does not belong to, whether it exists or not
 */
export function memberIn(members: readonly MemberActor[], organization: string | null): MemberActor {
  const id = organization?.toLowerCase()
  const member = id ? members.find(({ organizationId }) => organizationId === id) : members[0]
  if (member) return member
  throw new AppError(
    'FORBIDDEN',
    'You are not, or not any more, a member of the organization in X-Organization.',
  )
}
