import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { checkCredential, startCredentialCheck } from '../../src/core/provider-credentials/check.ts'
import { deleteCredential } from '../../src/core/provider-credentials/delete.ts'
import { listCredentials } from '../../src/core/provider-credentials/read.ts'
import { saveCredential } from '../../src/core/provider-credentials/save.ts'
import { listProviders } from '../../src/core/providers/list.ts'
import { rotateSecrets } from '../../src/core/secrets/rotate.ts'
import { createSecretBox } from '../../src/infra/secret-box.ts'
import { configuredKeys } from '../../src/infra/secret-keys.ts'
import { openApplication } from '../../src/process/application.ts'
import { watchCredentials } from '../../src/process/watch-credentials.ts'
import { eventually } from '../eventually.ts'
import { type PaidModel, startPaidModel } from '../paid-model.ts'
import { createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { type Client, createClient } from './rest-client.ts'

const BAD_KEY = 'mistral-revoked-0123456789'
const keyOf = (letter: string) => `mistral-${letter.repeat(20)}-key`

/** Keys that the vendor received, in order. */
const received: string[] = []
let model: PaidModel
let world: World
let client: Client
beforeAll(async () => {
  model = await startPaidModel((_, key) => {
    received.push(key)
    if (key === BAD_KEY) return { status: 401, body: { message: `Unauthorized: ${key}` } }
    return { tokens: 1_000_000 }
  })
  const environment = { MISTRAL_BASE_URL: model.baseUrl, DEEPSEEK_BASE_URL: model.baseUrl }
  world = await createWorld({ environment, redis: true })
  client = await createClient(world)
})
afterAll(async () => {
  await world?.close()
  model?.close()
})

async function newOrganization() {
  const { id } = await world.organization({ credits: 1_000 })
  const { key } = await world.organizationKey(id)
  const ctx = world.member(id)
  return {
    id,
    ctx,
    key,
    save: (value: string, more: object = {}) =>
      saveCredential({
        ctx,
        input: { vendor: 'mistral', values: [{ variable: 'MISTRAL_API_KEY', value }], ...more },
      }),
    credential: async () => (await listCredentials({ ctx })).find(({ vendor }) => vendor === 'mistral'),
    provider: async () => (await listProviders({ ctx })).find(({ id }) => id === 'mistral'),
    async analyze(prompts = 1) {
      const { status, body } = await client('POST /v1/async-analysis', {
        key,
        json: {
          prompts: Array.from({ length: prompts }, (_, n) => `Which is best, ${n}?`),
          brandName: 'Acme',
          replicates: 1,
          providers: ['mistral'],
          locations: ['US'],
        },
      })
      if (status !== 202) return { status, errors: [body.error?.code] }
      await world.ended(body.data.analysisId)
      const { data } = (await client(`GET /v1/async-analysis/${body.data.analysisId}`, { key })).body
      return {
        status,
        errors: data.results.map((result: { error: { code: string } | null }) => result.error?.code),
      }
    },
  }
}

describe("an organization's own credentials", () => {
  it('make a provider real for this organization only, and are used for its questions', async () => {
    const [own, other] = [await newOrganization(), await newOrganization()]
    expect(await own.provider()).toBeUndefined()
    await own.save(keyOf('a'))
    expect(await own.provider()).toMatchObject({ state: 'real', reason: null })
    expect(await other.provider()).toBeUndefined()
    expect((await other.analyze()).errors).toEqual(['INVALID_PROVIDER'])
    expect((await own.analyze()).errors).toEqual([undefined])
    expect(received.at(-1)).toBe(keyOf('a'))
    await own.save(keyOf('b'))
    await own.analyze()
    expect(received.at(-1)).toBe(keyOf('b'))
    await deleteCredential({ ctx: own.ctx, input: { vendor: 'mistral' } })
    expect(await own.provider()).toBeUndefined()
  })

  it('that the vendor rejects stop only the questions of this organization, and are asked again after a change', async () => {
    const [bad, good] = [await newOrganization(), await newOrganization()]
    await good.save(keyOf('c'))
    await bad.save(BAD_KEY)
    expect((await bad.analyze()).errors).toEqual(['PROVIDER_UNAVAILABLE'])
    await eventually(async () =>
      expect(await bad.provider()).toMatchObject({ available: false, circuit: 'open' }),
    )
    expect((await bad.provider())?.reason).not.toContain(BAD_KEY)
    expect((await bad.analyze()).status).toBe(503)
    expect(await good.provider()).toMatchObject({ available: true, circuit: 'closed' })
    const values = [{ variable: 'MISTRAL_API_KEY', value: keyOf('z') }]
    await saveCredential({ ctx: world.operator, input: { vendor: 'mistral', values } })
    expect(await bad.provider()).toMatchObject({ available: false, circuit: 'open' })
    await deleteCredential({ ctx: world.operator, input: { vendor: 'mistral' } })
    expect((await good.analyze()).errors).toEqual([undefined])
    await bad.save(keyOf('d'))
    expect(await bad.provider()).toMatchObject({ available: true, circuit: 'closed', reason: null })
    expect((await bad.analyze()).errors).toEqual([undefined])
  })

  it('have a separate spend limit, and do not count toward the limits of the installation', async () => {
    const { id, save, analyze, credential } = await newOrganization()
    // An answer costs $7.50.
    await save(keyOf('e'), { dailySpendUsd: 10 })
    expect((await analyze()).errors).toEqual([undefined])
    expect((await analyze()).errors).toEqual(['PROVIDER_UNAVAILABLE'])
    const spent = await world.operator.db.prisma.providerSpend.findMany({ where: { accountId: id } })
    expect(spent).toMatchObject([{ organizationId: id, provider: 'mistral', questions: 1 }])
    expect(Number(spent[0]?.usd)).toBeCloseTo(7.5)
    const total = { provider: 'mistral', accountId: { not: id }, organizationId: id }
    expect(await world.operator.db.prisma.providerSpend.count({ where: total })).toBe(0)
    await save(keyOf('e'))
    expect((await credential())?.dailySpendUsd).toBe(10)
    await save(keyOf('e'), { dailySpendUsd: null })
    expect((await analyze()).errors).toEqual([undefined])
  })
})

describe('a check', () => {
  it('asks the vendor one question, and shows the answer, the country and the cost', async () => {
    const { ctx, save, credential } = await newOrganization()
    await save(keyOf('f'))
    expect((await credential())?.check.status).toBe('not_checked')
    const started = await startCredentialCheck({ ctx, input: { vendor: 'mistral' } })
    expect(started.check.status).toBe('checking')
    await eventually(async () =>
      expect((await credential())?.check).toMatchObject({
        status: 'ok',
        provider: 'mistral',
        answer: 'Acme is best.',
        country: 'DE',
        costUsd: 7.5,
        reason: null,
      }),
    )
  })

  it('says why the vendor rejects the credentials, without repeating them', async () => {
    const { ctx, save } = await newOrganization()
    await save(BAD_KEY)
    const { check } = await checkCredential({ ctx, input: { vendor: 'mistral' } })
    expect(check).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^it rejects the credentials or the account/),
    })
    expect(check.reason).not.toContain(BAD_KEY)
  })
})

