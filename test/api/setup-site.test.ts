import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { readProject } from '../../src/core/projects/read.ts'
import type { ProposalRecord } from '../../src/core/setup/proposal.ts'
import { listProposals } from '../../src/core/setup/read-proposals.ts'
import { retrySetup } from '../../src/core/setup/retry.ts'
import { runSetup } from '../../src/core/setup/run.ts'
import { sweepSetups } from '../../src/core/setup/sweep.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { openSite, type Site } from './site.ts'

let world: World
let site: Site
let call: Client
beforeAll(async () => {
  site = await openSite()
  world = await createWorld({ environment: { OUTBOUND_ALLOW: site.host } })
  call = await createClient(world)
})
afterAll(async () => {
  site.close()
  await world.close()
})

const PAGE = `<!doctype html><html lang="en"><head><title>Acme | Project planning</title>
  <meta name="description" content="Acme is a project planner for small teams.">
  <meta property="og:site_name" content="Acme HQ"></head>
  <body><h1>The alternative to Globex</h1><p>Acme vs Initech</p></body></html>`

const GZIPPED_HTML = { 'content-type': 'text/html', 'content-encoding': 'gzip' }

function* endless(): Generator<string> {
  for (;;) yield ' '.repeat(65_536)
}

interface SetUpProject {
  id: string
  key: string
  status: string
  proposals: ProposalRecord[]
}

/** Creates a project over REST and waits until its setup has ended. */
async function createProject(json: { name: string; url?: string }): Promise<SetUpProject> {
  const { id: organizationId } = await world.organization()
  const admin = await world.organizationKey(organizationId, { admin: true })
  const { status, body } = await call(`POST /v1/orgs/${organizationId}/projects`, { key: admin.key, json })
  expect(status).toBe(201)
  expect(body.data.setup).toEqual({ status: 'queued' })
  const { id } = body.data
  const read = async () =>
    (await call(`PATCH /v1/projects/${id}`, { key: admin.key, json: {} })).body.data.setup.status
  await eventually(async () => expect(await read()).toMatch(/completed|failed/))
  const member = world.member(organizationId, 'member')
  const [proposals = []] = await listProposals({ ctx: member, input: { ids: [id] } })
  return { id, key: admin.key, status: await read(), proposals }
}

const payloads = ({ proposals }: SetUpProject, kind: string) =>
  proposals.filter((proposal) => proposal.kind === kind).map(({ payload }) => payload)

describe('the setup of a project', () => {
  it('makes proposals from its site, and does not change the project itself', async () => {
    const project = await createProject({ name: 'Acme', url: site.html(PAGE) })
    expect(project.status).toBe('completed')
    expect(payloads(project, 'brand_name')).toEqual([{ name: 'Acme HQ' }])
    expect(payloads(project, 'description')).toEqual([{ text: 'Acme is a project planner for small teams.' }])
    expect(payloads(project, 'competitor')).toEqual([
      { name: 'Globex', url: null },
      { name: 'Initech', url: null },
    ])
    const prompts = payloads(project, 'prompt')
    expect(prompts.length).toBeGreaterThanOrEqual(5)
    expect(prompts.length).toBeLessThanOrEqual(10)
    for (const proposal of project.proposals)
      expect(proposal).toMatchObject({ decidedAt: null, accepted: null })

    const { prisma } = world.operator.db
    const stored = await prisma.project.findUniqueOrThrow({ where: { id: project.id } })
    expect(stored).toMatchObject({ analysisBrandName: 'Acme', aliases: [], domains: [] })
    expect(stored.updatedAt).toEqual(stored.createdAt)
    const where = { projectId: project.id }
    expect([await prisma.prompt.count({ where }), await prisma.competitor.count({ where })]).toEqual([0, 0])
  })

  it('proposes prompts from the name alone if there is no site', async () => {
    const project = await createProject({ name: 'Acme, Inc.' })
    expect(project.status).toBe('completed')
    expect(payloads(project, 'brand_name')).toEqual([{ name: 'Acme' }])
    expect(payloads(project, 'prompt').length).toBeGreaterThanOrEqual(5)
    expect(payloads(project, 'competitor')).toEqual([])
  })

  it('proposes the market of a simulated brand without a request', async () => {
    const project = await createProject({ name: 'Taskfern', url: 'https://taskfern.example' })
    expect(project.status).toBe('completed')
    expect(payloads(project, 'competitor')).toHaveLength(9)
    expect(payloads(project, 'prompt')).toHaveLength(10)
  })

  it('follows redirects', async () => {
    const target = site.html(PAGE)
    const project = await createProject({
      name: 'Acme',
      url: site.page((response) => response.writeHead(302, { location: target }).end()),
    })
    expect(project.status).toBe('completed')
    expect(payloads(project, 'brand_name')).toEqual([{ name: 'Acme HQ' }])
  })

  it('does not send the credentials in the URL of its site', async () => {
    const seen: (string | undefined)[] = []
    const url = site.page((response, request) => {
      seen.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    })
    const project = await createProject({ name: 'Acme', url: url.replace('//', '//user:secret@') })
    expect([project.status, seen]).toEqual(['completed', [undefined]])
  })
})

