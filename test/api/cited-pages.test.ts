import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { checkPages, sweepPages } from '../../src/core/opportunities/check-pages.ts'
import type { OpportunityRecord } from '../../src/core/opportunities/foundation/definition.ts'
import { startWorkers } from '../../src/jobs/work.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'
import { openSite, type Site } from './site.ts'

let world: World
let client: Client
let site: Site
let closed: Site
/** A context that may reach the sites, without a pause between requests. */
let ctx: AppCtx
beforeAll(async () => {
  site = await openSite()
  closed = await openSite({ robots: 'User-agent: Answergraph\nDisallow: /\n\nUser-agent: *\nAllow: /\n' })
  world = await createWorld({
    workers: false,
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { OUTBOUND_ALLOW: `${site.host},${closed.host}` },
  })
  client = await createClient(world)
  ctx = {
    ...world.operator,
    deps: { ...world.operator.deps, citedPages: { fetch: world.operator.deps.outbound.fetch, delay: 0 } },
  }
})
afterAll(async () => {
  site?.close()
  closed?.close()
  await world?.close()
})

const DAY = 86_400_000
const PROMPTS = Array.from({ length: 12 }, (_, index) => `Which planner is best for team ${index + 1}?`)
const LOST = PROMPTS[0] ?? ''
const FILLER = 'We compared planners for a month and wrote down what we liked about each of them. '.repeat(4)
const pageNaming = (...names: string[]) =>
  `<title>Planners</title><h1>The best planners</h1><p>${FILLER}</p><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`

/** Creates a project whose first prompt gets answers that name only the competitor and cite the pages. */
async function createProject(urls: string[]): Promise<RunProject> {
  const project = await createRunProject(world, client, {
    competitors: ['Boardly', 'Kanbee'],
    prompts: PROMPTS.map((text) => ({ text, providers: ['chatgpt'], locations: ['US', 'DE', 'FR', 'GB'] })),
  })
  await run(project, urls)
  return project
}

const run = (project: RunProject, urls: string[]) =>
  runWithAnswers(world, project, ({ prompt }) =>
    prompt === LOST
      ? { text: 'Take Boardly.', citations: urls.map((url) => ({ url, kind: 'cited', title: null })) }
      : { text: 'Take Taskfern or Boardly.' },
  )

/** Reads the evidence of the opportunity for the prompt, which computes it after a new run. */
async function evidenceOf(project: RunProject): Promise<OpportunityRecord['evidence']> {
  const { body } = await project.call('GET /v1/analysis/opportunities?kind=missing_prompt')
  const [opportunity]: OpportunityRecord[] = body.data
  if (!opportunity) throw new Error('no opportunity')
  return opportunity.evidence
}
const checksOf = async (project: RunProject) =>
  Object.fromEntries((await evidenceOf(project)).pages.map(({ url, check }) => [url, check]))
const check = ({ projectId }: RunProject, at: AppCtx = ctx) => checkPages({ ctx: at, input: { projectId } })
const makeDue = ({ projectId }: RunProject) =>
  ctx.db.prisma.opportunityState.update({ where: { projectId }, data: { pagesDueAt: ctx.now() } })
const rowsOf = ({ projectId }: RunProject) => ctx.db.prisma.citedPage.findMany({ where: { projectId } })
const afterDays = (days: number): AppCtx => ({ ...ctx, now: () => new Date(Date.now() + days * DAY) })

