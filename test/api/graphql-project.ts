import type { World } from '../world.ts'
import { ask } from './graphql-client.ts'

/** Creates an organization with a project and one caller of each kind: project key, organization keys and member. */
export async function createCustomer(
  world: World,
  { plan = 'pro' as 'free' | 'pro', competitors = ['Boardly', 'Klarwerk'] } = {},
) {
  const { id: organizationId } = await world.organization({ plan })
  const { id } = await world.project({ organizationId, url: 'https://taskfern.example', competitors })
  const { key } = await world.projectKey(id)
  const { key: admin } = await world.organizationKey(organizationId, { admin: true })
  const { key: plain } = await world.organizationKey(organizationId)
  const member = world.member(organizationId, 'member')
  return { organizationId, id, key, admin, plain, member }
}

/** All fields of a project, as a GraphQL selection. */
export const PROJECT = `id databaseId name url description displayName analysisBrandName aliases domains location
  defaultProviders { token } setup { status } createdAt updatedAt organization { databaseId }
  schedule { enabled dayOfWeek hour minute timezone nextRunAt }
  competitors { totalCount nodes { id databaseId name url aliases domains createdAt project { databaseId } } }
  proposals { totalCount nodes { id } }`

/** Reads all fields of the key's project. */
export const readProject = async (world: World, key: string) =>
  (await ask(world, key, `{ viewer { project { ${PROJECT} } } }`)).viewer.project
