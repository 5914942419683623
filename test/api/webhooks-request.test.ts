import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { readWebhookSecret } from '../../src/core/webhooks/secret.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const START = 'POST /v1/async-analysis'
const GOOD = {
  prompt: 'Best task manager?',
  brandName: 'Taskfern',
  replicates: 1,
  providers: ['chatgpt'],
  locations: ['US'],
}
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString('base64')}`

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { OUTBOUND_ALLOW: '127.0.0.1:9,10.1.2.3:8080' },
    workers: false,
  })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newOrganization() {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  return { id, key }
}

const batchesOf = (organizationId: string) =>
  world.operator.db.prisma.batch.findMany({ where: { organizationId } })

describe('an invalid webhook', () => {
  it.each<[string, unknown, string]>([
    ['without a url', {}, 'webhook.url'],
    ['that is a string', 'https://example.com/hook', 'webhook'],
    ['that is null', null, 'webhook'],
    ['with an invalid url', { url: '/hook' }, 'webhook.url'],
    ['with a url with another scheme', { url: 'ftp://example.com/hook' }, 'webhook.url'],
    ['over plain http', { url: 'http://8.8.8.8/hook' }, 'webhook.url'],
    ['on an unusual port', { url: 'https://8.8.8.8:8443/hook' }, 'webhook.url'],
    ['with a password in its url', { url: 'https://me:secret@8.8.8.8/hook' }, 'webhook.url'],
    ['on this machine', { url: 'https://127.0.0.1/hook' }, 'webhook.url'],
    ['on this machine by name', { url: 'https://localhost/hook' }, 'webhook.url'],
    ['on this machine in disguise', { url: 'https://[::ffff:7f00:1]/hook' }, 'webhook.url'],
    ['on a listed host but another port', { url: 'https://127.0.0.1:10/hook' }, 'webhook.url'],
    ['in a private network', { url: 'https://192.168.0.7/hook' }, 'webhook.url'],
    ['at the metadata service', { url: 'https://169.254.169.254/latest' }, 'webhook.url'],
    ['with a url of 2,001 characters', { url: `https://8.8.8.8/${'x'.repeat(1_985)}` }, 'webhook.url'],
    ['with an unknown field', { url: 'https://8.8.8.8/', method: 'PUT' }, 'webhook.method'],
    ['with a secret in another format', { url: 'https://8.8.8.8/', secret: 'hunter2' }, 'webhook.secret'],
    ['with a short secret', { url: 'https://8.8.8.8/', secret: secretOf(23) }, 'webhook.secret'],
    ['with a long secret', { url: 'https://8.8.8.8/', secret: secretOf(65) }, 'webhook.secret'],
    [
      'with a secret in invalid base64',
      { url: 'https://8.8.8.8/', secret: `${secretOf(24)}=` },
      'webhook.secret',
    ],
  ])('(%s) is refused by field, and no analysis is started', async (_, webhook, field) => {
    const { id, key } = await newOrganization()
    const { status, body } = await call(START, { key, json: { ...GOOD, webhook } })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
    expect(await batchesOf(id)).toEqual([])
  })
})

describe('a valid webhook', () => {
  it.each([
    ['a public https address', { url: 'https://8.8.8.8/hook?x=1' }],
    ['a name that does not resolve yet', { url: 'https://hooks.nobody-knows-this.invalid/' }],
    ['an address that the operator lists, even over http', { url: 'http://10.1.2.3:8080/hook' }],
    ['a secret of 24 bytes', { url: 'https://8.8.8.8/', secret: secretOf(24) }],
    ['a secret of 64 bytes', { url: 'https://8.8.8.8/', secret: secretOf(64) }],
  ])('(%s) is accepted and stored', async (_, webhook) => {
    const { id, key } = await newOrganization()
    expect((await call(START, { key, json: { ...GOOD, webhook } })).status).toBe(202)
    expect((await batchesOf(id)).map(({ webhookUrl }) => webhookUrl)).toEqual([webhook.url])
  })

  it('has its secret stored only in encrypted form', async () => {
    const { id, key } = await newOrganization()
    const webhook = { url: 'https://8.8.8.8/', secret: secretOf(32) }
    await call(START, { key, json: { ...GOOD, webhook } })
    const [batch] = await batchesOf(id)
    const sealed = Buffer.from(batch?.webhookSecret ?? [])
    expect(sealed.includes(webhook.secret.slice(6, 26))).toBe(false)
    expect(world.operator.deps.secrets.open(sealed)).toBe(webhook.secret)
  })

  it("without a secret uses the organization's secret, which is created once and readable by its admins", async () => {
    const { id, key } = await newOrganization()
    const webhook = { url: 'https://8.8.8.8/' }
    await Promise.all([1, 2, 3].map(() => call(START, { key, json: { ...GOOD, webhook } })))
    const before = await world.operator.db.prisma.organization.findUniqueOrThrow({ where: { id } })
    expect(before.webhookSecret).not.toBeNull()
    const member = (role: 'admin' | 'member'): AppCtx => world.member(id, role)
    const { secret } = await readWebhookSecret({ ctx: member('admin') })
    expect(secret).toMatch(/^whsec_.{44}$/)
    expect(await readWebhookSecret({ ctx: member('admin') })).toEqual({ secret })
    await expect(readWebhookSecret({ ctx: member('member') })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
