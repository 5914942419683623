import { simpleParser } from 'mailparser'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepDigests } from '../../src/core/alert-emails/digest.ts'
import { sendAlertEmail } from '../../src/core/alert-emails/send.ts'
import { createMember } from '../../src/core/members/create.ts'
import { deliverWebhook } from '../../src/core/webhooks/deliver.ts'
import { freePort } from '../free-port.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { createPerson } from './member-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type Unit } from './scripted-run.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

let publicUrl: string
let receiver: Receiver
let mail: MailServer
let world: World
let client: Client
beforeAll(async () => {
  receiver = await openReceiver()
  mail = await openMailServer()
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  world = await createWorld({
    port,
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: {
      OUTBOUND_ALLOW: receiver.address,
      PUBLIC_URL: publicUrl,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Answergraph <noreply@example.com>',
    },
    // The answers of runs are scripted, so `deliver` does the work of the workers.
    workers: false,
  })
  client = await createClient(world)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
  await mail?.close()
})
beforeEach(() => {
  receiver.answer = { status: 204 }
})

const PROMPTS = Array.from({ length: 12 }, (_, n) => `Question ${n}?`)

const createProject = () => createRunProject(world, client, { prompts: PROMPTS.map((text) => ({ text })) })

/** Ends two runs, so that the mention rate of the brand rises from 0 to 100 %, and sends the messages. */
async function raiseAlerts(project: RunProject): Promise<string> {
  const say = (brand: string) => (_: Unit) => ({ text: `${brand} is the best <b>fit</b>.` })
  await runWithAnswers(world, project, say('Nothing'))
  const runId = await runWithAnswers(world, project, say('Taskfern'))
  await deliver()
  return runId
}

/** Makes the due attempts of all messages. */
async function deliver(): Promise<void> {
  const { operator: ctx } = world
  const { prisma } = ctx.db
  const due = { status: 'pending', nextAttemptAt: { lte: new Date() } } as const
  for (const { id } of await prisma.webhookDelivery.findMany({ where: due }))
    await deliverWebhook({ ctx, input: { deliveryId: id } })
  for (const { id } of await prisma.alertEmail.findMany({ where: due }))
    await sendAlertEmail({ ctx, input: { emailId: id } })
}

describe('a webhook that receives alerts', () => {
  it('gets one signed message about all alerts of a run that are severe enough', async () => {
    const project = await createProject()
    const json = { url: receiver.url, secret: SECRET, events: ['alert.raised'], severity: 'warning' }
    await project.call('POST /v1/webhooks', { json })
    const runId = await raiseAlerts(project)
    const { body, headers } = await receiver.next()
    const message = new Webhook(SECRET).verify(body, headers as Record<string, string>)
    expect(message).toMatchObject({
      type: 'alert.raised',
      data: { projectId: project.projectId, runId, alerts: expect.any(Array) },
    })
    const { alerts } = (message as { data: { alerts: { severity: string; title: string }[] } }).data
    expect(alerts.map(({ title }) => title)).toContain('Mention rate rose from 0 % to 100 %.')
    expect(alerts.every(({ severity }) => severity !== 'info')).toBe(true)
  })

  it('gets a message in the form of Slack, and its URL is not shown', async () => {
    const project = await createProject()
    const url = `${receiver.url}/services/T1/B1/secret`
    const { body: created } = await project.call('POST /v1/webhooks', { json: { url, format: 'slack' } })
    expect(created.data).toMatchObject({
      url: `${new URL(receiver.url).origin}/`,
      format: 'slack',
      events: ['alert.raised'],
    })
    await raiseAlerts(project)
    const { body, headers, path } = await receiver.next()
    expect(path).toBe(new URL(url).pathname)
    expect(headers['webhook-signature']).toBeUndefined()
    const { text, blocks } = JSON.parse(body)
    expect(text).toMatch(/: \d+ alerts?$/)
    expect(blocks[1].text.text).toContain('|Mention rate rose from 0 % to 100 %.>')
    expect(blocks[1].text.text).toContain(`<${publicUrl}/organizations/${project.organizationId}/`)
    const rows = await world.operator.db.pool.query(
      'SELECT * FROM project_webhook w JOIN webhook_delivery d ON d.project_webhook_id = w.id',
    )
    expect(JSON.stringify(rows.rows)).not.toContain('services/T1')
  })

  it('gets a card in the form of Microsoft Teams', async () => {
    const project = await createProject()
    await project.call('POST /v1/webhooks', { json: { url: receiver.url, format: 'teams' } })
    await raiseAlerts(project)
    const { body } = await receiver.next()
    const [{ contentType, content }] = JSON.parse(body).attachments
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
    // Only a TextBlock has Markdown, which could contain links of an answer.
    expect(content.body).toContainEqual({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: 'Mention rate rose from 0 % to 100 %.' }],
    })
    expect(JSON.stringify(content)).not.toContain('"TextBlock"')
  })

  it('gets a test message, whose delivery is logged', async () => {
    const project = await createProject()
    const { body } = await project.call('POST /v1/webhooks', { json: { url: receiver.url, format: 'slack' } })
    const tested = await project.call(`POST /v1/webhooks/${body.data.id}/test`)
    expect(tested.status).toBe(200)
    await deliver()
    expect(JSON.parse((await receiver.next()).body).text).toContain('this is a test')
    const member = asMember(world, project.organizationId)
    const query =
      '{ viewer { organization { webhookDeliveries { nodes { type status analysis { id } } } } } }'
    const { data } = await member(query)
    expect(data.viewer.organization.webhookDeliveries.nodes).toEqual([
      { type: 'webhook.test', status: 'DELIVERED', analysis: null },
    ])
  })
})

