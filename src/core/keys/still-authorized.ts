import type { Actor, KeyActor, MemberActor } from '../foundation/actor.ts'
import type { Services } from '../foundation/context.ts'

/**
 * Returns the actors that are still authorized: keys that are not revoked, and members with a valid session and an
 * unchanged role in the same organization. Reads the database without a cache, with one statement for all keys and one
 * for all members. The result contains the same objects as `actors`.
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
  const unrevoked = new Set(rows.map(({ id }) => id))
  return keys.filter(({ keyId }) => unrevoked.has(keyId))
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
  const current = new Set(rows.map(({ identity }) => identity))
  return members.filter(({ sessionId, organizationId, role }) =>
    current.has(`${sessionId} ${organizationId} ${role}`),
  )
}
