import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setCompetitors } from '../../src/core/competitors/replace.ts'
import { createKey } from '../../src/core/keys/create.ts'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { setMemberRole } from '../../src/core/members/set-role.ts'
import { setPlan } from '../../src/core/organizations/set-plan.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { deleteProject } from '../../src/core/projects/delete.ts'
import { updateProject } from '../../src/core/projects/update.ts'
import { saveCredential } from '../../src/core/provider-credentials/save.ts'
import { rotateWebhookSecret } from '../../src/core/webhooks/secret.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { askWith, createPerson, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world?.close())

const LOG = `{ viewer { organization { auditLog(first: 50) { totalCount
  nodes { action target actorType actorName address at } } } } }`

interface Entry {
  action: string
  target: string | null
  actorType: string
  actorName: string | null
  address: string | null
}

/** Returns the audit log of an organization, oldest entries first. */
async function logOf(organizationId: string): Promise<Entry[]> {
  const { data } = await asMember(world, organizationId)(LOG)
  return data.viewer.organization.auditLog.nodes.toReversed()
}

async function actionsOf(organizationId: string): Promise<string[]> {
  return (await logOf(organizationId)).map(({ action, target }) => (target ? `${action} ${target}` : action))
}

describe('the audit log', () => {
  it('lists who changed what, with their name', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId } = admin
    const ctx = world.member(organizationId)
    ctx.actor = { type: 'member', userId: admin.userId, organizationId, role: 'admin' }
    const { id: projectId } = await createProject({ ctx, input: { name: 'Acme' } })
    const key = await createKey({ ctx, input: { projectId, name: 'Weekly report' } })
    await revokeKey({ ctx, input: { id: key.id } })
    await revokeKey({ ctx, input: { id: key.id } })
    await updateProject({ ctx, input: { projectId, displayName: 'Acme Inc.' } })
    await setCompetitors({ ctx, input: { projectId, competitors: [{ name: 'Globex' }] } })
    await rotateWebhookSecret({ ctx, input: {} })
    const values = [{ variable: 'XAI_API_KEY', value: 'xai-secret-0123456789' }]
    await saveCredential({ ctx, input: { vendor: 'xai', values } })
    await deleteProject({ ctx, input: { projectId } })
    await setPlan({ ctx: world.operator, input: { organizationId, plan: 'free' } })
    const log = await logOf(organizationId)
    expect(log.slice(-9)).toMatchObject(
      [
        { action: 'PROJECT_CREATED', target: 'Acme' },
        { action: 'KEY_CREATED', target: 'Weekly report' },
        { action: 'KEY_REVOKED', target: 'Weekly report' },
        { action: 'PROJECT_CHANGED', target: 'Acme Inc.' },
        { action: 'COMPETITORS_CHANGED', target: 'Acme Inc.' },
        { action: 'WEBHOOK_SECRET_REPLACED', target: null },
        { action: 'CREDENTIAL_SAVED', target: 'xAI' },
        { action: 'PROJECT_DELETED', target: 'Acme Inc.' },
      ]
        .map((entry) => ({ ...entry, actorType: 'MEMBER', actorName: admin.email }))
        .concat({ action: 'PLAN_CHANGED', target: 'free', actorType: 'OPERATOR', actorName: null as never }),
    )
    expect(JSON.stringify(log)).not.toContain('xai-secret')
  })

  it('lists sign-ins, failed ones too, with the address of the client', async () => {
    const { email, organizationId } = await createPerson(world)
    const from = { 'X-Forwarded-For': '198.51.100.7' }
    await signIn(world, email, PASSWORD, from)
    const failed = await postAuth(world, '/sign-in/email', { email, password: 'wrong' }, newAddress())
    expect(failed.status).toBe(401)
    await eventually(async () => {
      const log = (await logOf(organizationId)).filter(({ action }) => action.startsWith('SESSION'))
      expect(log).toMatchObject([
        { action: 'SESSION_OPENED', actorName: email, address: '198.51.100.7' },
        { action: 'SESSION_FAILED', actorName: email, address: expect.stringMatching(/^198\.18\./) },
      ])
    })
  })

  it('lists changes of members, and keeps the name of a removed one', async () => {
    const { id: organizationId } = await world.organization()
    const ctx = world.member(organizationId)
    const add = (email: string) =>
      createMember({ ctx: world.operator, input: { organizationId, email, role: 'admin' } })
    const ann = await add('ann.audit@example.com')
    await add('bob.audit@example.com')
    await setMemberRole({ ctx, input: { id: ann.memberId, role: 'member' } })
    await removeMember({ ctx, input: { id: ann.memberId } })
    expect(await actionsOf(organizationId)).toEqual([
      'MEMBER_ADDED ann.audit@example.com',
      'MEMBER_ADDED bob.audit@example.com',
      'MEMBER_ROLE_CHANGED ann.audit@example.com: member',
      'MEMBER_REMOVED ann.audit@example.com',
    ])
  })

  it('has no entry for a change that failed', async () => {
    const { id: organizationId } = await world.organization()
    const ctx = world.member(organizationId)
    const { id: projectId } = await world.project({ organizationId })
    const before = await actionsOf(organizationId)
    const competitors = [{ name: 'Taskfern' }]
    await expect(setCompetitors({ ctx, input: { projectId, competitors } })).rejects.toThrow()
    expect(await actionsOf(organizationId)).toEqual(before)
  })

  it('is only for admins, and only of their organization', async () => {
    const { organizationId, email } = await createPerson(world, { role: 'member' })
    const cookie = await signIn(world, email)
    const { data, errors } = await askWith(world, cookie, LOG)
    expect(data.viewer.organization.auditLog).toBeNull()
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const { id: other } = await world.organization()
    expect(await logOf(other)).toEqual([])
    expect(await logOf(organizationId)).not.toEqual([])
  })
})
