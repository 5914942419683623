import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendPasswordReset } from '../../src/core/password-resets/send.ts'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { createWorld, type World } from '../world.ts'
import {
  askWith,
  cookiesOf,
  createSignedIn,
  newAddress,
  PASSWORD,
  type Person,
  postAuth,
  tokenIn,
} from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world?.close())

/** Each attempt costs the CPU time of hashing a password. */
const attempt = (
  { email }: Pick<Person, 'email'>,
  { password = PASSWORD, cookie = '', address = newAddress() } = {},
) => postAuth(world, '/sign-in/email', { email, password }, { cookie, ...address })

/** Creates a member who is signed in, and uses up the attempts of the account from other addresses. */
async function createLockedOut(): Promise<Person & { cookie: string; device: string }> {
  const member = await createSignedIn(world)
  for (let failed = 0; failed < 10; failed += 1) await attempt(member, { password: 'wrong password' })
  expect((await attempt(member)).status).toBe(429)
  const device = member.cookie.split('; ').find((cookie) => cookie.startsWith('answergraph.device=')) ?? ''
  return { ...member, device }
}

describe('a member with an account that a stranger has locked', { timeout: 180_000 }, () => {
  it('keeps the open session and signs in with a browser that was used before', async () => {
    const member = await createLockedOut()
    const { data } = await askWith(world, member.cookie, '{ viewer { member { email } } }')
    expect(data.viewer.member.email).toBe(member.email)
    expect((await attempt(member, { cookie: member.device })).status).toBe(200)
  })

  it('signs in with a link of the operator, and afterwards with the password in that browser', async () => {
    const member = await createLockedOut()
    const { link } = await createSignInLink({ ctx: world.operator, input: { email: member.email } })
    const used = await postAuth(world, '/use-sign-in-link', { token: tokenIn(link) }, newAddress())
    expect(used.status).toBe(200)
    expect((await attempt(member, { cookie: cookiesOf(used) })).status).toBe(200)
  })

  it('sets a new password with a reset link, and signs in with it in that browser', async () => {
    const member = await createLockedOut()
    const { link } = await sendPasswordReset({ ctx: world.operator, input: { memberId: member.memberId } })
    const body = { token: tokenIn(link), newPassword: `${PASSWORD}!` }
    const reset = await postAuth(world, '/reset-password', body, newAddress())
    expect(reset.status).toBe(200)
    const signedIn = await attempt(member, { password: `${PASSWORD}!`, cookie: cookiesOf(reset) })
    expect(signedIn.status).toBe(200)
  })

  it('does not affect keys and other members of the organization', async () => {
    const { organizationId } = await createLockedOut()
    const { key } = await world.organizationKey(organizationId)
    const authorization = `Bearer ${key}`
    expect((await fetch(`${world.url}/v1/organization`, { headers: { authorization } })).status).toBe(200)
    const colleague = await createSignedIn(world, { organizationId })
    expect((await attempt(colleague)).status).toBe(200)
  })
})

describe('a stranger who uses up the attempts of an address', { timeout: 180_000 }, () => {
  it('stops no known browser behind the same address, and no browser behind other addresses', async () => {
    const address = newAddress()
    const member = await createSignedIn(world)
    const other = await createSignedIn(world)
    for (let failed = 0; failed < 10; failed += 1)
      await attempt({ email: `${failed}@example.com` }, { password: 'wrong password', address })
    expect((await attempt(member, { address })).status).toBe(429)
    expect((await attempt(member, { address, cookie: member.cookie })).status).toBe(200)
    expect((await attempt(member)).status).toBe(200)
    // The cookie of another account does not help, and neither does a forged one.
    const forged = member.cookie.replace(/(answergraph\.device=[^;]*)\.[^.;]*/, '$1.forged')
    for (const cookie of [other.cookie, forged])
      expect((await attempt(member, { address, cookie })).status).toBe(429)
  })

  it('cannot use a known browser for more attempts than an address has', async () => {
    const { email, cookie } = await createSignedIn(world)
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await attempt({ email }, { cookie })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
