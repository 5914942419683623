import { inviteMember } from '../../src/core/invitations/invite.ts'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { createPerson, signIn } from '../api/member-client.ts'
import type { World } from '../world.ts'
import type { Caller } from './operation.ts'

/** Ids of a tenant's objects. Ids beyond the named ones are added when an operation needs them. */
export interface Objects {
  organizationId: string
  projectId: string
  promptId: string
  otherPromptId: string
  competitorId: string
  [name: string]: string
}

/** How a request is authenticated. */
export type Credentials = { key: string } | { cookie: string }

/** An organization with a project, two prompts and a competitor. */
export interface Tenant {
  world: World
  objects: Objects
  /** Returns credentials for a caller, and creates them on first use. */
  credentials(caller: Caller): Promise<Credentials>
}

export async function createTenant(
  world: World,
  { credits = 1_000, plan = 'pro' }: { credits?: number; plan?: 'free' | 'pro' } = {},
): Promise<Tenant> {
  const { id: organizationId } = await world.organization({ credits, plan })
  const { id: projectId } = await world.project({ organizationId, competitors: ['Boardly'] })
  const ctx = world.member(organizationId)
  const prompt = await createPrompt({
    ctx,
    input: { projectId, text: 'Which board?', providers: ['chatgpt'] },
  })
  const otherPrompt = await createPrompt({
    ctx,
    input: { projectId, text: 'Which list?', providers: ['gemini'] },
  })
  const [competitor] = await world.operator.db.prisma.competitor.findMany({ where: { projectId } })
  return tenantOf(world, {
    organizationId,
    projectId,
    promptId: prompt.id,
    otherPromptId: otherPrompt.id,
    competitorId: competitor?.id ?? '',
  })
}

/** Returns a tenant with these objects. */
export function tenantOf(world: World, objects: Objects): Tenant {
  const created = new Map<Caller, Promise<Credentials>>()
  return {
    world,
    objects,
    credentials(caller) {
      const credentials = created.get(caller) ?? createCredentials(world, objects, caller)
      created.set(caller, credentials)
      return credentials
    },
  }
}

/** Creates new credentials for a caller. */
export async function createCredentials(
  world: World,
  { organizationId, projectId }: Objects,
  caller: Caller,
): Promise<Credentials> {
  switch (caller) {
    case 'project key':
      return world.projectKey(projectId)
    case 'organization key':
      return world.organizationKey(organizationId)
    case 'admin key':
      return world.organizationKey(organizationId, { admin: true })
    case 'admin':
    case 'member': {
      const { email } = await createPerson(world, { organizationId, role: caller })
      return { cookie: await signIn(world, email) }
    }
  }
}

/** Adds an invitation to a tenant and stores its id as `invitationId`. */
export async function addInvitation({ world, objects }: Tenant): Promise<void> {
  const { organizationId } = objects
  const input = { organizationId, email: 'guest@example.com' }
  objects.invitationId = (await inviteMember({ ctx: world.operator, input })).invitation.id
}

/** Adds a second member to a tenant and stores the id as `memberId`. */
export async function addMember({ world, objects }: Tenant): Promise<void> {
  objects.memberId = (await createPerson(world, { organizationId: objects.organizationId })).memberId
}

/** Adds a key to a tenant and stores its id as `keyId`. */
export async function addKey({ world, objects }: Tenant): Promise<void> {
  objects.keyId = (await world.organizationKey(objects.organizationId)).id
}
