import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccess } from '../../src/core/access/sweep.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import {
  askWith,
  cookiesOf,
  createPerson,
  createSignedIn,
  newAddress,
  PASSWORD,
  postAuth,
  signIn,
  tokenIn,
} from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

const INVITE = `mutation ($email: String!, $role: MemberRole) { inviteMember(input: { email: $email, role: $role }) {
  link invitation { id databaseId email role createdAt expiresAt } invitationEdge { cursor node { id } } } }`
const LIST =
  '{ viewer { organization { invitations { totalCount edges { cursor node { id email role } } } } } }'

const invite = async (cookie: string, email = `${newId()}@example.com`, role?: 'ADMIN') => {
  const { data, errors } = await askWith(world, cookie, INVITE, { email, role })
  if (errors) throw new Error(JSON.stringify(errors))
  return { email, token: tokenIn(data.inviteMember.link), ...data.inviteMember }
}

const accept = (token: string, more: object = {}, headers: Record<string, string> = newAddress()) =>
  postAuth(world, '/accept-invitation', { token, name: 'Ann Other', password: PASSWORD, ...more }, headers)

/** Returns the names of the invalid fields of a refused request. */
const wrongFields = async (response: Response) => {
  expect(response.status).toBe(400)
  return Object.keys((await response.json()).details.fieldErrors)
}

