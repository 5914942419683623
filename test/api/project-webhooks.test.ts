import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readWebhookSecret } from '../../src/core/webhooks/secret.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

let receiver: Receiver
let world: World
let client: Client
beforeAll(async () => {
  receiver = await openReceiver()
  world = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { OUTBOUND_ALLOW: receiver.address },
  })
  client = await createClient(world)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.answer = { status: 204 }
})

const projectWithPrompt = () => createRunProject(world, client, { prompts: [{ text: 'Best task manager?' }] })

describe('a webhook of a project', () => {
  it('gets a signed message with the metrics when a run has ended', async () => {
    const project = await projectWithPrompt()
    const json = { url: `${receiver.url}?token=secret`, secret: SECRET }
    const created = await project.call('POST /v1/webhooks', { json })
    expect(created.status).toBe(201)
    // The query may contain a token of the receiver.
    expect(created.body.data).toMatchObject({ url: receiver.url, active: true })
    expect((await project.call('GET /v1/webhooks')).body.data).toEqual([created.body.data])
    const runId = await project.run()
    const { body, headers } = await receiver.next()
    const message = new Webhook(SECRET).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    })
    const { body: run } = await project.call(`GET /v1/analysis/runs/${runId}`)
    const { costUsd: _, createdAt: __, ...fields } = run.data
    expect(message).toEqual({
      type: 'run.completed',
      timestamp: run.data.finishedAt,
      data: {
        ...fields,
        projectId: project.projectId,
        summary: expect.objectContaining({ mentionRate: expect.anything() }),
      },
    })
  })

  it('is signed with the secret of the organization without a secret of its own, and is listed with its run', async () => {
    const project = await projectWithPrompt()
    await project.call('POST /v1/webhooks', { json: { url: receiver.url } })
    const runId = await project.run()
    const { body, headers } = await receiver.next()
    const { secret } = await readWebhookSecret({ ctx: world.member(project.organizationId) })
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    const { viewer } = await ask(
      world,
      project.key,
      '{ viewer { organization { webhookDeliveries { nodes { event analysis { databaseId } } } } } }',
    )
    expect(viewer.organization.webhookDeliveries.nodes).toEqual([
      { event: 'RUN_COMPLETED', analysis: { databaseId: runId } },
    ])
  })

  it('gets only the chosen events', async () => {
    const project = await projectWithPrompt()
    await project.call('POST /v1/webhooks', {
      json: { url: `${receiver.url}/failed`, events: ['run.failed'] },
    })
    await project.call('POST /v1/webhooks', { json: { url: receiver.url, events: ['run.completed'] } })
    await project.run()
    await receiver.next()
    const { prisma } = world.operator.db
    const deliveries = await prisma.webhookDelivery.findMany({
      where: { organizationId: project.organizationId },
    })
    expect(deliveries.map(({ url, type }) => ({ url, type }))).toEqual([
      { url: receiver.url, type: 'run.completed' },
    ])
  })

  it('is switched off when the receiver answers 410', async () => {
    receiver.answer = { status: 410 }
    const project = await projectWithPrompt()
    await project.call('POST /v1/webhooks', { json: { url: receiver.url } })
    await project.run()
    await receiver.next()
    await eventually(async () => {
      const { body } = await project.call('GET /v1/webhooks')
      expect(body.data).toMatchObject([{ active: false }])
    })
    await project.freeManualRun()
    await project.run()
    const { prisma } = world.operator.db
    expect(await prisma.webhookDelivery.count({ where: { organizationId: project.organizationId } })).toBe(1)
  })

  it('gets nothing any more once it is deleted, not even a message that waits for its next attempt', async () => {
    receiver.answer = { status: 500 }
    const project = await projectWithPrompt()
    const { body } = await project.call('POST /v1/webhooks', { json: { url: receiver.url } })
    await project.run()
    await receiver.next()
    const { id } = body.data
    const deleted = await project.call(`DELETE /v1/webhooks/${id}`)
    expect(deleted.body).toEqual({ data: { id, deleted: true } })
    expect((await project.call('GET /v1/webhooks')).body).toEqual({ data: [] })
    const { prisma } = world.operator.db
    expect(await prisma.webhookDelivery.count({ where: { organizationId: project.organizationId } })).toBe(0)
    const actions = await prisma.auditEntry.findMany({
      where: { organizationId: project.organizationId, action: { startsWith: 'webhook.' } },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action, target }) => [action, target])).toEqual([
      ['webhook.created', receiver.url],
      ['webhook.deleted', receiver.url],
    ])
  })
})
