import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

const site = (domain: string) => ({
  url: `https://${domain}/`,
  domain,
  kind: 'cited' as const,
  owner: 'third_party' as const,
})

let world: World
let client: Client
let project: RunProject
const runIds: string[] = []
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly', 'Kanbee'],
    prompts: ['a', 'b', 'c'].map((text) => ({ text })),
  })
  for (let run = 0; run < 3; run += 1) {
    await project.freeManualRun()
    const id = await runWithAnswers(world, project, ({ prompt }) => ({
      brand: prompt === 'a' ? 1 : null,
      competitor: prompt === 'c' ? null : 2,
      sources: [site(`${prompt}.example`), site('all.example')],
    }))
    runIds.unshift(id)
  }
})
afterAll(() => world?.close())

const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

describe('the list of runs', () => {
  it('is read page by page, newest first', async () => {
    const first = await project.call('GET /v1/analysis/runs?limit=2')
    expect(ids(first.body)).toEqual(runIds.slice(0, 2))
    const rest = await project.call(`GET /v1/analysis/runs?limit=2&cursor=${first.body.nextCursor}`)
    expect(ids(rest.body)).toEqual(runIds.slice(2))
    expect(rest.body.nextCursor).toBeNull()
  })

  it('is filtered by status and trigger', async () => {
    expect(ids((await project.call('GET /v1/analysis/runs?trigger=schedule')).body)).toEqual(runIds)
    expect(ids((await project.call('GET /v1/analysis/runs?trigger=manual')).body)).toEqual([])
    expect(ids((await project.call('GET /v1/analysis/runs?status=failed')).body)).toEqual([])
  })

  it.each([
    ['status', 'status=gone'],
    ['trigger', 'trigger=never'],
    ['limit', 'limit=0'],
    ['cursor', 'cursor=AAAA'],
  ])('refuses an invalid %s', async (field, query) => {
    const { status, body } = await project.call(`GET /v1/analysis/runs?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('refuses a cursor of another project or filter', async () => {
    const other = await createRunProject(world, client)
    const { body } = await project.call('GET /v1/analysis/runs?limit=1')
    const elsewhere = await other.call(`GET /v1/analysis/runs?cursor=${body.nextCursor}`)
    const filtered = await project.call(`GET /v1/analysis/runs?trigger=schedule&cursor=${body.nextCursor}`)
    expect([elsewhere.status, filtered.status]).toEqual([400, 400])
  })
})

describe('the list of async analyses', () => {
  it('contains the analyses that the key may read', async () => {
    const json = { prompt: 'Which board?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }
    const { prisma } = world.operator.db
    await prisma.organization.update({
      where: { id: project.organizationId },
      data: { creditBalance: 10 },
    })
    const own = (await project.call('POST /v1/async-analysis', { json })).body.data.analysisId
    const ofOrganization = { key: project.organizationKey, json: { ...json, brandName: 'Acme' } }
    const other = (await project.call('POST /v1/async-analysis', ofOrganization)).body.data.analysisId
    const listed = await project.call('GET /v1/async-analysis')
    expect(listed.body.data.map(({ analysisId }: { analysisId: string }) => analysisId)).toEqual([own])
    const all = await project.call('GET /v1/async-analysis?status=queued', { key: project.organizationKey })
    expect(all.body.data.map(({ analysisId }: { analysisId: string }) => analysisId)).toEqual([other])
    const cancelled = await project.call(`POST /v1/async-analysis/${own}/cancel`)
    expect(cancelled.body.data).toMatchObject({ analysisId: own, status: 'failed', cancelled: true })
    expect((await project.call('GET /v1/async-analysis?status=cancelled')).body.data).toHaveLength(1)
    expect((await project.call(`POST /v1/async-analysis/${other}/cancel`)).status).toBe(404)
  })
})

describe('the sources of a run', () => {
  const sources = async (query = '') =>
    (await project.call(`GET /v1/analysis/runs/${runIds[0]}/sources${query}`)).body.data.map(
      ({
        domain,
        citationRate,
      }: {
        domain: string
        citationRate: { numerator: number; denominator: number }
      }) => `${domain} ${citationRate.numerator}/${citationRate.denominator}`,
    )

  it('are counted over all answers', async () => {
    expect(await sources()).toEqual(['all.example 3/3', 'a.example 1/3', 'b.example 1/3', 'c.example 1/3'])
  })

  it('can be restricted to the answers that name the brand, or do not', async () => {
    expect(await sources('?mentioned=true')).toEqual(['a.example 1/1', 'all.example 1/1'])
    expect(await sources('?mentioned=false')).toEqual(['all.example 2/2', 'b.example 1/2', 'c.example 1/2'])
  })

  it('can be restricted to the answers that name a competitor', async () => {
    const { body } = await project.call('GET /v1/settings')
    const [boardly, kanbee] = body.data.competitors.map(({ id }: { id: string }) => id)
    expect(await sources(`?competitorId=${boardly}`)).toEqual([
      'all.example 2/2',
      'a.example 1/2',
      'b.example 1/2',
    ])
    expect(await sources(`?competitorId=${boardly}&mentioned=false`)).toEqual([
      'all.example 1/1',
      'b.example 1/1',
    ])
    expect(await sources(`?competitorId=${kanbee}`)).toEqual([])
  })

  it('refuse the id of an unknown competitor', async () => {
    const { status, body } = await project.call(
      `GET /v1/analysis/runs/${runIds[0]}/sources?competitorId=${project.projectId}`,
    )
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['competitorId'])
  })
})
