import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

let world: World
let client: Client
let project: RunProject
let runId: string
beforeAll(async () => {
  world = await createWorld()
  client = await createClient(world)
  project = await createRunProject(world, client, {
    prompts: [{ text: 'Which <b>task board</b> is "best" & cheap?' }],
    competitors: ['Boardly <script>alert(1)</script>'],
  })
  runId = await project.run()
})
afterAll(() => world?.close())

/** Creates a link over REST, and returns it with the path of its page. */
async function share(input: object, { call }: RunProject = project) {
  const { status, body } = await call('POST /v1/share-links', { json: { name: 'Board', ...input } })
  expect(status).toBe(201)
  return { id: body.data.shareLink.id as string, path: new URL(body.data.url, world.url).pathname }
}

const open = (path: string, options: RequestInit = {}) =>
  fetch(world.url + path, { redirect: 'manual', ...options })

const enter = (path: string, password: string) =>
  open(path, { method: 'POST', body: new URLSearchParams({ password }) })

test('a live link shows the latest run without an account, and nothing that runs or is loaded', async () => {
  const { path } = await share({})
  const response = await open(path)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('How AI answers talk about Taskfern')
  expect(html).toContain(runId)
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/ style="| on\w+="|<link|src="http/)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(response.headers.get('x-robots-tag')).toMatch('noindex')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a link to a run keeps showing that run; a live link shows the next one', async () => {
  const other = await createRunProject(world, client, { prompts: [{ text: 'One?' }] })
  const live = await share({}, other)
  expect((await open(live.path)).status).toBe(404)
  const first = await other.run()
  const frozen = await share({ runId: first }, other)
  await other.freeManualRun()
  const second = await other.run()
  expect(await (await open(frozen.path)).text()).toContain(`Run ${first}`)
  expect(await (await open(live.path)).text()).toContain(`Run ${second}`)
})

test('dates and numbers have the language and the time zone of the link', async () => {
  const { path } = await share({ locale: 'de-DE', timezone: 'Asia/Kathmandu' })
  expect(await (await open(path)).text()).toMatch(/\d+\. \p{L}+ \d{4}, \d\d:\d\d GMT\+5:45/u)
})

test('an expired link answers 410', async () => {
  const { id, path } = await share({})
  await world.operator.db.prisma.shareLink.update({ where: { id }, data: { expiresAt: new Date() } })
  const response = await open(path)
  expect(response.status).toBe(410)
  expect(await response.text()).toContain('This link has expired')
})

test('a revoked link answers 410, also with a password that was entered before', async () => {
  const { id, path } = await share({ password: 'correct horse' })
  const cookie = (await enter(path, 'correct horse')).headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await open(path, { headers: { cookie } })).status).toBe(200)
  expect((await project.call(`DELETE /v1/share-links/${id}`)).body.data.status).toBe('revoked')
  for (const response of [await open(path, { headers: { cookie } }), await enter(path, 'correct horse')]) {
    expect(response.status).toBe(410)
    expect(await response.text()).not.toContain('Taskfern')
  }
})

test('an unknown token answers 404', async () => {
  for (const token of ['0'.repeat(52), 'x', '%00', '..%2f'])
    expect((await open(`/share/${token}`)).status).toBe(404)
})

test('a link with a password shows the report only after the right one', async () => {
  const { path } = await share({ password: 'correct horse' })
  const form = await (await open(path)).text()
  expect(form).toContain('type="password"')
  expect(form).not.toContain('Taskfern')
  const wrong = await enter(path, 'wrong horse')
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
  const right = await enter(path, 'correct horse')
  expect([right.status, right.headers.get('location')]).toEqual([303, path])
  const setCookie = right.headers.get('set-cookie') ?? ''
  expect(setCookie).toMatch(/; HttpOnly/)
  expect(setCookie).toMatch(`Path=${path}`)
  const cookie = setCookie.split(';')[0] ?? ''
  expect(await (await open(path, { headers: { cookie } })).text()).toContain('Taskfern')
  const other = await share({ password: 'correct horse' })
  expect(await (await open(other.path, { headers: { cookie } })).text()).not.toContain('Taskfern')
})

test('after ten wrong passwords, even the right one is refused', async () => {
  const { path } = await share({ password: 'correct horse' })
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await enter(path, 'wrong')).status).toBe(403)
  const response = await enter(path, 'correct horse')
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the list shows views, but no token and no password', async () => {
  const { id, path } = await share({ password: 'correct horse' })
  await open(path)
  const cookie = (await enter(path, 'correct horse')).headers.get('set-cookie')?.split(';')[0] ?? ''
  await open(path, { headers: { cookie } })
  await open(path, { headers: { cookie } })
  const { body } = await project.call('GET /v1/share-links')
  const link = body.data.find((candidate: { id: string }) => candidate.id === id)
  expect(link).toMatchObject({ viewCount: 2, hasPassword: true, status: 'active' })
  expect(Date.parse(link.lastViewedAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.stringify(body)).not.toContain(path.slice('/share/'.length))
  const stored = await world.operator.db.prisma.shareLink.findUniqueOrThrow({ where: { id } })
  expect(JSON.stringify(stored)).not.toContain('correct horse')
})

test('creating and revoking a link are in the audit log', async () => {
  const { id } = await share({ name: 'Audited' })
  await project.call(`DELETE /v1/share-links/${id}`)
  await project.call(`DELETE /v1/share-links/${id}`)
  const entries = await world.operator.db.prisma.auditEntry.findMany({
    where: { organizationId: project.organizationId, target: 'Audited' },
    orderBy: { id: 'asc' },
  })
  expect(entries.map(({ action }) => action)).toEqual(['share_link.created', 'share_link.revoked'])
})

test('a link shows no data of other projects, and cannot be created for their runs', async () => {
  const other = await createRunProject(world, client, { prompts: [{ text: 'Secret of others?' }] })
  const otherRun = await other.run()
  const refused = await project.call('POST /v1/share-links', { json: { name: 'x', runId: otherRun } })
  expect(refused.status).toBe(404)
  const { id, path } = await share({})
  expect((await other.call(`DELETE /v1/share-links/${id}`)).status).toBe(404)
  // Even a row that refers to the run of another project shows nothing.
  await world.operator.db.prisma.shareLink.update({ where: { id }, data: { batchId: otherRun } })
  const response = await open(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('Secret')
})

test('a link of a deleted project answers 404', async () => {
  const other = await createRunProject(world, client)
  const { path } = await share({}, other)
  await other.call(`DELETE /v1/projects/${other.projectId}`, { key: other.organizationKey })
  expect((await open(path)).status).toBe(404)
})