it('only admins of the organization manage credentials; members see them, and keys do not', async () => {
  const { id, key, save } = await newOrganization()
  await save(keyOf('g'))
  const query =
    '{ viewer { organization { providerCredentials { vendor stored fields { mask } changedBy } } } }'
  const member = asMember(world, id, 'member')
  const { data } = await member(query)
  expect(data.viewer.organization.providerCredentials).toContainEqual({
    vendor: 'mistral',
    stored: true,
    fields: [{ mask: '…-key' }],
    changedBy: 'member',
  })
  const ctx = world.member(id, 'member')
  const input = { vendor: 'mistral' }
  const denied = { code: 'FORBIDDEN' }
  await expect(deleteCredential({ ctx, input })).rejects.toMatchObject(denied)
  await expect(checkCredential({ ctx, input })).rejects.toMatchObject(denied)
  await expect(saveCredential({ ctx, input: { ...input, values: [] } })).rejects.toMatchObject(denied)
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  })
  expect(await response.text()).toContain('FORBIDDEN')
})

it('invalid credentials are rejected with the name of the field, without repeating them', async () => {
  const { save, ctx } = await newOrganization()
  await expect(save('with a space')).rejects.toMatchObject({
    fieldErrors: { 'values.0.value': 'must be 1 to 4,096 ASCII characters without spaces' },
  })
  const values = [{ variable: 'OPENAI_API_KEY', value: 'x' }]
  await expect(saveCredential({ ctx, input: { vendor: 'mistral', values } })).rejects.toMatchObject({
    fieldErrors: {
      'values.0.variable': 'is not a field of this vendor; its fields are MISTRAL_API_KEY',
      values: 'must also contain MISTRAL_API_KEY',
    },
  })
  await expect(saveCredential({ ctx, input: { vendor: 'nobody', values } })).rejects.toMatchObject({
    fieldErrors: { vendor: expect.stringContaining('mistral') },
  })
})

