import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'

export type MemberActor = Extract<Actor, { type: 'member' }>

/** One statement: the session while it lasts, beside every organization its user belongs to. */
const SEATS = `
  SELECT 'member' AS type, session.id AS "sessionId", session.user_id AS "userId",
         member.organization_id AS "organizationId", member.role::text AS role
    FROM session JOIN member ON member.user_id = session.user_id
   WHERE session.token = $1 AND session.expires_at > now()
   ORDER BY member.created_at, member.id`

/**
 * The user of a session as a member of each of their organizations, that joined first at first.
 * @throws {AppError} UNAUTHORIZED for a session that is unknown or has ended, or whose user belongs nowhere
 */
export async function membersOfSession({ db }: Services, token: string): Promise<readonly MemberActor[]> {
  const { rows } = await db.pool.query<MemberActor>({ name: 'session seats', text: SEATS, values: [token] })
  if (rows.length === 0) throw new AppError('UNAUTHORIZED', 'The session has ended. Sign in again.')
  return rows
}

/**
 * The member of the organization asked for by its id, or of the first.
 * @throws {AppError} FORBIDDEN for an organization that is not the user's, whether there is one or not
 */
export function memberIn(members: readonly MemberActor[], organization: string | null): MemberActor {
  const wanted = organization?.toLowerCase()
  const member = wanted ? members.find(({ organizationId }) => organizationId === wanted) : members[0]
  if (member) return member
  throw new AppError('FORBIDDEN', 'You are not a member of the organization that was asked for.')
}