describe('an invitation', () => {
  test('is accepted once, with a name and a password, and creates a member with its role', async () => {
    const admin = await createSignedIn(world, { role: 'admin' })
    const { email, token, link, invitation, invitationEdge } = await invite(
      admin.cookie,
      ` ${newId().toUpperCase()}@Example.com `,
      'ADMIN',
    )
    expect(link).toMatch(/^\/accept-invitation#token=[0-9A-Z]{52}$/)
    const address = email.trim().toLowerCase()
    expect(invitation).toMatchObject({ email: address, role: 'ADMIN' })
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000
    expect(days).toBe(7)
    const listed = (await askWith(world, admin.cookie, LIST)).data.viewer.organization.invitations
    expect(listed).toEqual({
      totalCount: 1,
      edges: [{ cursor: invitationEdge.cursor, node: { id: invitation.id, email: address, role: 'ADMIN' } }],
    })

    const accepted = await accept(token)
    expect([accepted.status, await accepted.json()]).toEqual([
      200,
      { email: address, organizationId: admin.organizationId },
    ])
    expect(cookiesOf(accepted)).not.toContain('session_token')
    const cookie = await signIn(world, address)
    const { data } = await askWith(world, cookie, '{ viewer { member { name role email } } }')
    expect(data.viewer.member).toEqual({ name: 'Ann Other', role: 'ADMIN', email: address })
    expect(await wrongFields(await accept(token))).toEqual(['token'])
    const after = (await askWith(world, admin.cookie, LIST)).data.viewer.organization.invitations
    expect(after.totalCount).toBe(0)
  })

  test('shows its recipient, and whether they have an account, to anyone who has its token', async () => {
    const admin = await createSignedIn(world, { role: 'admin' })
    const { name: organizationName } = await world.operator.db.prisma.organization.findUniqueOrThrow({
      where: { id: admin.organizationId },
    })
    const read = async (token: string, headers = {}) =>
      postAuth(world, '/read-invitation', { token }, { ...newAddress(), ...headers })
    const { email, token } = await invite(admin.cookie)
    const expiresAt = expect.stringMatching(/^\d{4}-.*Z$/)
    const shown = { email, role: 'member', organizationName, hasAccount: false, expiresAt }
    expect(await (await read(token)).json()).toEqual(shown)
    expect((await read(token, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await accept(token)).status).toBe(200)
    expect(await wrongFields(await read(token))).toEqual(['token'])

    const user = await createPerson(world)
    const userInvitation = await invite(admin.cookie, user.email, 'ADMIN')
    const expected = { ...shown, email: user.email, role: 'admin', hasAccount: true }
    expect(await (await read(userInvitation.token)).json()).toEqual(expected)
    expect((await accept(userInvitation.token, { name: undefined })).status).toBe(200)
  })

  test('is accepted only once, even by concurrent requests', async () => {
    const { cookie, organizationId } = await createSignedIn(world, { role: 'admin' })
    const { token } = await invite(cookie)
    const responses = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.operator.db.prisma.member.count({ where: { organizationId } })).toBe(2)
  })

  test('to a user of another organization is accepted with their current password, and keeps the password and the name', async () => {
    const { cookie, organizationId } = await createSignedIn(world, { role: 'admin' })
    const user = await createSignedIn(world)
    const { token } = await invite(cookie, user.email)
    const stranger = await accept(token, { password: 'a password of the admin' })
    expect([stranger.status, (await stranger.json()).error.code]).toEqual([401, 'UNAUTHORIZED'])
    expect((await accept(token)).status).toBe(200)
    // The user's existing session sees the new organization at once.
    const { data } = await askWith(
      world,
      user.cookie,
      '{ viewer { member { name } } }',
      {},
      {
        'X-Organization': organizationId,
      },
    )
    expect(data.viewer.member.name).toBe(user.email.split('@')[0])
    await signIn(world, user.email)
  })

  test('cannot be used to guess the password of a user', async () => {
    const { cookie } = await createSignedIn(world, { role: 'admin' })
    const { email } = await createPerson(world)
    const { token } = await invite(cookie, email)
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await accept(token, { password: 'just a guess' })).status).toBe(401)
    }
    expect((await accept(token)).status).toBe(429)
  })

  test('is replaced by a new invitation to the same address, and only the new link is valid', async () => {
    const { cookie } = await createSignedIn(world, { role: 'admin' })
    const first = await invite(cookie)
    const second = await invite(cookie, first.email.toUpperCase())
    expect(second.invitation.id).toBe(first.invitation.id)
    expect(await wrongFields(await accept(first.token))).toEqual(['token'])
    expect((await accept(second.token)).status).toBe(200)
  })

  test('is no longer valid once it was revoked or has expired', async () => {
    const { cookie, organizationId } = await createSignedIn(world, { role: 'admin' })
    const revoked = await invite(cookie)
    const REVOKE = `mutation ($id: ID!) {
      revokeInvitation(input: { invitationId: $id }) { revokedInvitationId } }`
    const { id } = revoked.invitation
    const { data } = await askWith(world, cookie, REVOKE, { id })
    expect(data).toEqual({ revokeInvitation: { revokedInvitationId: id } })
    expect(await wrongFields(await accept(revoked.token))).toEqual(['token'])
    const expired = await invite(cookie)
    const { prisma } = world.operator.db
    const lastSecond = new Date(Date.now() - 1_000)
    await prisma.invitation.updateMany({ where: { organizationId }, data: { expiresAt: lastSecond } })
    expect(await wrongFields(await accept(expired.token))).toEqual(['token'])
    expect((await askWith(world, cookie, LIST)).data.viewer.organization.invitations.totalCount).toBe(0)
    await sweepAccess({ ctx: world.operator })
    expect(await prisma.invitation.count({ where: { organizationId } })).toBe(0)
  })

  test('is refused for a member and for an invalid address', async () => {
    const { cookie, email } = await createSignedIn(world, { role: 'admin' })
    const member = await askWith(world, cookie, INVITE, { email })
    expect(member.errors?.[0]?.extensions.code).toBe('CONFLICT')
    const wrong = await askWith(world, cookie, INVITE, { email: 'nobody' })
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { email: expect.any(String) },
    })
  })

  test('is accepted only with complete input and from pages of the installation', async () => {
    const { cookie } = await createSignedIn(world, { role: 'admin' })
    const { token } = await invite(cookie)
    expect(await wrongFields(await postAuth(world, '/read-invitation', { token: 'x' }))).toEqual(['token'])
    expect(await wrongFields(await accept('x', { name: ' ', password: 'short', more: 1 }))).toEqual([
      'token',
      'name',
      'password',
      'more',
    ])
    const foreign = await accept(token, {}, { Origin: 'https://evil.example', ...newAddress() })
    expect(foreign.status).toBe(403)
  })

  test('stores only a hash of its token', async () => {
    const { cookie, organizationId } = await createSignedIn(world, { role: 'admin' })
    const { token } = await invite(cookie)
    const rows = await world.operator.db.pool.query('SELECT * FROM invitation WHERE organization_id = $1', [
      organizationId,
    ])
    expect(rows.rows).toHaveLength(1)
    expect(JSON.stringify(rows.rows)).not.toContain(token)
  })
})