describe('credentials of the installation', () => {
  const input = {
    vendor: 'deepseek',
    values: [{ variable: 'DEEPSEEK_API_KEY', value: 'deepseek-0123456789abc' }],
  }

  it('are used for all organizations, and other processes notice a change', async () => {
    const { ctx } = await newOrganization()
    const config = readConfig({
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY: world.application.services.deps.secretKeys.read().current,
      LOG_LEVEL: 'silent',
    })
    const second = await openApplication(config, { demo: true })
    const stopWatching = watchCredentials(second.services)
    try {
      await saveCredential({ ctx: world.operator, input })
      const stateOf = async (deps: World['operator']['deps']) =>
        (await listProviders({ ctx: { ...ctx, deps } })).find(({ id }) => id === 'deepseek')?.state
      expect(await stateOf(ctx.deps)).toBe('real')
      await eventually(async () => expect(await stateOf(second.services.deps)).toBe('real'))
      const records = await listCredentials({ ctx })
      expect(records.find(({ vendor }) => vendor === 'deepseek')).toMatchObject({
        origin: 'installation',
        stored: false,
        fields: [{ mask: null }],
      })
      await deleteCredential({ ctx: world.operator, input: { vendor: 'deepseek' } })
      await eventually(async () => expect(await stateOf(second.services.deps)).toBeUndefined())
    } finally {
      await stopWatching()
      await second.close()
    }
  })

  it.each([
    ['both', 'from-the-environment'],
    ['database', 'deepseek-0123456789abc'],
    ['environment', 'from-the-environment'],
  ])('with PROVIDER_CREDENTIALS=%s, questions use the key %s', async (setting, used) => {
    const environment = {
      DEEPSEEK_BASE_URL: model.baseUrl,
      DEEPSEEK_API_KEY: 'from-the-environment',
      PROVIDER_CREDENTIALS: setting,
    }
    const configured = await createWorld({ environment, workers: false })
    try {
      const saved = saveCredential({ ctx: configured.operator, input })
      if (setting === 'environment') await expect(saved).rejects.toMatchObject({ code: 'CONFLICT' })
      else await saved
      const provider = configured.operator.deps.providers.of(null).find('deepseek')
      await provider?.driver.ask({
        prompt: 'Best?',
        location: 'US',
        persona: null,
        replicate: 1,
        askedAt: new Date(),
        signal: AbortSignal.timeout(10_000),
        pending: { saved: null, save: async () => {} },
      })
      expect(received.at(-1)).toBe(used)
    } finally {
      await configured.close()
    }
  })
})

it('credentials and webhook secrets stay usable when the key that encrypts them is rotated', async () => {
  const { id, save, analyze } = await newOrganization()
  await save(keyOf('h'))
  const { deps, db } = world.application.services
  const previous = deps.secretKeys.read().current
  const secretKeys = configuredKeys({ current: 'new'.repeat(16), previous })
  const secrets = createSecretBox(secretKeys)
  const ctx = { ...world.operator, deps: { ...world.operator.deps, secretKeys, secrets } }
  const sealed = () => db.prisma.providerCredential.findFirstOrThrow({ where: { organizationId: id } })
  expect(secrets.isCurrent((await sealed()).sealed)).toBe(false)
  const first = await rotateSecrets({ ctx })
  expect(first).toMatchObject({ unreadable: 0 })
  expect(first.reencrypted).toBeGreaterThan(0)
  expect(secrets.isCurrent((await sealed()).sealed)).toBe(true)
  expect(await rotateSecrets({ ctx })).toEqual({ reencrypted: 0, current: first.reencrypted, unreadable: 0 })
  Object.assign(deps, { secrets, secretKeys })
  Object.assign(world.operator.deps, { secrets, secretKeys })
  expect((await analyze()).errors).toEqual([undefined])
  await expect(
    rotateSecrets({
      ctx: { ...ctx, deps: { ...ctx.deps, secretKeys: configuredKeys({ current: 'x', previous: null }) } },
    }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})
