import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { resetTwoFactor } from '../../src/core/two-factor/disable.ts'
import { createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import {
  askWith,
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

type Signed = Person & { cookie: string }

const post = (path: string, body: object, cookie = '') =>
  postAuth(world, path, body, { ...newAddress(), cookie })
const json = async (response: Promise<Response>) => ({
  status: (await response).status,
  ...(await (await response).json()),
})
/** Returns the current code of the app, or a later one. A test that waits for a moment still finds it accepted. */
const codeOf = (uri: string, steps: number) =>
  new TOTP(parametersOf(uri)).generate({ timestamp: Date.now() + steps * 30_000 })
function parametersOf(uri: string) {
  const { searchParams } = new URL(uri)
  return { secret: searchParams.get('secret') ?? '', period: Number(searchParams.get('period')) }
}
const signIn = (person: Person, more: object = {}) =>
  json(post('/sign-in/email', { email: person.email, password: PASSWORD, ...more }))

/** Creates a member with two-factor authentication, whose current code was used. */
async function createEnabled(): Promise<Signed & { uri: string; recoveryCodes: string[] }> {
  const person = await createSignedIn(world, { role: 'admin' })
  const { uri } = await json(post('/two-factor/start', { password: PASSWORD }, person.cookie))
  const { status, recoveryCodes } = await json(
    post('/two-factor/confirm', { code: codeOf(uri, 0) }, person.cookie),
  )
  expect(status).toBe(200)
  return { ...person, uri, recoveryCodes }
}

describe('two-factor authentication', () => {
  it('is on only after the first code; until then the password is enough', async () => {
    const person = await createSignedIn(world)
    const started = await json(post('/two-factor/start', { password: PASSWORD }, person.cookie))
    expect(started.uri).toContain(`secret=${started.secret}`)
    expect(decodeURIComponent(started.uri)).toContain(`Answergraph:${person.email}`)
    expect((await signIn(person)).user).toMatchObject({ email: person.email })
    const wrong = await json(post('/two-factor/confirm', { code: '000000' }, person.cookie))
    expect(wrong).toMatchObject({ status: 400, details: { fieldErrors: { code: expect.any(String) } } })
    const { recoveryCodes } = await json(
      post('/two-factor/confirm', { code: codeOf(started.uri, 0) }, person.cookie),
    )
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await signIn(person)).toEqual({ status: 200, twoFactorRequired: true })
    const { data } = await askWith(world, person.cookie, '{ viewer { member { twoFactorEnabled } } }')
    expect(data.viewer.member).toEqual({ twoFactorEnabled: true })
  })

  it('opens a session only with password and code, and says the same as before for a wrong password', async () => {
    const person = await createEnabled()
    const missing = await post('/sign-in/email', { email: person.email, password: PASSWORD })
    expect(missing.headers.getSetCookie()).toEqual([])
    const wrongCode = await post('/sign-in/email', {
      email: person.email,
      password: PASSWORD,
      code: '000000',
    })
    expect([wrongCode.status, wrongCode.headers.getSetCookie()]).toEqual([400, []])
    expect(await world.operator.db.prisma.session.count({ where: { userId: person.userId } })).toBe(1)
    expect((await signIn(person, { password: 'another password', code: codeOf(person.uri, 1) })).status).toBe(
      401,
    )
    expect((await signIn(person, { code: codeOf(person.uri, 1) })).user).toMatchObject({
      email: person.email,
    })
  })

  it('accepts no code twice, also not at the same time, and no earlier one', async () => {
    const person = await createEnabled()
    const code = codeOf(person.uri, 1)
    const responses = await Promise.all([1, 2, 3].map(() => signIn(person, { code })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect((await signIn(person, { code: codeOf(person.uri, 0) })).status).toBe(400)
  })

  it('accepts each recovery code once, and logs it', async () => {
    const person = await createEnabled()
    const [code = ''] = person.recoveryCodes
    expect((await signIn(person, { code: ` ${code.toUpperCase()} ` })).status).toBe(200)
    expect((await signIn(person, { code })).status).toBe(400)
    const log = '{ viewer { organization { auditLog(first: 20) { nodes { action target } } } } }'
    const entries = async () =>
      (await asMember(world, person.organizationId)(log)).data.viewer.organization.auditLog.nodes
    // Sign-ins are logged after their response.
    await expect.poll(entries).toContainEqual({ action: 'SESSION_FAILED', target: null })
    expect(await entries()).toContainEqual({ action: 'RECOVERY_CODE_USED', target: '9 left' })
    expect(await entries()).toContainEqual({ action: 'TWO_FACTOR_ENABLED', target: null })
  })

  it('limits wrong codes per account', async () => {
    const person = await createEnabled()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await signIn(person, { code: '000000' })).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(statuses[10]).toBe(429)
  })

  it('is turned off with password and code, and cannot be replaced before', async () => {
    const person = await createEnabled()
    expect((await post('/two-factor/start', { password: PASSWORD }, person.cookie)).status).toBe(409)
    const attempt = (input: object) => json(post('/two-factor/disable', input, person.cookie))
    const code = codeOf(person.uri, 1)
    expect((await attempt({ password: 'wrong', code })).details.fieldErrors).toEqual({
      password: expect.any(String),
    })
    expect((await attempt({ password: PASSWORD, code: '000000' })).details.fieldErrors).toEqual({
      code: expect.any(String),
    })
    expect((await attempt({ password: PASSWORD, code })).status).toBe(200)
    expect((await signIn(person)).user).toMatchObject({ email: person.email })
    expect((await attempt({ password: PASSWORD, code })).status).toBe(409)
  })

  it('is turned off by the operator for a member who has lost everything', async () => {
    const person = await createEnabled()
    const input = { memberId: person.memberId }
    await expect(resetTwoFactor({ ctx: world.member(person.organizationId), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await resetTwoFactor({ ctx: world.operator, input })
    expect((await signIn(person)).user).toMatchObject({ email: person.email })
  })

  it('does not apply to a sign-in link, which only the operator can create', async () => {
    const person = await createEnabled()
    const { link } = await createSignInLink({ ctx: world.operator, input: { email: person.email } })
    expect((await post('/use-sign-in-link', { token: tokenIn(link) })).status).toBe(200)
  })

  it('needs a session, and the requests come from a page of the installation', async () => {
    const person = await createSignedIn(world)
    expect((await post('/two-factor/start', { password: PASSWORD })).status).toBe(401)
    const headers = { ...newAddress(), cookie: person.cookie, Origin: 'https://evil.example' }
    expect((await postAuth(world, '/two-factor/start', { password: PASSWORD }, headers)).status).toBe(403)
  })

  it('stores the secret and the recovery codes encrypted only', async () => {
    const { userId, uri, recoveryCodes } = await createEnabled()
    const { sealed } = await world.operator.db.prisma.twoFactor.findUniqueOrThrow({ where: { userId } })
    const stored = Buffer.from(sealed).toString('latin1')
    for (const secret of [parametersOf(uri).secret, ...recoveryCodes]) expect(stored).not.toContain(secret)
    expect(world.operator.deps.secrets.open(sealed)).toContain(recoveryCodes[0])
  })
})
