import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { planReports, sweepReports } from '../../src/core/report-schedules/plan.ts'
import { sendReport } from '../../src/core/report-schedules/send.ts'
import { findChromium } from '../browser/chromium.ts'
import { freePort } from '../free-port.ts'
import { parseMail } from '../mail-parts.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let mail: MailServer
let world: World
let client: Client
let withRun: RunProject
beforeAll(async () => {
  mail = await openMailServer()
  const port = await freePort()
  world = await createWorld({
    port,
    environment: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Answergraph <noreply@example.com>',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
  })
  client = await createClient(world)
  withRun = await createRunProject(world, client, { prompts: [{ text: 'Which task board is best?' }] })
  await withRun.run()
})
afterAll(async () => {
  await world?.close()
  await mail?.close()
})

/** Schedules weekly reports of a project for a new address. Returns the address and the first due time. */
async function schedule(project: RunProject, input: object = {}) {
  const email = `${newId()}@example.com`
  // A schedule that was disabled starts with the next due time from now.
  await project.call('PUT /v1/settings/report-schedule', { json: { enabled: false } })
  const { status, body } = await project.call('PUT /v1/settings/report-schedule', {
    json: { enabled: true, recipients: [{ email }], ...input },
  })
  expect(status).toBe(200)
  return { email, due: new Date(body.data.nextReportAt) }
}

/** Sweeps once at a time, as several workers that find the same work at once. Executes the jobs that they queue. */
async function tick(now: Date, workers = 1): Promise<void> {
  const ctx: AppCtx = { ...world.operator, actor: { type: 'job', name: 'reports' }, now: () => now }
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const planning = withoutQueue(ctx)
      await sweepReports({ ctx: planning.ctx })
      for (const job of planning.queued) {
        if (job.name === 'plan-reports') await planReports({ ctx: planning.ctx, input: job })
      }
      for (const job of planning.queued) {
        if (job.name === 'send-report') await sendReport({ ctx, input: job })
      }
    }),
  )
}

const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email))

function onlyMailTo(email: string) {
  const [message, ...others] = mailsTo(email)
  expect(others).toEqual([])
  if (!message) throw new Error(`no message to ${email}`)
  return parseMail(message.source)
}

const deliveriesTo = (email: string) =>
  world.operator.db.prisma.reportDelivery.findMany({ where: { email }, orderBy: { id: 'asc' } })

test('a due report is sent once per recipient and period, although several workers find it', async () => {
  const { email, due } = await schedule(withRun, { locale: 'de-DE', timezone: 'Europe/Berlin' })
  await tick(new Date(due.getTime() - MINUTE), 3)
  expect(mailsTo(email)).toEqual([])
  await tick(due, 3)
  await tick(new Date(due.getTime() + 10 * MINUTE), 3)
  const { headers, parts } = onlyMailTo(email)
  expect(headers.get('from')).toBe('Answergraph <noreply@example.com>')
  expect(headers.get('subject')).toMatch('How AI answers talk about Taskfern')
  const [text, html] = ['text/plain', 'text/html'].map(
    (type) => parts.find((part) => part.type === type)?.text,
  )
  expect(text).toMatch(/^Report for the period from \d+\. \p{L}+ \d{4} to \d+\. \p{L}+ \d{4}\./u)
  expect(text).toContain('Mention rate')
  expect(html).toContain('<h2')
  const sent = await deliveriesTo(email)
  expect(sent.map(({ status, attempts }) => [status, attempts])).toEqual([['sent', 1]])
  await tick(new Date(due.getTime() + 7 * DAY), 3)
  expect(await deliveriesTo(email)).toHaveLength(2)
})

test('a worker that dies during an attempt is replaced after its lease, with the same Message-ID', async () => {
  const { email, due } = await schedule(withRun)
  const planning = withoutQueue({ ...world.operator, now: () => due })
  await planReports({ ctx: planning.ctx, input: { projectId: withRun.projectId } })
  // The state that a killed worker leaves behind.
  await world.operator.db.prisma.reportDelivery.updateMany({
    where: { email },
    data: { attempts: 1, nextAttemptAt: new Date(due.getTime() + 5 * MINUTE) },
  })
  await tick(new Date(due.getTime() + MINUTE), 2)
  expect(mailsTo(email)).toEqual([])
  await tick(new Date(due.getTime() + 5 * MINUTE), 2)
  const [delivery] = await deliveriesTo(email)
  expect(onlyMailTo(email).headers.get('message-id')).toBe(`<report-${delivery?.id}@127.0.0.1>`)
})

test('after a downtime over several periods, only the latest one is reported', async () => {
  const { email, due } = await schedule(withRun)
  await tick(new Date(due.getTime() + 30 * DAY), 2)
  const deliveries = await deliveriesTo(email)
  expect(deliveries.map(({ dueAt }) => dueAt)).toEqual([new Date(due.getTime() + 28 * DAY)])
})

