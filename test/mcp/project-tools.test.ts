import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roundFigures } from '../../src/mcp/foundation/round.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'
import { connect, failure, result } from './mcp-client.ts'

const BOTH = { providers: ['chatgpt', 'perplexity'], locations: ['US', 'DE'] }

let world: World
let project: RunProject
let mcp: Client
beforeAll(async () => {
  world = await createWorld()
  const rest = await createClient(world)
  project = await createRunProject(world, rest, {
    competitors: ['Boardly', 'Planwell'],
    prompts: [
      { text: 'Best task manager?', ...BOTH, tags: ['Buying'] },
      { text: 'Is Taskfern any good?', ...BOTH },
    ],
  })
  await project.run()
  mcp = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
})
afterAll(async () => {
  await mcp?.close()
  await world?.close()
})

/** Reads a REST path with the project's key. */
async function read(path: `/v1/${string}`, query: Record<string, string> = {}) {
  return (await project.call(`GET ${path}?${new URLSearchParams(query)}`)).body
}

describe('the tools of a project key', () => {
  it('get_project returns the same project as REST', async () => {
    const { data } = await read('/v1/project')
    const shown = await result(mcp, 'get_project')
    expect(shown).toMatchObject({ id: data.id, name: data.name, url: data.url, nextCursor: null })
    expect(shown.competitors).toMatchObject(data.competitors)
  })

  it('list_prompts returns the same prompts as REST, with the same filters and cursors', async () => {
    const query = { provider: 'provider_2', tag: 'buying', q: 'TASK', limit: '1' }
    const { data, nextCursor } = await read('/v1/prompts', query)
    const input = { ...query, limit: 1 }
    expect(await result(mcp, 'list_prompts', input)).toEqual({ prompts: data, nextCursor })
    const first = await read('/v1/prompts', { limit: '1' })
    const cursor = first.nextCursor
    const second = await read('/v1/prompts', { limit: '1', cursor })
    expect(await result(mcp, 'list_prompts', { limit: 1, cursor })).toEqual({
      prompts: second.data,
      nextCursor: null,
    })
  })

  it('get_latest_results returns the results of the last completed run, with the filters of REST', async () => {
    const shown = await result(mcp, 'get_latest_results', {
      provider: 'provider_1',
      location: 'DE',
      includeAnswer: true,
    })
    const { id: runId } = shown.run as { id: string }
    const query = { provider: 'chatgpt', location: 'DE', includeAnswer: 'true' }
    const { data } = await read(`/v1/analysis/runs/${runId}/results`, query)
    expect(data).toHaveLength(2)
    const brand = ({ mentioned, denied, mentionCount, position }: Record<string, unknown>) => ({
      mentioned,
      denied,
      mentionCount,
      position,
    })
    expect(shown.results).toMatchObject(
      data.map(
        // biome-ignore lint/suspicious/noExplicitAny: the JSON of REST
        (item: any) => ({
          id: item.id,
          answer: `<untrusted>${item.answer}</untrusted>`,
          simulated: true,
          brand: brand(item.brand),
        }),
      ),
    )
  })

  it('get_trends returns the same metrics as REST', async () => {
    const { data } = await read('/v1/analysis/trends', { tag: 'Buying', includeEntities: 'true' })
    const shown = await result(mcp, 'get_trends', { tag: 'Buying', includeCompetitors: true })
    const [point] = data
    expect(shown.points).toMatchObject([
      {
        runId: point.runId,
        completedAt: point.completedAt,
        mentionRate: roundFigures(point.mentionRate),
        comparison: 'insufficient',
        competitors: [{ name: 'Boardly' }, { name: 'Planwell' }],
      },
    ])
  })

  it.each([
    ['list_prompts', { provider: 'nobody' }, 'INVALID_PROVIDER', 'provider'],
    ['get_latest_results', { location: 'us' }, 'BAD_REQUEST', 'location'],
    ['get_latest_results', { color: 1 }, 'BAD_REQUEST', 'color'],
    ['get_latest_results', { cursor: 'AAAA' }, 'BAD_REQUEST', 'cursor'],
    ['get_trends', { limit: 0 }, 'BAD_REQUEST', 'limit'],
    ['start_async_analysis', { brandName: 'x' }, 'BAD_REQUEST', 'replicates'],
  ])('%s refuses %j with %s on %s', async (name, input, code, field) => {
    const { error, details } = await failure(mcp, name, input)
    expect(error.code).toBe(code)
    expect(details?.fieldErrors).toHaveProperty(field)
  })
})

describe('a project without a run', () => {
  it('gets a note with the next step instead of an error', async () => {
    const { id } = await world.project({ organizationId: project.organizationId })
    const { key } = await world.projectKey(id)
    const client = await connect({ url: world.url, key, protocol: '2026-07-28' })
    expect(await result(client, 'get_latest_results')).toMatchObject({
      run: null,
      results: [],
      note: expect.stringContaining('start_run'),
    })
    expect(await result(client, 'get_trends')).toMatchObject({ points: [], note: expect.any(String) })
    await client.close()
  })
})
