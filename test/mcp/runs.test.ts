import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { roundFigures } from '../../src/mcp/foundation/round.ts'
import { ask } from '../api/graphql-client.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { connect, failure, result } from './mcp-client.ts'

const TEXTS = Array.from({ length: 12 }, (_, index) => `Question ${index}?`)

let world: World
let project: RunProject
let mcp: Client
/** Ids of three runs. The brand is mentioned by no answer, by all answers, and by all answers of one provider. */
let [first, second, third]: string[] = []
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: TEXTS.map((text, index) => ({
      text,
      providers: ['chatgpt', 'gemini'],
      tags: index === 0 ? ['Buying'] : [],
    })),
  })
  first = await runWithAnswers(world, project, () => ({ brand: null, competitor: 1 }))
  second = await runWithAnswers(world, project, () => ({ brand: 1, cited: true, sentiment: 1 }))
  third = await runWithAnswers(world, project, ({ provider, prompt }) => {
    if (prompt === TEXTS[11]) return 'refused'
    return provider === 'chatgpt' ? { brand: 1, recommended: true, rank: 1 } : { brand: null, competitor: 2 }
  })
  mcp = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
})
afterAll(async () => {
  await mcp?.close()
  await world?.close()
})

/** Rounds the figures of GraphQL as tools do. */
function rounded<Figures>(figures: Figures): Figures {
  return roundFigures(figures) as Figures
}

describe('get_run', () => {
  it('returns the same metrics as GraphQL, by default for the run that was started last', async () => {
    const query = `{ viewer { project { latestRun { databaseId summary {
      mentionRate { value numerator denominator low high } recommendationRate { value }
      entities { name mentionRate { value } } } } } } }`
    const { latestRun } = (await ask(world, project.key, query)).viewer.project
    const shown = await result(mcp, 'get_run')
    const { entities, ...summary } = rounded(latestRun.summary)
    expect(latestRun.databaseId).toBe(third)
    expect(shown).toMatchObject({ run: { id: third, status: 'completed' }, summary, note: null })
    expect(shown.competitors).toMatchObject(entities.slice(1))
  })
})

describe('compare_runs', () => {
  it('compares the latest run with the previous run by provider, with the same values as GraphQL', async () => {
    const query = `{ viewer { project { latestRun { metrics(scope: PROVIDER) { value
      comparison { difference low high pValue promptCount previousRun { databaseId } }
      summary { mentionRate { value low high } } } } } } }`
    const { metrics } = (await ask(world, project.key, query)).viewer.project.latestRun
    const shown = await result(mcp, 'compare_runs', { by: 'provider' })
    expect(shown).toMatchObject({ run: { id: third }, other: { id: second } })
    expect(shown.parts).toMatchObject(
      rounded(metrics).map(
        ({
          value,
          comparison: { previousRun, promptCount: prompts, ...comparison },
          summary,
        }: (typeof metrics)[number]) => ({
          part: value,
          comparison: { ...comparison, prompts, previousRunId: previousRun.databaseId },
          now: summary,
          before: { mentionRate: { value: 1 } },
        }),
      ),
    )
    expect(shown.parts).toMatchObject([
      {
        part: 'chatgpt',
        comparison: { verdict: 'within_noise' },
        claim: expect.stringMatching(/Claim no change/),
      },
      {
        part: 'gemini',
        comparison: { verdict: 'moved' },
        claim: expect.stringMatching(/lower.*may be called a change/),
      },
    ])
  })

  it('compares any two runs, in either order', async () => {
    const forth = await result(mcp, 'compare_runs', { runId: third, otherRunId: first, by: 'provider' })
    expect(forth.parts).toMatchObject([
      {
        part: 'chatgpt',
        comparison: { verdict: 'moved', previousRunId: first },
        before: { mentionRate: { value: 0 } },
      },
      { part: 'gemini', comparison: { verdict: 'within_noise', difference: 0 } },
    ])
    const back = await result(mcp, 'compare_runs', { runId: first, otherRunId: second })
    expect(back.parts).toMatchObject([{ part: null, comparison: { verdict: 'moved', difference: -1 } }])
  })

  it('tests all metrics of the brand and of each competitor, and says which changes may be claimed', async () => {
    const { parts } = await result(mcp, 'compare_runs', { by: 'competitor' })
    expect(parts).toMatchObject([
      {
        part: 'Boardly',
        comparison: null,
        changes: { mentionRate: { adjustedVerdict: 'moved', difference: 0.5 } },
        claim: expect.stringMatching(/higher than before.*may be called a change.*share of voice/),
      },
    ])
    const { parts: whole } = await result(mcp, 'compare_runs')
    expect(whole).toMatchObject([
      { changes: { recommendationRate: { adjustedVerdict: expect.any(String) } } },
    ])
    const { parts: byCountry } = await result(mcp, 'compare_runs', { by: 'location' })
    expect(byCountry).toMatchObject([{ changes: null }])
  })

  it('says that the first run has no earlier run to compare with', async () => {
    const { other, parts } = await result(mcp, 'compare_runs', { runId: first })
    expect(other).toBeNull()
    expect(parts).toMatchObject([{ before: null, claim: expect.stringContaining('no earlier run') }])
  })

  it('rejects a comparison of a run with itself', async () => {
    const { details } = await failure(mcp, 'compare_runs', { runId: first, otherRunId: first })
    expect(details?.fieldErrors).toHaveProperty('otherRunId')
  })
})

