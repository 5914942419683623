import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSetupLink } from '../../src/core/installation/create-setup-link.ts'
import { createWorld, type World } from '../world.ts'
import { postAuth } from './member-client.ts'

const ACCOUNT = {
  organizationName: 'Acme Inc.',
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  password: 'correct horse',
}

const worlds: World[] = []
let world: World
async function emptyInstallation(): Promise<World> {
  const opened = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  worlds.push(opened)
  return opened
}
beforeAll(async () => {
  world = await emptyInstallation()
})
afterAll(async () => {
  for (const opened of worlds) await opened.close()
})

async function newToken(of: World = world): Promise<string> {
  const { link } = await createSetupLink(of.operator)
  expect(link).toMatch(/^\/setup#token=[0-9A-Z]{52}$/)
  return link.split('=')[1] ?? ''
}

const NO_LONGER_VALID = {
  status: 400,
  body: { details: { fieldErrors: { token: expect.stringContaining('no longer valid') } } },
}

async function post(path: string, body: object, of: World = world) {
  const response = await postAuth(of, path, body)
  return { status: response.status, body: await response.json(), cookie: response.headers.get('set-cookie') }
}

describe('without a valid link, nobody can set up the installation:', () => {
  it.each([
    ['a guessed token', async () => '0'.repeat(52)],
    [
      'a replaced token',
      async () => {
        const replaced = await newToken()
        await newToken()
        return replaced
      },
    ],
    [
      'an expired token',
      async () => {
        const token = await newToken()
        const expiresAt = new Date(Date.now() - 1)
        await world.operator.db.prisma.setupLink.updateMany({ data: { expiresAt } })
        return token
      },
    ],
  ])('%s', async (_, getToken) => {
    const token = await getToken()
    expect(await post('/read-setup-link', { token })).toMatchObject(NO_LONGER_VALID)
    expect(await post('/set-up', { ...ACCOUNT, token })).toMatchObject(NO_LONGER_VALID)
    expect(await world.operator.db.prisma.organization.count()).toBe(0)
  })

  it('a missing token', async () => {
    expect(await post('/set-up', ACCOUNT)).toMatchObject({
      status: 400,
      body: { details: { fieldErrors: { token: 'is required' } } },
    })
  })
})

describe('a setup link', () => {
  it('lasts twelve hours, and only its hash is stored', async () => {
    const token = await newToken()
    const [link] = await world.operator.db.prisma.setupLink.findMany()
    expect(Number(link?.expiresAt) - Number(link?.createdAt)).toBe(12 * 3_600_000)
    expect(Buffer.from(link?.tokenHash ?? []).toString('latin1')).not.toContain(token)
    expect(await post('/read-setup-link', { token })).toMatchObject({ status: 200 })
  })

  it('is not used up by invalid input, which is rejected with the names of the fields', async () => {
    const token = await newToken()
    const invalid = { ...ACCOUNT, token, email: 'nobody', password: 'short' }
    expect((await post('/set-up', invalid)).body.details.fieldErrors).toEqual({
      email: 'must be an email address',
      password: expect.stringContaining('at least 8 characters'),
    })
    expect(await post('/read-setup-link', { token })).toMatchObject({ status: 200 })
  })

  it('creates the first organization and its admin, who is signed in, exactly once', async () => {
    const own = await emptyInstallation()
    const token = await newToken(own)
    const attempts = await Promise.all([1, 2, 3].map(() => post('/set-up', { ...ACCOUNT, token }, own)))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const done = attempts.find(({ status }) => status === 200)
    expect(done?.cookie).toContain('answergraph.session_token=')
    const { prisma } = own.operator.db
    expect(await prisma.member.findMany({ include: { user: true, organization: true } })).toMatchObject([
      {
        role: 'admin',
        organizationId: done?.body.organizationId,
        user: { email: 'ada@example.com', name: 'Ada Lovelace' },
        organization: { name: 'Acme Inc.', plan: 'pro' },
      },
    ])
    expect(await post('/set-up', { ...ACCOUNT, token }, own)).toMatchObject(NO_LONGER_VALID)
    await expect(createSetupLink(own.operator)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('that was created before somebody made an organization no longer works', async () => {
    const own = await emptyInstallation()
    const token = await newToken(own)
    await own.organization()
    expect(await post('/set-up', { ...ACCOUNT, token }, own)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('already set up') } },
    })
    expect(await own.operator.db.prisma.user.count()).toBe(0)
  })
})
