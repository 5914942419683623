import { type Client, ResourceNotFoundError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { batchEnded, createWorld, type World } from '../world.ts'
import { connect, PROTOCOLS, type Protocol, result } from './mcp-client.ts'

let world: World
let organizationId: string
let key: string
let runId: string
let organizationKey: string
beforeAll(async () => {
  world = await createWorld()
  organizationId = (await world.organization({ credits: 100 })).id
  const made = await projectWithRun()
  key = made.key
  runId = made.runId
  organizationKey = (await world.organizationKey(organizationId)).key
})
afterAll(() => world?.close())

/** Creates a project with a prompt and, by default, a completed run. */
async function projectWithRun({ run = true } = {}) {
  const { id: projectId } = await world.project({ organizationId, competitors: ['Boardly'] })
  const { key } = await world.projectKey(projectId)
  const call = (path: string, body: object) =>
    fetch(`${world.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await call('/prompts', { text: 'Best task manager?', providers: ['chatgpt'] })
  if (!run) return { key, projectId, runId: '' }
  const started = await call('/analysis/trigger', {})
  const { runId } = ((await started.json()) as { data: { runId: string } }).data
  await batchEnded(world.member(organizationId), runId)
  return { key, projectId, runId }
}

const reportOf = (id: string) => `answergraph://runs/${id}/report`

async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }])
  const [content] = contents
  return content && 'text' in content ? content.text : ''
}

describe.each(Object.keys(PROTOCOLS) as Protocol[])('a client of the protocol %s', (protocol) => {
  /** Runs a test with a client and closes the client afterwards. */
  const withClient =
    (work: (client: Client) => Promise<void>, getKey = () => key) =>
    async () => {
      const client = await connect({ url: world.url, key: getKey(), protocol })
      await work(client)
      await client.close()
    }

  it(
    'lists and reads the run reports of its project',
    withClient(async (client) => {
      const { resources } = await client.listResources()
      expect(resources).toMatchObject([
        { uri: reportOf('latest') },
        { uri: reportOf(runId), title: expect.stringMatching(/^Report of the run of \d{4}-\d\d-\d\d$/) },
      ])
      const report = await read(client, reportOf(runId))
      expect(report).toMatch(
        /^Texts in <untrusted> tags .*\n\n<untrusted># How AI answers talk about Taskfern\n/,
      )
      expect(report).toMatch(/<\/untrusted>$/)
      expect(report).toContain('**All answers are simulated')
      expect(await read(client, reportOf('latest'))).toBe(report)
    }),
  )

  it(
    'reads the report of an async analysis',
    withClient(async (client) => {
      const question = { prompt: 'Best?', replicates: 2, providers: ['chatgpt'], locations: ['US'] }
      const { analysisId } = await result(client, 'start_async_analysis', question)
      await result(client, 'get_async_analysis', { analysisId, waitSeconds: 60 })
      const report = await read(client, `answergraph://analyses/${analysisId}/report`)
      expect(report).toContain(`Async analysis ${analysisId} ended on `)
    }),
  )

  it(
    'gets the same error for a missing report, a report of another project and an unrelated URI',
    withClient(async (client) => {
      const otherProject = await projectWithRun()
      for (const uri of [
        reportOf(otherProject.runId),
        reportOf('1'),
        reportOf(''),
        'answergraph://x',
        'file:///etc/passwd',
      ])
        await expect(client.readResource({ uri })).rejects.toThrow(new ResourceNotFoundError(uri))
    }),
  )

  it(
    'with an organization key sees only analysis reports and no prompts',
    withClient(
      async (client) => {
        expect((await client.listResources()).resources).toEqual([])
        const { resourceTemplates } = await client.listResourceTemplates()
        expect(resourceTemplates).toMatchObject([
          { uriTemplate: 'answergraph://analyses/{analysisId}/report' },
        ])
        expect(client.getServerCapabilities()).not.toHaveProperty('prompts')
        const uri = reportOf(runId)
        await expect(client.readResource({ uri })).rejects.toThrow(new ResourceNotFoundError(uri))
      },
      () => organizationKey,
    ),
  )

  it(
    'gets a prompt with its report embedded',
    withClient(async (client) => {
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual(['weekly_report', 'why_did_we_move'])
      for (const { name } of prompts) {
        const { messages } = await client.getPrompt({ name, arguments: { language: 'Danish' } })
        const [report, task] = messages
        expect(report?.content).toMatchObject({ type: 'resource', resource: { uri: reportOf(runId) } })
        expect(task?.content).toMatchObject({ type: 'text', text: expect.stringContaining('Danish') })
        expect(task?.content).toMatchObject({ text: expect.stringContaining(runId) })
      }
    }),
  )

  it(
    'gets prompt errors that name the argument',
    withClient(async (client) => {
      const name = 'weekly_report'
      await expect(client.getPrompt({ name, arguments: { language: ' ' } })).rejects.toMatchObject({
        code: -32_602,
        data: { code: 'BAD_REQUEST', fieldErrors: { language: 'must not be empty' } },
      })
      await expect(client.getPrompt({ name, arguments: { runId: '1' } })).rejects.toMatchObject({
        code: -32_602,
        data: { code: 'NOT_FOUND' },
      })
      await expect(client.getPrompt({ name: 'none' })).rejects.toMatchObject({ code: -32_602 })
    }),
  )

  it('gets an error if no run has ended yet', async () => {
    const { key } = await projectWithRun({ run: false })
    const client = await connect({ url: world.url, key, protocol })
    await expect(client.getPrompt({ name: 'weekly_report' })).rejects.toThrow(
      'No run of the project has ended yet.',
    )
    await client.close()
  })

  it(
    'gets run ids as completions',
    withClient(async (client) => {
      const argument = (value: string) => ({ name: 'runId', value })
      const template = { type: 'ref/resource', uri: 'answergraph://runs/{runId}/report' } as const
      const prompt = { type: 'ref/prompt', name: 'weekly_report' } as const
      const values = async (params: Parameters<Client['complete']>[0]) =>
        (await client.complete(params)).completion.values
      expect(await values({ ref: template, argument: argument('') })).toEqual(['latest', runId])
      expect(await values({ ref: prompt, argument: argument(runId.slice(0, 8)) })).toEqual([runId])
      expect(await values({ ref: prompt, argument: { name: 'language', value: '' } })).toEqual([])
    }),
  )
})

it('the list of reports is paginated, with each run once and the newest first', async () => {
  const { key, projectId } = await projectWithRun({ run: false })
  const ctx = world.member(organizationId)
  const runs: string[] = []
  for (let count = 0; count < 51; count += 1) {
    const run = await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
    await batchEnded(ctx, run.id)
    runs.push(run.id)
  }
  const client = await connect({ url: world.url, key, protocol: '2026-07-28' })
  const page = (params: { cursor?: string }) => client.request({ method: 'resources/list', params })
  const first = await page({})
  const second = await page({ cursor: first.nextCursor ?? '' })
  expect([...first.resources, ...second.resources].map(({ uri }) => uri)).toEqual(
    ['latest', ...runs.toReversed()].map(reportOf),
  )
  expect([first.resources.length, second.resources.length]).toEqual([51, 1])
  expect(second.nextCursor).toBeUndefined()
  await expect(page({ cursor: 'forged' })).rejects.toMatchObject({
    data: { code: 'BAD_REQUEST', fieldErrors: { cursor: expect.any(String) } },
  })
  await client.close()
})
