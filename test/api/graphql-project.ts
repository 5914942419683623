import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import type { World } from '../world.ts'
import { ask } from './graphql-client.ts'

/** An organization with a project, and whoever may ask for it. */
export async function customer(
  world: World,
  { plan = 'pro' as 'free' | 'pro', competitors = ['Boardly', 'Klarwerk'] } = {},
) {
  const { id: organizationId } = await world.organization({ plan })
  const { id } = await world.project({ organizationId, url: 'https://taskfern.example', competitors })
  const { key } = await world.projectKey(id)
  const { key: admin } = await world.organizationKey(organizationId, { admin: true })
  const { key: plain } = await world.organizationKey(organizationId)
  const member: Ctx = {
    ...world.operator,
    actor: { type: 'member', userId: newId(), organizationId, role: 'member' },
  }
  return { organizationId, id, key, admin, plain, member }
}

/** Everything a project says of itself. */
export const PROJECT = `id databaseId name url description displayName analysisBrandName aliases domains location
  defaultProviders setup { status } createdAt updatedAt organization { databaseId }
  schedule { enabled dayOfWeek hour minute timezone nextRunAt }
  competitors { totalCount nodes { id databaseId name url aliases domains createdAt project { databaseId } } }
  proposals { totalCount nodes { id } }`

/** The project of a key, whole. */
export const readProject = async (world: World, key: string) =>
  (await ask(world, key, `{ viewer { project { ${PROJECT} } } }`)).viewer.project
