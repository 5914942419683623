import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { setOperator } from '../../src/core/members/set-operator.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { askWith, createSignedIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world?.close())

const QUERY = `{ viewer { permissions installation { version databaseVersion unfinishedAnalyses
  providers { provider waiting } organizations { organizationId name members credits }
  failedWebhooks { organizationName host statusCode } } } }`

it('only an operator sees the installation, from the next request on, and no longer after it was revoked', async () => {
  const { email, cookie, organizationId } = await createSignedIn(world, { role: 'admin' })
  const read = async () => (await askWith(world, cookie, QUERY)).data.viewer
  expect((await read()).installation).toBeNull()
  expect((await read()).permissions).not.toContain('INSTALLATION_READ')
  await setOperator({ ctx: world.operator, input: { email, operator: true } })
  const { permissions, installation } = await read()
  expect(permissions).toContain('INSTALLATION_READ')
  expect(installation).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    databaseVersion: expect.stringMatching(/^\d+/),
  })
  expect(installation.organizations).toContainEqual(
    expect.objectContaining({ organizationId, members: 1, credits: 0 }),
  )
  await setOperator({ ctx: world.operator, input: { email, operator: false } })
  expect((await read()).installation).toBeNull()
})

it('keys never see the installation', async () => {
  const { id: organizationId } = await world.organization()
  const { key } = await world.organizationKey(organizationId, { admin: true })
  expect((await ask(world, key, QUERY)).viewer.installation).toBeNull()
})

it('waiting questions and failed webhooks of all organizations are shown, without the address of the receiver', async () => {
  const { email, cookie } = await createSignedIn(world)
  await setOperator({ ctx: world.operator, input: { email, operator: true } })
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { key } = await world.organizationKey(organizationId)
  const started = await fetch(`${world.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      prompt: 'Best?',
      brandName: 'Acme',
      replicates: 3,
      providers: ['chatgpt'],
      locations: ['US'],
    }),
  })
  const { analysisId } = (await started.json()).data
  const batch = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { analysisId } })
  await world.operator.db.prisma.webhookDelivery.create({
    data: {
      id: newId(),
      organizationId,
      batchId: batch.id,
      url: 'https://hooks.example.com/secret-path',
      type: 'run.completed',
      payload: {},
      status: 'failed',
      attempts: { create: { id: newId(), number: 1, statusCode: 500, durationMs: 5 } },
    },
  })
  const { data } = await askWith(world, cookie, QUERY)
  const { installation } = data.viewer
  expect(installation.providers).toContainEqual({ provider: 'chatgpt', waiting: 3 })
  expect(installation.unfinishedAnalyses).toBeGreaterThan(0)
  expect(installation.failedWebhooks).toContainEqual(
    expect.objectContaining({ host: 'hooks.example.com', statusCode: 500 }),
  )
  expect(JSON.stringify(installation)).not.toContain('secret-path')
})