describe('cited pages', () => {
  it('are read after the opportunities were computed, and the evidence counts pages without the brand', async () => {
    const named = site.html(pageNaming('Taskfern', 'Boardly'))
    const unnamed = site.html(pageNaming('Boardly', 'Another'))
    const moved = site.page((response) => response.writeHead(301, { location: unnamed }).end())
    const project = await createProject([named, unnamed, moved])
    expect(await evidenceOf(project)).toMatchObject({
      pages: [{ check: null, answers: 4 }, { check: null }, { check: null }],
      pagesRead: 0,
      pagesWithoutBrand: 0,
    })
    await check(project)
    const { pages, pagesRead, pagesWithoutBrand } = await evidenceOf(project)
    expect(
      Object.fromEntries(pages.map(({ url, check, competitors }) => [url, [check, competitors]])),
    ).toEqual({
      [named]: ['names_brand', ['Boardly']],
      [unnamed]: ['omits_brand', ['Boardly']],
      [moved]: ['omits_brand', ['Boardly']],
    })
    expect({ pagesRead, pagesWithoutBrand }).toEqual({ pagesRead: 3, pagesWithoutBrand: 2 })
    expect(JSON.stringify(await rowsOf(project))).not.toMatch(/compared|Another|best planners/)
  })

  it('that cannot be read are not counted, and have a short reason', async () => {
    const endless = site.page((response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const write = () => {
        while (response.write('<p>more</p>'.repeat(5_000)));
      }
      response.on('drain', write)
      write()
    })
    const missing = site.page((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end(pageNaming('Boardly')),
    )
    const pdf = site.html(pageNaming('Boardly'), 'application/pdf')
    const internal = site.page((response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/admin' }).end(),
    )
    const loop = site.page((response, { url }) => response.writeHead(302, { location: url ?? '' }).end())
    const script = site.html('<title>Planners</title><p>Enable JavaScript to read this page.</p>')
    const long = site.html(`<p>${'word '.repeat(20_000)}</p><p>${FILLER}</p>`)
    const forbidden = closed.html(pageNaming('Boardly'))
    const intoForbidden = site.page((response) => response.writeHead(302, { location: forbidden }).end())
    const reserved = 'https://reviews.example/planners'
    const expected = {
      [endless]: ['failed', 'too_large'],
      [missing]: ['failed', 'status 404'],
      [pdf]: ['not_page', 'not HTML'],
      [internal]: ['failed', 'robots.txt: refused'],
      [loop]: ['failed', 'too many redirects'],
      [script]: ['not_page', 'no text'],
      [long]: ['failed', 'read in part'],
      [forbidden]: ['robots', null],
      [intoForbidden]: ['robots', null],
      [reserved]: ['failed', 'reserved domain'],
    }
    const project = await createProject(Object.keys(expected))
    await evidenceOf(project)
    await check(project)
    const rows = await rowsOf(project)
    expect(Object.fromEntries(rows.map(({ url, outcome, reason }) => [url, [outcome, reason]]))).toEqual(
      expected,
    )
    expect(new Set(Object.values(await checksOf(project)))).toEqual(new Set(['not_read']))
    expect(await evidenceOf(project)).toMatchObject({ pagesRead: 0, pagesWithoutBrand: 0 })
    // Only its robots.txt was requested.
    expect(closed.requests()).toBe(1)
  })

  it('are fetched one after the other per site, with one robots.txt and the name of the crawler', async () => {
    let active = 0
    let most = 0
    const agents = new Set<string | undefined>()
    const slow = () =>
      site.page((response, { headers }) => {
        agents.add(headers['user-agent'])
        active += 1
        most = Math.max(most, active)
        setImmediate(() => {
          active -= 1
          response.writeHead(200, { 'content-type': 'text/html' }).end(pageNaming('Boardly'))
        })
      })
    const project = await createProject([slow(), slow(), slow(), slow()])
    await evidenceOf(project)
    const before = site.requests()
    await check(project)
    expect([most, site.requests() - before, [...agents]]).toEqual([1, 5, ['Answergraph/1']])
  })

  it('are fetched again only after seven days, or when the names changed', async () => {
    const url = site.html(pageNaming('Boardly', 'Fernly'))
    const project = await createProject([url])
    await evidenceOf(project)
    await check(project)
    const requests = site.requests()
    await makeDue(project)
    await check(project, afterDays(6.9))
    expect(site.requests()).toBe(requests)
    // A run that ends before seven days are over makes the page due then.
    await run(project, [url])
    await evidenceOf(project)
    await check(project)
    expect(site.requests()).toBe(requests)
    const [row] = await rowsOf(project)
    const state = await ctx.db.prisma.opportunityState.findUniqueOrThrow({
      where: { projectId: project.projectId },
    })
    expect(state.pagesDueAt).toEqual(new Date((row?.fetchedAt.getTime() ?? 0) + 7 * DAY))
    await check(project, afterDays(7))
    expect(site.requests()).toBe(requests + 2)
    expect(await checksOf(project)).toEqual({ [url]: 'omits_brand' })
    await ctx.db.prisma.project.update({ where: { id: project.projectId }, data: { aliases: ['Fernly'] } })
    await run(project, [url])
    await evidenceOf(project)
    await check(project)
    expect(site.requests()).toBe(requests + 4)
    expect(await checksOf(project)).toEqual({ [url]: 'names_brand' })
  })

  it('that were not reached before a process ended stay due, and the others are not fetched again', async () => {
    const stopping = new AbortController()
    const first = site.html(pageNaming('Boardly'))
    let stops = true
    const second = site.page((response) => {
      if (stops) stopping.abort()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(pageNaming('Taskfern'))
    })
    const project = await createProject([first, second])
    await evidenceOf(project)
    await check(project, { ...ctx, deps: { ...ctx.deps, stopping: stopping.signal } })
    expect((await rowsOf(project)).map(({ url }) => url)).toEqual([first])
    stops = false
    const requests = site.requests()
    expect(await sweepPages({ ctx })).toBeGreaterThanOrEqual(1)
    await check(project)
    expect(site.requests() - requests).toBe(2)
    expect(await checksOf(project)).toEqual({ [first]: 'omits_brand', [second]: 'names_brand' })
    const state = await ctx.db.prisma.opportunityState.findUniqueOrThrow({
      where: { projectId: project.projectId },
    })
    expect(state.pagesDueAt).toBeNull()
  })

  it('are stored per project: another tenant that has the same page does not see what is known about it', async () => {
    const url = site.html(pageNaming('Boardly'))
    const [project, other] = [await createProject([url]), await createProject([url])]
    await evidenceOf(project)
    await check(project)
    expect([await checksOf(project), await checksOf(other)]).toEqual([
      { [url]: 'omits_brand' },
      { [url]: null },
    ])
    await check(other)
    expect(await checksOf(other)).toEqual({ [url]: 'omits_brand' })
    await ctx.db.prisma.project.delete({ where: { id: other.projectId } })
    expect([(await rowsOf(project)).length, (await rowsOf(other)).length]).toEqual([1, 0])
  })

  it('of simulated answers are not fetched', async () => {
    const project = await createProject([site.html(pageNaming('Boardly'))])
    await ctx.db.prisma.result.updateMany({
      where: { batch: { projectId: project.projectId } },
      data: { simulated: true },
    })
    await evidenceOf(project)
    const requests = site.requests()
    await check(project)
    expect([site.requests(), await rowsOf(project)]).toEqual([requests, []])
  })

  it('are not fetched with CITED_PAGES=off', async () => {
    const off = await createWorld({ workers: false, environment: { CITED_PAGES: 'off' } })
    const { citedPages } = off.operator.deps
    await off.close()
    expect([world.operator.deps.citedPages?.delay, citedPages]).toEqual([1_000, null])
    const project = await createProject([site.html(pageNaming('Boardly'))])
    await evidenceOf(project)
    const requests = site.requests()
    const without: AppCtx = { ...ctx, deps: { ...ctx.deps, citedPages } }
    expect(await sweepPages({ ctx: without })).toBe(0)
    await check(project, without)
    expect(site.requests()).toBe(requests)
  })

  it('are not fetched from private addresses, even if webhooks may reach them', async () => {
    const url = site.html(pageNaming('Boardly'))
    const project = await createProject([url])
    await evidenceOf(project)
    await check(project, world.operator)
    expect(await rowsOf(project)).toMatchObject([{ url, outcome: 'failed', reason: 'robots.txt: refused' }])
  })

  it('are read by a worker', async () => {
    const url = site.html(pageNaming('Boardly'))
    const project = await createProject([url])
    await evidenceOf(project)
    const { queues, services } = world.application
    const workers = await startWorkers({ ...services, deps: ctx.deps }, queues, { alone: false })
    await eventually(async () => expect(await checksOf(project)).toEqual({ [url]: 'omits_brand' }))
    workers.stop()
  })
})
