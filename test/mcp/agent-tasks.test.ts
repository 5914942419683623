import type { Client } from '@modelcontextprotocol/client'
import { countTokens } from 'gpt-tokenizer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { connect } from './mcp-client.ts'

// Ten tasks as an agent would solve them. Each names the calls that it needs, and a bound for the tokens of their results.

let world: World
let project: RunProject
let mcp: Client
let promptOfLoss: string
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly', 'Kanbee', 'Planwell'],
    prompts: Array.from({ length: 20 }, (_, index) => ({
      text: `Which task manager is best for team ${index}?`,
      providers: ['chatgpt', 'gemini'],
      locations: ['US', 'DE'],
      tags: index % 2 === 0 ? ['Buying'] : [],
    })),
  })
  promptOfLoss = 'Which task manager is best for team 0?'
  const site = (domain: string) => ({
    url: `https://${domain}/page`,
    domain,
    kind: 'cited' as const,
    owner: 'third_party' as const,
  })
  for (const late of [false, true]) {
    await project.freeManualRun()
    await runWithAnswers(world, project, ({ prompt, provider }) => {
      const isLost = prompt === promptOfLoss || (late && provider === 'gemini')
      return isLost
        ? { brand: null, competitor: 1, others: [2, 3], sources: [site('rivals.example')] }
        : { brand: 1, competitor: 2, recommended: true, sentiment: 0.5, sources: [site('reviews.example')] }
    })
  }
  await project.freeManualRun()
  mcp = await connect({ url: world.url, key: project.key, protocol: '2026-07-28' })
})
afterAll(async () => {
  await mcp?.close()
  await world?.close()
})

/** Counts the calls of a task and the tokens of their results, as the client passes them to its model. */
function openTask() {
  const spent = { calls: 0, tokens: 0 }
  // biome-ignore lint/suspicious/noExplicitAny: each task checks the fields that it uses.
  async function call(name: string, input: Record<string, unknown> = {}): Promise<any> {
    const { structuredContent, content, isError } = await mcp.callTool({ name, arguments: input })
    expect(isError, JSON.stringify(content)).not.toBe(true)
    spent.calls += 1
    spent.tokens += countTokens(JSON.stringify({ structuredContent, content }))
    return structuredContent
  }
  return { spent, call }
}

type Call = ReturnType<typeof openTask>['call']

interface Task {
  task: string
  calls: number
  tokens: number
  solve: (call: Call) => Promise<void>
}

const TASKS: readonly Task[] = [
  {
    task: 'summarize the latest run',
    calls: 1,
    tokens: 2_500,
    async solve(call) {
      const { report } = await call('get_report')
      expect(report).toContain('Boardly')
    },
  },
  {
    task: 'say whether the brand is named less often than in the previous run',
    calls: 1,
    tokens: 2_000,
    async solve(call) {
      const { parts } = await call('compare_runs')
      expect(parts[0].claim).toMatch(/lower than before.*may be called a change/)
    },
  },
  {
    task: 'find out which provider caused the change',
    calls: 1,
    tokens: 3_600,
    async solve(call) {
      const { parts } = await call('compare_runs', { by: 'provider' })
      const moved = parts.filter(
        ({ comparison }: { comparison: { verdict: string } }) => comparison.verdict === 'moved',
      )
      expect(moved.map(({ part }: { part: string }) => part)).toEqual(['gemini'])
    },
  },
  {
    task: 'find the prompt where competitors are named instead, and read an answer to it',
    calls: 3,
    tokens: 3_500,
    async solve(call) {
      const { prompts } = await call('list_lost_prompts', { limit: 3 })
      expect(prompts[0]).toMatchObject({
        prompt: promptOfLoss,
        namedInstead: [{ mentionRate: { value: 1 } }, {}, {}],
      })
      const { answers } = await call('find_answers', { prompt: promptOfLoss, finding: 'missing', limit: 2 })
      const { id } = answers[0]
      expect(await call('get_answer', { resultId: id })).toMatchObject({ prompt: promptOfLoss })
    },
  },
  {
    task: 'name the sites behind the answers that leave the brand out',
    calls: 2,
    tokens: 1_200,
    async solve(call) {
      const without = await call('list_sources', { mentioned: false })
      const withBrand = await call('list_sources', { mentioned: true })
      const domains = ({ sources }: { sources: { domain: string }[] }) => sources.map(({ domain }) => domain)
      expect([domains(without), domains(withBrand)]).toEqual([['rivals.example'], ['reviews.example']])
    },
  },
  {
    task: 'name the sites behind the answers that name a competitor',
    calls: 1,
    tokens: 700,
    async solve(call) {
      const { sources } = await call('list_sources', { competitor: 'Kanbee' })
      expect(sources).toMatchObject([{ domain: 'rivals.example', citationRate: { value: 1 } }])
    },
  },
  {
    task: 'show how the mention rate developed',
    calls: 1,
    tokens: 1_800,
    async solve(call) {
      const { points } = await call('get_trends')
      expect(points).toHaveLength(2)
    },
  },
  {
    task: 'compare the brand with its competitors',
    calls: 1,
    tokens: 2_500,
    async solve(call) {
      const { summary, competitors } = await call('get_run')
      expect(summary.mentionRate.value).toBeLessThan(competitors[0].mentionRate.value)
    },
  },
  {
    task: 'quote what answers say when they recommend the brand',
    calls: 1,
    tokens: 3_000,
    async solve(call) {
      const { answers } = await call('find_answers', { finding: 'recommended', limit: 3 })
      expect(answers).toHaveLength(3)
    },
  },
  {
    task: 'ask one provider again in one country',
    calls: 2,
    tokens: 700,
    async solve(call) {
      const { runId } = await call('start_run', {
        providers: ['gemini'],
        locations: ['DE'],
        reschedule: false,
      })
      const { run } = await call('get_run', { runId })
      expect(run.progress.total).toBe(20)
    },
  },
]

const total = { calls: 0, tokens: 0 }

describe('an agent', () => {
  it.each(TASKS)('can $task with $calls calls', async ({ task, calls, tokens, solve }) => {
    const { spent, call } = openTask()
    await solve(call)
    total.calls += spent.calls
    total.tokens += spent.tokens
    expect({ task, calls: spent.calls }).toEqual({ task, calls })
    expect(spent.tokens, `${task}: ${spent.tokens} tokens`).toBeLessThanOrEqual(tokens)
  })

  it('needs at most 14 calls and 15,000 tokens for all of these tasks', () => {
    console.log(`ten tasks: ${total.calls} calls, ${total.tokens} tokens`)
    expect(total.calls).toBeLessThanOrEqual(14)
    expect(total.tokens).toBeLessThanOrEqual(15_000)
  })
})