describe('find_answers', () => {
  const count = async (input: Record<string, unknown>) =>
    ((await result(mcp, 'find_answers', { limit: 100, ...input })).answers as unknown[]).length

  it.each([
    [{ finding: 'named' }, 11],
    [{ finding: 'missing' }, 11],
    [{ finding: 'denied' }, 0],
    [{ finding: 'recommended' }, 11],
    [{ finding: 'recommended', provider: 'provider_1', tag: 'BUYING' }, 1],
    [{ finding: 'discouraged' }, 0],
    [{ competitor: 'boardly' }, 11],
    [{ competitor: 'boardly', finding: 'named' }, 0],
    [{ prompt: TEXTS[11] }, 2],
    [{}, 24],
  ])('finds for %j %i answers of the latest run', async (input, expected) => {
    expect(await count(input)).toBe(expected)
  })

  it('finds the answers of an earlier run', async () => {
    expect(await count({ runId: first, finding: 'missing' })).toBe(24)
  })

  it.each(['Nobody', ''])(
    'lists the tracked competitors in the error for another competitor: "%s"',
    async (competitor) => {
      const { details } = await failure(mcp, 'find_answers', { competitor })
      expect(details?.fieldErrors.competitor).toContain('Boardly')
    },
  )
})

describe('other tenants', () => {
  it.each([
    ['get_run', () => ({ runId: first })],
    ['get_run', () => ({ runId: first, waitSeconds: 10 })],
    ['cancel_run', () => ({ runId: first })],
    ['compare_runs', () => ({ runId: first })],
    ['compare_runs', () => ({ otherRunId: first, runId: second })],
    ['find_answers', () => ({ runId: first })],
    ['list_sources', () => ({ runId: first })],
  ])('cannot access a run with %s', async (name, input) => {
    const { key } = await createRunProject(world, await createClient(world))
    const stranger = await connect({ url: world.url, key, protocol: '2026-07-28' })
    expect(await failure(stranger, name, input())).toMatchObject({ error: { code: 'NOT_FOUND' } })
    await stranger.close()
  })

  it("get_answer returns only answers of the caller's project", async () => {
    const { answers } = await result(mcp, 'find_answers', { limit: 1 })
    const [{ id: resultId }] = answers as [{ id: string }]
    expect(await result(mcp, 'get_answer', { resultId })).toMatchObject({ id: resultId, runId: third })
    const stranger = await connect({ url: world.url, key: project.organizationKey, protocol: '2026-07-28' })
    expect(await failure(stranger, 'get_answer', { resultId })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
    await stranger.close()
  })
})

describe('an organization key', () => {
  it('needs an analysis id to find answers and sources, because runs belong to projects', async () => {
    const client = await connect({ url: world.url, key: project.organizationKey, protocol: '2026-07-28' })
    for (const name of ['find_answers', 'list_sources'])
      expect(await failure(client, name)).toMatchObject({ error: { code: 'PROJECT_SCOPED_KEY_REQUIRED' } })
    await client.close()
  })
})

describe('a key that is revoked during a wait', () => {
  it('gets no data afterwards', async () => {
    const { id, key } = await world.projectKey(project.projectId)
    const client = await connect({ url: world.url, key, protocol: '2026-07-28' })
    const { runId } = await result(client, 'start_run')
    let revoked: Promise<unknown> | undefined
    const onprogress = () => {
      revoked ??= revokeKey({ ctx: world.operator, input: { id } })
    }
    const call = { name: 'get_run', arguments: { runId, waitSeconds: 60 } }
    const { isError, content } = await client.callTool(call, { onprogress })
    await revoked
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toContain('UNAUTHORIZED')
    await client.close()
  })
})