/** Adds a member to the organization of a project, with preferences. */
async function addMember({ organizationId }: RunProject, preferences = '') {
  const person = await createPerson(world)
  await createMember({ ctx: world.operator, input: { organizationId, email: person.email } })
  const { id } = await world.operator.db.prisma.user.findUniqueOrThrow({ where: { email: person.email } })
  const member = asMember(world, organizationId, 'member', id)
  if (preferences)
    expect(
      (await member(`mutation { setAlertPreferences(input: { ${preferences} }) { preferences { email } } }`))
        .codes,
    ).toEqual([])
  return { email: person.email, member }
}

async function mailsTo(address: string) {
  const sources = mail.received.filter(({ to }) => to.includes(address)).map(({ source }) => source)
  return Promise.all(sources.map((source) => simpleParser(source)))
}

async function mailTo(address: string) {
  const [first] = await mailsTo(address)
  if (!first) throw new Error(`no mail to ${address}`)
  return first
}

describe('a member', () => {
  it('gets one email about the alerts of a run, as plain text and as HTML', async () => {
    const project = await createProject()
    const { email } = await addMember(project)
    await raiseAlerts(project)
    const message = await mailTo(email)
    expect(message.subject).toContain('Mention rate rose from 0 % to 100 %.')
    expect(message.text).toContain('WARNING: Mention rate rose from 0 % to 100 %.')
    expect(message.text).toContain('> Taskfern is the best <b>fit</b>. (chatgpt)')
    expect(message.text).toContain(`${publicUrl}/organizations/${project.organizationId}/projects/`)
    expect(message.html).toContain('Taskfern is the best &lt;b&gt;fit&lt;/b&gt;.')
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('can end the emails with a link that needs no sign-in', async () => {
    const project = await createProject()
    const { email, member } = await addMember(project)
    await raiseAlerts(project)
    const { headerLines, headers } = await mailTo(email)
    expect(headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining(publicUrl) } })
    expect(headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toContain('One-Click')
    const { unsubscribe } = headers.get('list') as unknown as { unsubscribe: { url: string } }
    const { pathname, search } = new URL(unsubscribe.url)
    const url = `${world.url}${pathname}${search}`
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post"')])
    const read = '{ viewer { alertPreferences { email } } }'
    expect((await member(read)).data.viewer.alertPreferences.email).toBe('IMMEDIATELY')
    const done = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect(done.status).toBe(200)
    expect((await member(read)).data.viewer.alertPreferences.email).toBe('NEVER')
    expect((await fetch(url.slice(0, -4), { method: 'POST' })).status).toBe(400)
  })

  it('gets no email about other projects and less severe alerts, or without wanting any', async () => {
    const project = await createProject()
    const never = await addMember(project, 'email: NEVER')
    const severe = await addMember(project, 'severity: CRITICAL')
    const elsewhere = await addMember(project, 'projectIds: []')
    const last = await addMember(project)
    await raiseAlerts(project)
    await mailTo(last.email)
    for (const { email } of [never, severe, elsewhere]) expect(await mailsTo(email)).toEqual([])
  })

  it('gets a digest on Monday at 8:00 in their time zone, once', async () => {
    const project = await createProject()
    const { email } = await addMember(project, 'email: WEEKLY, timeZone: "Pacific/Auckland"')
    await raiseAlerts(project)
    // 20:00 on Sunday in UTC is 9:00 on Monday in Auckland, in the summer there.
    const sunday = new Date()
    sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7))
    sunday.setUTCHours(20, 0, 0, 0)
    if (sunday.getTime() < Date.now()) sunday.setUTCDate(sunday.getUTCDate() + 7)
    const at = (hours: number) => ({
      ...world.operator,
      now: () => new Date(sunday.getTime() + hours * 3_600_000),
    })
    expect(await sweepDigests({ ctx: at(-3) })).toBe(0)
    const queued = await sweepDigests({ ctx: at(0) })
    expect(queued).toBeGreaterThan(0)
    expect(await sweepDigests({ ctx: at(1) })).toBe(0)
    const row = await world.operator.db.prisma.alertEmail.findFirstOrThrow({
      where: { kind: 'digest', member: { user: { email } } },
    })
    await sendAlertEmail({ ctx: at(0), input: { emailId: row.id } })
    const { subject, text } = await mailTo(email)
    expect(subject).toMatch(/alerts? in the last week/)
    expect(text).toContain('Mention rate rose')
  })

  it('can send a test email, and sees the log of emails', async () => {
    const project = await createProject()
    const { email, member } = await addMember(project)
    await member('mutation { setAlertPreferences(input: { sendTest: true }) { testEmail { status } } }')
    await deliver()
    expect((await mailTo(email)).subject).toBe('Test of your alerts')
    const { data } = await member('{ viewer { alertEmails { kind status attemptCount error } } }')
    expect(data.viewer.alertEmails).toEqual([{ kind: 'TEST', status: 'SENT', attemptCount: 1, error: null }])
  })

  it('must name a time zone that exists, and projects of the organization', async () => {
    const project = await createProject()
    const other = await createProject()
    const { member } = await addMember(project)
    const set = (change: string) =>
      member(`mutation { setAlertPreferences(input: { ${change} }) { preferences { email } } }`)
    expect((await set('timeZone: "Mars"')).codes).toEqual(['BAD_REQUEST'])
    expect((await set(`projectIds: ["${other.projectId}"]`)).codes).toEqual(['BAD_REQUEST'])
  })
})
