import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const ESTIMATE = 'POST /v1/search-volume'
const GOOD = { keyword: 'task manager', country: 'US' }
const KEY = { 'Idempotency-Key': 'once' }

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newOrganization(credits = 100) {
  const { id } = await world.organization({ credits })
  const { key } = await world.organizationKey(id)
  return { id, key }
}

/** Returns the credits and the number of stored responses, which a refused request must not change. */
async function accountOf(id: string) {
  const { prisma } = world.operator.db
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id } })
  const kept = await prisma.idempotencyRecord.count({ where: { organizationId: id } })
  return { credits: creditBalance, kept }
}

describe('POST /v1/search-volume', () => {
  it('is UNAUTHORIZED without a valid key', async () => {
    expect((await call(ESTIMATE, { json: GOOD, headers: KEY })).status).toBe(401)
    expect((await call(ESTIMATE, { key: `svc_${'A'.repeat(52)}`, json: GOOD, headers: KEY })).status).toBe(
      401,
    )
  })

  it('is FORBIDDEN for a project key, before the input is validated', async () => {
    const { id: organizationId } = await newOrganization()
    const { id } = await world.project({ organizationId })
    const { key } = await world.projectKey(id)
    for (const request of [{ json: GOOD, headers: KEY }, { json: {} }, { body: '{' }]) {
      const { status, body } = await call(ESTIMATE, { key, ...request })
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN'])
      expect(body.error.message).toMatch(/organization key/i)
    }
    expect(await accountOf(organizationId)).toEqual({ credits: 100, kept: 0 })
  })

  it('is allowed on the free plan, because it is prepaid', async () => {
    const { id } = await world.organization({ plan: 'free', credits: 40 })
    const { key } = await world.organizationKey(id)
    expect((await call(ESTIMATE, { key, json: GOOD, headers: KEY })).status).toBe(200)
  })

  it('is refused with one credit too few, and the same idempotency key works after a grant', async () => {
    const { id, key } = await newOrganization(39)
    const refused = await call(ESTIMATE, { key, json: GOOD, headers: KEY })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'API_CREDITS_EXCEEDED'])
    expect(await accountOf(id)).toEqual({ credits: 39, kept: 0 })
    const { grantCredits } = await import('../../src/core/credits/grant.ts')
    await grantCredits({ ctx: world.operator, input: { organizationId: id, credits: 1 } })
    expect((await call(ESTIMATE, { key, json: GOOD, headers: KEY })).status).toBe(200)
    expect(await accountOf(id)).toEqual({ credits: 0, kept: 1 })
  })
})

describe('input of POST /v1/search-volume', () => {
  it.each<[string, unknown, Record<string, string>, string[]]>([
    ['no keyword', { country: 'US' }, KEY, ['keyword']],
    ['an empty keyword', { ...GOOD, keyword: ' \n ' }, KEY, ['keyword']],
    ['a keyword of 251 characters', { ...GOOD, keyword: 'x'.repeat(251) }, KEY, ['keyword']],
    ['a keyword with NUL', { ...GOOD, keyword: 'a\0b' }, KEY, ['keyword']],
    ['a keyword that is a number', { ...GOOD, keyword: 7 }, KEY, ['keyword']],
    ['no country', { keyword: 'crm' }, KEY, ['country']],
    ['a country in lower case', { ...GOOD, country: 'us' }, KEY, ['country']],
    ['a country that does not exist', { ...GOOD, country: 'XX' }, KEY, ['country']],
    ['an unknown field', { ...GOOD, language: 'en' }, KEY, ['language']],
    ['the key in the body', { ...GOOD, idempotencyKey: 'once' }, KEY, ['idempotencyKey']],
    ['no idempotency key', GOOD, {}, ['Idempotency-Key']],
    ['an empty idempotency key', GOOD, { 'Idempotency-Key': '' }, ['Idempotency-Key']],
    ['an idempotency key with a space', GOOD, { 'Idempotency-Key': 'a b' }, ['Idempotency-Key']],
    ['an idempotency key beyond ASCII', GOOD, { 'Idempotency-Key': 'ü' }, ['Idempotency-Key']],
    [
      'an idempotency key of 256 characters',
      GOOD,
      { 'Idempotency-Key': 'k'.repeat(256) },
      ['Idempotency-Key'],
    ],
    ['everything', { colour: 1 }, {}, ['Idempotency-Key', 'colour', 'country', 'keyword']],
    ['an array as the body', [], KEY, ['body']],
  ])('(%s) is refused by field, without a charge', async (_, json, headers, fields) => {
    const { id, key } = await newOrganization()
    const { status, body } = await call(ESTIMATE, { key, json, headers })
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect(Object.keys(body.details.fieldErrors).sort()).toEqual(fields)
    expect(await accountOf(id)).toEqual({ credits: 100, kept: 0 })
  })

  it.each([
    ['a keyword of 250 characters', { ...GOOD, keyword: 'x'.repeat(250) }, 'once'],
    ['an idempotency key of 255 characters', GOOD, '~'.repeat(255)],
    ['an idempotency key of one character', GOOD, '!'],
  ])('can be %s', async (_, json, idempotencyKey) => {
    const { key } = await newOrganization()
    const headers = { 'Idempotency-Key': idempotencyKey }
    expect([200, 404]).toContain((await call(ESTIMATE, { key, json, headers })).status)
  })
})