describe('a malformed site', () => {
  it.each<[string, string]>([
    ['1.9 MB of elements that are never closed', `<title>Acme</title>${'<div><b>'.repeat(237_000)}`],
    ['tags that never end', `<title>Acme</title><meta name="description" content="${'<'.repeat(100_000)}`],
    ['JSON-LD that is not JSON', '<title>Acme</title><script type="application/ld+json">{"@type":</script>'],
    ['no content', ''],
    ['bytes that are not text', '\u0000\ufffd\u0001'.repeat(10_000)],
  ])('(%s) is parsed as far as possible', async (_, html) => {
    const project = await createProject({ name: 'Acme', url: site.html(html) })
    expect(project.status).toBe('completed')
    expect(payloads(project, 'prompt').length).toBeGreaterThanOrEqual(5)
  })

  it('with a wrongly declared character set does not result in garbled names', async () => {
    const latin = Buffer.from('<title>x</title><meta property="og:site_name" content="Caf\xe9">', 'latin1')
    const wrong = site.page((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(latin),
    )
    expect(payloads(await createProject({ name: 'Acme', url: wrong }), 'brand_name')).toEqual([])
    const right = site.page((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(latin),
    )
    expect(payloads(await createProject({ name: 'Acme', url: right }), 'brand_name')).toEqual([
      { name: 'Café' },
    ])
    const unknown = site.html(PAGE, 'text/html; charset=klingon')
    expect(payloads(await createProject({ name: 'Acme', url: unknown }), 'brand_name')).toEqual([
      { name: 'Acme HQ' },
    ])
  })
})

describe('a site that cannot be fetched', () => {
  it.each<[string, () => string]>([
    ['is missing', () => `http://${site.host}/missing`],
    ['is not HTML', () => site.html('{}', 'application/json')],
    ['has no content type', () => site.page((response) => response.end(PAGE))],
    [
      'fails',
      () => site.page((response) => response.writeHead(500, { 'content-type': 'text/html' }).end(PAGE)),
    ],
    ['is larger than 2 MB', () => site.html(`${PAGE}${' '.repeat(2_200_000)}`)],
    [
      'is larger than 2 MB when it is unpacked',
      () =>
        site.page((response) =>
          response.writeHead(200, GZIPPED_HTML).end(gzipSync(`${PAGE}${' '.repeat(2_200_000)}`)),
        ),
    ],
    [
      'never ends',
      () =>
        site.page((response) => {
          response.writeHead(200, { 'content-type': 'text/html' })
          Readable.from(endless()).pipe(response)
        }),
    ],
    ['closes the connection', () => site.page((response) => response.destroy())],
    [
      'redirects in circles',
      () => site.page((response, { url }) => response.writeHead(302, { location: url }).end()),
    ],
    ['is on a private address', () => 'http://127.0.0.1:9/'],
    ['is a cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['does not exist', () => 'https://acme.invalid'],
    ['is on a reserved domain', () => 'https://acme.example'],
  ])('(it %s) fails the setup, but the proposals from the name are kept', async (_, url) => {
    const project = await createProject({ name: 'Acme', url: url() })
    expect(project.status).toBe('failed')
    expect(payloads(project, 'prompt').length).toBeGreaterThanOrEqual(5)
    expect(payloads(project, 'competitor')).toEqual([])
    expect(payloads(project, 'brand_name')).toEqual([])
  })

  it.each([
    ['reserved', () => 'https://acme.example'],
    ['unreachable', () => 'http://127.0.0.1:9/'],
    ['status', () => site.page((response) => response.writeHead(500).end())],
    [
      'not_html',
      () => site.page((response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x')),
    ],
  ])('is reported with the failure %s until the setup is retried', async (failure, url) => {
    const project = await createProject({ name: 'Acme', url: url() })
    const where = { id: project.id }
    const { organizationId } = await world.operator.db.prisma.project.update({ where, data: { url: null } })
    const ctx = world.member(organizationId ?? '')
    const read = async () => (await readProject({ ctx, input: { id: project.id } })).setup
    expect(await read()).toEqual({ status: 'failed', failure })
    const { setup } = await retrySetup({ ctx, input: { projectId: project.id } })
    expect(setup.failure).toBeNull()
    await eventually(async () => expect(await read()).toEqual({ status: 'completed', failure: null }))
  })

  it('(it redirects to a private address) is not requested', async () => {
    const inner = await openSite()
    try {
      const target = inner.html(PAGE)
      const url = site.page((response) => response.writeHead(302, { location: target }).end())
      expect((await createProject({ name: 'Acme', url })).status).toBe('failed')
      expect(inner.requests()).toBe(0)
    } finally {
      inner.close()
    }
  })

  it('is logged without its URL', async () => {
    const warn = vi.spyOn(world.operator.deps.logger, 'warn')
    await createProject({ name: 'Acme', url: `http://user:secret@${site.host}/missing?token=secret` })
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ reason: 'status' }), expect.any(String))
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret|127\.0\.0\.1/)
    warn.mockRestore()
  })
})

describe('a setup that runs again', () => {
  it('does not repeat proposals, even if several run concurrently', async () => {
    const project = await createProject({ name: 'Acme', url: site.html(PAGE) })
    const { prisma } = world.operator.db
    const where = { projectId: project.id }
    await prisma.setupProposal.deleteMany({ where })
    await runSetup({ ctx: world.operator, input: where })
    expect(await prisma.setupProposal.count({ where })).toBe(0)
    await prisma.project.update({ where: { id: project.id }, data: { setupStatus: 'running' } })
    await Promise.all([1, 2, 3].map(() => runSetup({ ctx: world.operator, input: where })))
    expect(await prisma.setupProposal.count({ where })).toBe(project.proposals.length)
  })

  it('is queued by the sweep after a minute without progress, and not earlier', async () => {
    const project = await createProject({ name: 'Acme' })
    const { prisma } = world.operator.db
    await prisma.project.update({ where: { id: project.id }, data: { setupStatus: 'queued' } })
    expect(await sweepSetups({ ctx: world.operator })).toBe(0)
    const later: AppCtx = { ...world.operator, now: () => new Date(Date.now() + 61_000) }
    expect(await sweepSetups({ ctx: later })).toBe(1)
    const status = async () =>
      (await call(`PATCH /v1/projects/${project.id}`, { key: project.key, json: {} })).body.data.setup.status
    await eventually(async () => expect(await status()).toBe('completed'))
  })

  it('ends without an error if the project is deleted before or during the setup', async () => {
    let deleteNow: () => Promise<void> = async () => {}
    const url = site.page((response) => {
      deleteNow().then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE))
    })
    const failed = vi.spyOn(world.operator.deps.logger, 'error')
    const { id: organizationId } = await world.organization()
    const { id } = await world.project({ organizationId })
    await world.operator.db.prisma.project.update({ where: { id }, data: { setupStatus: 'queued', url } })
    deleteNow = async () => {
      await world.operator.db.prisma.project.deleteMany({ where: { id } })
    }
    await runSetup({ ctx: world.operator, input: { projectId: id } })
    await runSetup({ ctx: world.operator, input: { projectId: id } })
    expect(failed).not.toHaveBeenCalled()
    failed.mockRestore()
  })
})
