import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'

type KeyActor = Extract<Actor, { type: 'key' }>
type MemberActor = Extract<Actor, { type: 'member' }>

/**
 * Those of the callers, the same objects, who would still be let in as they were: keys that are not revoked, members whose
 * session lasts and who have the same role in the same organization. At most one statement for keys and one for sessions,
 * however many callers; nothing is remembered.
 */
export async function livingActors(
  services: Services,
  actors: readonly Actor[],
): Promise<ReadonlySet<Actor>> {
  const keys = actors.filter((actor) => actor.type === 'key')
  const members = actors.filter((actor) => actor.type === 'member')
  const living = await Promise.all([livingKeys(services, keys), livingMembers(services, members)])
  return new Set(living.flat())
}

async function livingKeys({ db }: Services, keys: readonly KeyActor[]): Promise<Actor[]> {
  if (keys.length === 0) return []
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'living keys',
    text: 'SELECT id FROM api_key WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL',
    values: [[...new Set(keys.map(({ keyId }) => keyId))]],
  })
  const good = new Set(rows.map(({ id }) => id))
  return keys.filter(({ keyId }) => good.has(keyId))
}

async function livingMembers({ db }: Services, members: readonly MemberActor[]): Promise<Actor[]> {
  if (members.length === 0) return []
  const { rows } = await db.pool.query<{ seat: string }>({
    name: 'living members',
    text: `
      SELECT concat_ws(' ', session.id, member.organization_id, member.role) AS seat
        FROM session JOIN member ON member.user_id = session.user_id
       WHERE session.id = ANY($1::uuid[]) AND session.expires_at > now()`,
    values: [[...new Set(members.flatMap(({ sessionId }) => sessionId ?? []))]],
  })
  const good = new Set(rows.map(({ seat }) => seat))
  return members.filter(({ sessionId, organizationId, role }) =>
    good.has(`${sessionId} ${organizationId} ${role}`),
  )
}