test('if no run ended in the period, the email says so', async () => {
  const project = await createRunProject(world, client)
  const { email, due } = await schedule(project)
  await tick(due)
  const { headers, parts } = onlyMailTo(email)
  expect(headers.get('subject')).toBe('No report for Taskfern')
  expect(parts[0]?.text).toMatch(/No run ended in the period from .+, so there is no report\./)
  expect(await deliveriesTo(email)).toMatchObject([{ status: 'sent', batchId: null }])
})

test('an unreachable mail server is retried, and a rejected address is not', async () => {
  const project = await createRunProject(world, client)
  const refused = `refused-${newId()}@example.com`
  const { email, due } = await schedule(project)
  await project.call('PUT /v1/settings/report-schedule', {
    json: { recipients: [{ email }, { email: refused }] },
  })
  const { mailer } = world.operator.deps
  const failing: AppCtx = {
    ...world.operator,
    now: () => due,
    deps: {
      ...world.operator.deps,
      mailer: mailer && { ...mailer, send: () => Promise.reject(new Error('connection refused')) },
    },
  }
  await planReports({ ctx: withoutQueue(failing).ctx, input: { projectId: project.projectId } })
  const [planned] = await deliveriesTo(email)
  expect(await sendReport({ ctx: failing, input: { deliveryId: planned?.id ?? '' } })).toEqual({
    again: 5_000,
  })
  expect(await deliveriesTo(email)).toMatchObject([{ status: 'pending', attempts: 1 }])
  await tick(new Date(due.getTime() + 5_000))
  expect(await deliveriesTo(email)).toMatchObject([{ status: 'sent', attempts: 2 }])
  expect(await deliveriesTo(refused)).toMatchObject([{ status: 'failed', attempts: 1, nextAttemptAt: null }])
})

test('the unsubscribe link needs no account; only a POST request unsubscribes', async () => {
  const { email, due } = await schedule(withRun)
  await tick(due)
  const { headers } = onlyMailTo(email)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, link = ''] = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? []
  expect(link.startsWith(`${world.url}/unsubscribe/`)).toBe(true)
  expect(await (await fetch(link)).text()).toContain('Unsubscribe from these reports?')
  await tick(new Date(due.getTime() + 7 * DAY))
  expect(await deliveriesTo(email)).toHaveLength(2)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  await tick(new Date(due.getTime() + 14 * DAY))
  expect(await deliveriesTo(email)).toHaveLength(2)
  const { body: read } = await withRun.call('GET /v1/settings/report-schedule')
  expect(read.data.recipients).toMatchObject([{ email, unsubscribed: true }])
  expect((await fetch(`${link.slice(0, -4)}AAAA`)).status).toBe(404)
})

test('a test is sent to a recipient at once, and to nobody else', async () => {
  const { email } = await schedule(withRun)
  const { status, body } = await withRun.call('POST /v1/settings/report-schedule/test', { json: { email } })
  expect([status, body.data.test, body.data.status]).toEqual([201, true, 'pending'])
  await expect.poll(async () => (await deliveriesTo(email))[0]?.status, { timeout: 40_000 }).toBe('sent')
  expect(onlyMailTo(email).headers.get('subject')).toMatch(/^Test: How AI answers talk about Taskfern/)
  const stranger = { email: `${newId()}@example.com` }
  const refused = await withRun.call('POST /v1/settings/report-schedule/test', { json: stranger })
  expect([refused.status, refused.body.details.fieldErrors]).toEqual([400, { email: expect.any(String) }])
})

test.skipIf(findChromium() === null)('the email has a PDF file with the text of the report', async () => {
  const { email, due } = await schedule(withRun)
  await tick(due)
  const file = onlyMailTo(email).parts.find(({ type }) => type === 'application/pdf')
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file?.content.toString('latin1')).toMatch(/\/Title\s*\(How AI answers talk about Taskfern\)/)
  expect(file?.content.length).toBeGreaterThan(10_000)
})

test('the branding of the organization is in the email', async () => {
  const project = await createRunProject(world, client)
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { status } = await client('PATCH /v1/organization/branding', {
    key: project.organizationKey,
    json: { name: 'Northwind Agency', color: '#FFEE00', logoUrl: `data:image/png;base64,${png}` },
  })
  expect(status).toBe(200)
  const { email, due } = await schedule(project)
  await tick(due)
  const { headers, parts } = onlyMailTo(email)
  expect(headers.get('from')).toBe('Northwind Agency <noreply@example.com>')
  const html = parts.find(({ type }) => type === 'text/html')?.text ?? ''
  expect(html).toContain('src="cid:logo"')
  expect(html).toContain('#ffee00')
  expect(html).not.toContain('Answergraph')
  expect(parts.find(({ type }) => type === 'image/png')?.content).toEqual(Buffer.from(png, 'base64'))
})
