import type { MemberActor } from '../foundation/actor.ts'
import type { Services } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'

/**
 * Selects one row per organization of a session's user, or one row without an organization; no row for an invalid
 * session. Updates the session's last use, to the minute.
 */
const MEMBERSHIPS = `
  WITH used AS (
    UPDATE session SET last_used_at = now()
     WHERE token = $1 AND expires_at > now() AND last_used_at < now() - interval '1 minute'
  )
  SELECT 'member' AS type, session.id AS "sessionId", session.user_id AS "userId",
         member.organization_id AS "organizationId", member.role::text AS role, "user".operator
    FROM session JOIN "user" ON "user".id = session.user_id LEFT JOIN member ON member.user_id = session.user_id
   WHERE session.token = $1 AND session.expires_at > now()
   ORDER BY member.created_at, member.id`

/**
 * Returns the user of a session and their memberships, in the order of joining.
 * @throws {AppError} UNAUTHORIZED for a session that is unknown or has ended; FORBIDDEN for a user without an organization
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

/** Returns FORBIDDEN for a user without an organization. */
export function withoutOrganization(): AppError {
  return new AppError(
    'FORBIDDEN',
    'You no longer belong to any organization. Ask an admin of your organization to invite you again.',
  )
}

/**
 * Returns the membership in an organization or, without an organization id, the first membership.
 * @param organization an organization id in any letter case, or null
 * @throws {AppError} FORBIDDEN for an organization that the user does not belong to, whether it exists or not
 */
export function memberIn(members: readonly MemberActor[], organization: string | null): MemberActor {
  const id = organization?.toLowerCase()
  const member = id ? members.find(({ organizationId }) => organizationId === id) : members[0]
  if (member) return member
  throw new AppError(
    'FORBIDDEN',
    'You are not, or no longer, a member of the organization in X-Organization.',
  )
}
