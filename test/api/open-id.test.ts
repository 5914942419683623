import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import type { IdentityProvider, IdentityUser } from '../identity-provider.ts'
import { createOpenIdWorld } from '../open-id-world.ts'
import { startRedirectBrowser } from '../redirect-browser.ts'
import type { World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { askWith, createPerson, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

let world: World
let provider: IdentityProvider
let organizationId: string
beforeAll(async () => {
  organizationId = newId()
  const opened = await createOpenIdWorld({
    OIDC_DOMAINS: 'example.com,example.org',
    OIDC_ORGANIZATION: organizationId,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ADMIN_ROLES: 'brand-admins',
    OIDC_MEMBER_ROLES: 'brand-team, marketing',
  })
  world = opened.world
  provider = opened.provider
  const data = { id: organizationId, name: 'Acme', plan: 'pro' as const }
  await world.operator.db.prisma.organization.create({ data })
  // The first admin, so that roles of others may be lowered.
  await createPerson(world, { organizationId, role: 'admin' })
})
afterEach(() => {
  provider.tamper = null
})
afterAll(async () => {
  await world?.close()
  provider?.close()
})

/** Returns a new user of the identity provider, by default with a verified address and a role. */
function newUser({ email, ...claims }: Partial<IdentityUser> = {}): IdentityUser & { email: string } {
  const sub = newId()
  const user = { sub, email_verified: true, name: 'Ann Example', groups: ['brand-team'] }
  return { ...user, email: email ?? `${sub}@example.com`, ...claims }
}

/** Signs a user in with a new browser. Returns the last URL, and the cookies of the installation. */
async function signInAs(user: IdentityUser | null, to = '/'): Promise<{ page: URL; cookie: string }> {
  provider.user = user
  const browser = startRedirectBrowser(newAddress())
  const page = await browser.open(
    `${world.url}/api/auth/open-id/start?${new URLSearchParams({ to })}`,
    world.url,
  )
  return { page, cookie: browser.cookiesOf(world.url) }
}

const problemOf = ({ page }: { page: URL }) => page.searchParams.get('problem')
const isSignedIn = async (cookie: string) =>
  (await askWith(world, cookie, '{ viewer { member { email } } }')).data?.viewer?.member?.email ?? null
const members = (email: string) =>
  world.operator.db.prisma.member.findMany({
    where: { user: { email } },
    include: { user: { include: { accounts: true } } },
  })

describe('sign-in with OpenID Connect', () => {
  it('is offered by the options of the sign-in page', async () => {
    const options = await (await fetch(`${world.url}/api/auth/options`)).json()
    expect(options.openId.label).toBe('Example SSO')
    expect(options.openId.problems).toMatchObject({ domain: expect.any(String) })
  })

  it('creates a new user of an allowed domain in the organization, with the mapped role', async () => {
    const [user, admin] = [newUser(), newUser({ groups: ['marketing', 'brand-admins'] })]
    const { page, cookie } = await signInAs(user, '/projects/1?tab=runs')
    expect(page.pathname + page.search).toBe('/projects/1?tab=runs')
    expect(await isSignedIn(cookie)).toBe(user.email)
    expect(await members(user.email)).toMatchObject([
      { organizationId, role: 'member', user: { name: 'Ann Example' } },
    ])
    await signInAs(admin)
    expect(await members(admin.email)).toMatchObject([{ organizationId, role: 'admin' }])
  })

  it('finds the user again by their id at the identity provider, also after their address changed there', async () => {
    const user = newUser()
    await signInAs(user)
    const { cookie } = await signInAs({ ...user, email: `new-${user.email}` })
    expect(await isSignedIn(cookie)).toBe(user.email)
  })

  it('changes the role when the groups change, but keeps the last admin', async () => {
    const user = newUser()
    await signInAs(user)
    await signInAs({ ...user, groups: ['brand-admins'] })
    expect(await members(user.email)).toMatchObject([{ role: 'admin' }])
    const { prisma } = world.operator.db
    await prisma.member.updateMany({
      where: { organizationId, user: { email: { not: user.email } } },
      data: { role: 'member' },
    })
    await signInAs({ ...user, groups: ['brand-team'] })
    expect(await members(user.email)).toMatchObject([{ role: 'admin' }])
    await createPerson(world, { organizationId, role: 'admin' })
    await signInAs({ ...user, groups: ['brand-team'] })
    expect(await members(user.email)).toMatchObject([{ role: 'member' }])
  })

  it('two first sign-ins at the same time create one user', async () => {
    const user = newUser()
    const results = await Promise.all([signInAs(user), signInAs(user), signInAs(user)])
    expect(results.map(problemOf)).toEqual([null, null, null])
    expect(await members(user.email)).toHaveLength(1)
  })

  it('accepts the open invitations of the address', async () => {
    const user = newUser()
    const other = await world.organization()
    await inviteMember({
      ctx: world.operator,
      input: { organizationId: other.id, email: user.email, role: 'admin' },
    })
    await signInAs(user)
    const roles = (await members(user.email)).map((member) => [member.organizationId, member.role])
    expect(new Map(roles as [string, string][])).toEqual(
      new Map([
        [other.id, 'admin'],
        [organizationId, 'member'],
      ]),
    )
    expect(await world.operator.db.prisma.invitation.count({ where: { email: user.email } })).toBe(0)
  })

  it('of a user with a password removes the password and ends their other sessions, because someone else may have chosen it', async () => {
    const person = await createPerson(world)
    const before = await signIn(world, person.email)
    const { cookie } = await signInAs(newUser({ email: person.email.toUpperCase() }))
    expect(await isSignedIn(cookie)).toBe(person.email)
    expect(await isSignedIn(before)).toBeNull()
    const again = await postAuth(
      world,
      '/sign-in/email',
      { email: person.email, password: PASSWORD },
      newAddress(),
    )
    expect(again.status).toBe(401)
    const log = '{ viewer { organization { auditLog(first: 5) { nodes { action target actorName } } } } }'
    const { data } = await asMember(world, person.organizationId)(log)
    expect(data.viewer.organization.auditLog.nodes).toContainEqual({
      action: 'OPEN_ID_CONNECTED',
      target: new URL(provider.issuer).host,
      actorName: person.email,
    })
  })
})

describe('sign-in with OpenID Connect is refused', () => {
  const cases: [string, string, Partial<IdentityUser>][] = [
    ['an address that is not verified', 'unverified_email', { email_verified: false }],
    ['a domain that is not allowed', 'domain', { email: 'ann@evil.example' }],
    ['a subdomain of an allowed domain', 'domain', { email: 'ann@sub.example.com' }],
    ['a user without a mapped role', 'role', { groups: ['other'] }],
  ]
  it.each(cases)('for %s', async (_, problem, claims) => {
    const user = newUser(claims)
    const result = await signInAs(user)
    expect(problemOf(result)).toBe(problem)
    expect(await isSignedIn(result.cookie)).toBeNull()
    expect(await members(user.email)).toEqual([])
  })

  it('for a user without an address', async () => {
    const { email: _, ...user } = newUser()
    expect(problemOf(await signInAs(user))).toBe('no_email')
  })

  it('for a removed member, who does not join again by signing in, until they are invited', async () => {
    const user = newUser()
    const { cookie } = await signInAs(user)
    const [member] = await members(user.email)
    await removeMember({ ctx: world.operator, input: { id: member?.id ?? '' } })
    expect(await isSignedIn(cookie)).toBeNull()
    expect(problemOf(await signInAs(user))).toBe('removed')
    expect(await members(user.email)).toEqual([])
    await inviteMember({ ctx: world.operator, input: { organizationId, email: user.email, role: 'member' } })
    expect(problemOf(await signInAs(user))).toBeNull()
  })

  it('for another account of the identity provider with the address of a user', async () => {
    const user = newUser()
    await signInAs(user)
    expect(problemOf(await signInAs({ ...user, sub: newId() }))).toBe('other_account')
  })

  it('if the user cancels', async () => {
    expect(problemOf(await signInAs(null))).toBe('canceled')
  })

  const tampered: [string, NonNullable<IdentityProvider['tamper']>][] = [
    ['for another audience', (claims) => ({ claims: { ...claims, aud: 'another-client' } })],
    ['of another issuer', (claims) => ({ claims: { ...claims, iss: 'https://issuer.example' } })],
    ['with the nonce of another sign-in', (claims) => ({ claims: { ...claims, nonce: 'another-nonce' } })],
    ['that has expired', (claims) => ({ claims: { ...claims, iat: 1_700_000_000, exp: 1_700_003_600 } })],
    ['with the signature of another key', (claims) => ({ claims, otherKey: true })],
    ['without a signature', (claims) => ({ claims, unsigned: true })],
  ]
  it.each(tampered)('for an ID token %s', async (_, tamper) => {
    const user = newUser()
    provider.tamper = tamper
    const result = await signInAs(user)
    expect(problemOf(result)).toBe('rejected')
    expect(await isSignedIn(result.cookie)).toBeNull()
    expect(await members(user.email)).toEqual([])
  })

  it('only because of the change: an unchanged ID token that was signed again is accepted', async () => {
    provider.tamper = (claims) => ({ claims })
    expect(problemOf(await signInAs(newUser()))).toBeNull()
  })

  it('in a browser that did not start it, with another state, or a second time', async () => {
    provider.user = newUser()
    const [browser, victim] = [startRedirectBrowser(newAddress()), startRedirectBrowser(newAddress())]
    const callback = await browser.openUntil(`${world.url}/api/auth/open-id/start`, '/open-id/callback')
    expect((await victim.open(callback.href, world.url)).searchParams.get('problem')).toBe('expired')
    const other = new URL(callback)
    other.searchParams.set('state', 'another')
    const forged = startRedirectBrowser(newAddress(), browser)
    expect((await forged.open(other.href, world.url)).searchParams.get('problem')).toBe('rejected')
    expect((await browser.open(callback.href, world.url)).searchParams.get('problem')).toBeNull()
    expect((await browser.open(callback.href, world.url)).searchParams.get('problem')).toBe('expired')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example'])(
    'to leave the installation afterwards: %j opens the first page',
    async (to) => {
      const { page } = await signInAs(newUser(), to)
      expect(page.href).toBe(`${world.url}/`)
    },
  )
})

it('an identity provider that has stopped leads to a message on the sign-in page', async () => {
  provider.user = newUser()
  const browser = startRedirectBrowser(newAddress())
  const callback = await browser.openUntil(`${world.url}/api/auth/open-id/start`, '/open-id/callback')
  provider.close()
  const page = await browser.open(callback.href, world.url)
  expect([page.pathname, page.searchParams.get('problem')]).toEqual(['/sign-in', 'unavailable'])
})
