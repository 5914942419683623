import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

let receiver: Receiver
let world: World
beforeAll(async () => {
  receiver = await openReceiver()
  world = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { OUTBOUND_ALLOW: receiver.address },
  })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const START = `mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) {
  asyncAnalysis { id databaseId } } }`
const DELIVERY = `id databaseId type url status nextAttemptAt createdAt payload
  analysis { databaseId summary { resultCounts { total } } } attempts { number statusCode error durationMs createdAt }`
const LIST = `{ viewer { organization { webhookDeliveries { totalCount nodes { ${DELIVERY} } } } } }`
const REDELIVER = `mutation ($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) {
  webhookDelivery { ${DELIVERY} } } }`

/** Completes an analysis of an organization key with a delivered webhook, and returns it with other callers. */
async function createDelivered() {
  const { id } = await world.organization({ credits: 10 })
  const project = await world.project({ organizationId: id })
  const { key: projectKey } = await world.projectKey(project.id)
  const { key } = await world.organizationKey(id)
  const input = {
    prompt: 'Best?',
    brandName: 'Taskfern',
    providers: ['chatgpt'],
    locations: ['US'],
    replicates: 1,
    webhook: { url: `${receiver.url}?token=hunter2` },
  }
  const started = await ask(world, key, START, { input })
  const analysis: { id: string; databaseId: string } = started.startAsyncAnalysis.asyncAnalysis
  const call = await receiver.next()
  const admin = asMember(world, id)
  // The attempt is recorded after the call.
  await eventually(async () => expect((await newest(key)).status).toBe('DELIVERED'))
  return { id, key, projectKey, analysis, call, admin, plain: asMember(world, id, 'member') }
}

async function newest(key: string) {
  return (await ask(world, key, LIST)).viewer.organization.webhookDeliveries.nodes[0]
}

test('a delivered webhook has its attempts, its body and its URL without the query string', async () => {
  const { key, analysis, call, plain } = await createDelivered()
  const delivery = await newest(key)
  expect(delivery).toMatchObject({
    databaseId: call.headers['webhook-id'],
    type: 'async_analysis.completed',
    url: receiver.url,
    status: 'DELIVERED',
    nextAttemptAt: null,
    payload: call.body,
    analysis: { databaseId: analysis.databaseId, summary: { resultCounts: { total: 1 } } },
    attempts: [{ number: 1, statusCode: 204, error: null, durationMs: expect.any(Number) }],
  })
  expect((await plain(LIST)).data.viewer.organization.webhookDeliveries).toEqual({
    totalCount: 1,
    nodes: [delivery],
  })
  const query = `query ($id: ID!) { asyncAnalysis(id: $id) { webhookDeliveries { totalCount nodes { ${DELIVERY} } } } }`
  const read = await ask(world, key, query, { id: analysis.databaseId })
  expect(read.asyncAnalysis.webhookDeliveries).toEqual({ totalCount: 1, nodes: [delivery] })
})

test('a caller that cannot read an analysis cannot see or redeliver its webhook', async () => {
  const { key, projectKey } = await createDelivered()
  const stranger = await createDelivered()
  const { id, databaseId } = await newest(key)
  for (const otherKey of [projectKey, stranger.key, stranger.projectKey]) {
    expect((await ask(world, otherKey, `{ node(id: "${id}") { id } }`)).node).toBeNull()
    const { errors } = await send(world, otherKey, {
      query: REDELIVER,
      variables: { input: { webhookDeliveryId: databaseId } },
    })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  }
  expect((await stranger.admin(REDELIVER, { input: { webhookDeliveryId: id } })).codes).toEqual(['NOT_FOUND'])
  const hidden = await ask(world, projectKey, LIST)
  expect(hidden.viewer.organization.webhookDeliveries).toEqual({ totalCount: 0, nodes: [] })
})

test('a webhook can be redelivered by the key of its analysis and by an admin, but not by a plain member', async () => {
  const { key, admin, plain, call } = await createDelivered()
  const { id } = await newest(key)
  const { redeliverWebhook } = await ask(world, key, REDELIVER, { input: { webhookDeliveryId: id } })
  expect(redeliverWebhook.webhookDelivery).toMatchObject({ id, status: 'PENDING' })
  const again = await receiver.next()
  expect(again.body).toBe(call.body)
  expect(again.headers['webhook-id']).toBe(call.headers['webhook-id'])
  await eventually(async () =>
    expect((await newest(key)).attempts).toMatchObject([{ number: 1 }, { number: 2 }]),
  )
  const { data } = await admin(REDELIVER, { input: { webhookDeliveryId: id } })
  expect(data.redeliverWebhook.webhookDelivery.id).toBe(id)
  await receiver.next()
  expect((await plain(REDELIVER, { input: { webhookDeliveryId: id } })).codes).toEqual(['FORBIDDEN'])
})

test('only an admin can read and replace the webhook secret of the organization', async () => {
  const { id, key, admin, plain } = await createDelivered()
  const adminKey = await world.organizationKey(id, { admin: true })
  const read = '{ viewer { organization { webhookSecret credits } } }'
  const rotate = `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret } }`
  const before = (await admin(read)).data.viewer.organization.webhookSecret
  expect(before).toMatch(/^whsec_.{44}$/)
  const { secret } = (await admin(rotate, { input: {} })).data.rotateWebhookSecret
  expect(secret).toMatch(/^whsec_.{44}$/)
  expect(secret).not.toBe(before)
  expect((await admin(read)).data.viewer.organization.webhookSecret).toBe(secret)

  const { organization } = (await plain(read)).data.viewer
  expect(organization).toEqual({ webhookSecret: null, credits: expect.any(Number) })
  expect((await plain(rotate, { input: {} })).codes).toEqual(['FORBIDDEN'])
  for (const refused of [key, adminKey.key]) {
    const { errors } = await send(world, refused, { query: read })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const change = await send(world, refused, { query: rotate, variables: { input: {} } })
    expect(change.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  }
  const stranger = await world.organization()
  const input = { organizationId: stranger.id }
  expect((await admin(rotate, { input })).codes).toEqual(['NOT_FOUND'])
  expect((await admin(read)).data.viewer.organization.webhookSecret).toBe(secret)
})

test('a webhook URL that is not public is refused with its field', async () => {
  const { key } = await createDelivered()
  const input = { prompt: 'Best?', brandName: 'A', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
  const webhook = { url: 'https://127.0.0.1/hook' }
  const { errors } = await send(world, key, { query: START, variables: { input: { ...input, webhook } } })
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { 'webhook.url': expect.any(String) },
  })
})
