import type { Actor, KeyActor, MemberActor } from '../actor.ts'
import type { Services } from '../context.ts'

/**
 * The callers that would still be authenticated as the same actor: keys that are not revoked, and members whose session is
 * valid and who have the same role in the same organization. At most one statement for all keys and one for all sessions;
 * nothing is cached. Returns the given objects.
 */
export async function stillAuthorized(
  services: Services,
  actors: readonly Actor[],
): Promise<ReadonlySet<Actor>> {
  const keys = actors.filter((actor) => actor.type === 'key')
  const members = actors.filter((actor) => actor.type === 'member')
  const authorized = await Promise.all([unrevokedKeys(services, keys), currentMembers(services, members)])
  return new Set(authorized.flat())
}

async function unrevokedKeys({ db }: Services, keys: readonly KeyActor[]): Promise<Actor[]> {
  if (keys.length === 0) return []
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'unrevoked-keys',
    text: 'SELECT id FROM api_key WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL',
    values: [[...new Set(keys.map(({ keyId }) => keyId))]],
  })
  const found = new Set(rows.map(({ id }) => id))
  return keys.filter(({ keyId }) => found.has(keyId))
}

async function currentMembers({ db }: Services, members: readonly MemberActor[]): Promise<Actor[]> {
  if (members.length === 0) return []
  const { rows } = await db.pool.query<{ identity: string }>({
    name: 'current-members',
    text: `
      SELECT concat_ws(' ', session.id, member.organization_id, member.role) AS identity
        FROM session JOIN member ON member.user_id = session.user_id
       WHERE session.id = ANY($1::uuid[]) AND session.expires_at > now()`,
    values: [[...new Set(members.flatMap(({ sessionId }) => sessionId ?? []))]],
  })
  const found = new Set(rows.map(({ identity }) => identity))
  return members.filter(({ sessionId, organizationId, role }) =>
    found.has(`${sessionId} ${organizationId} ${role}`),
  )
}
