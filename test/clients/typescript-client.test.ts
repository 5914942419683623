import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AnswergraphError,
  createAnswergraph,
  eachItem,
  eachResult,
  unwrap,
  waitForAnalysis,
  waitForRun,
} from '@answergraph/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let project: RunProject
beforeAll(async () => {
  world = await createWorld()
  project = await createRunProject(world, await createClient(world), {
    prompts: Array.from({ length: 5 }, (_, index) => ({ text: `Question ${index}?` })),
  })
  await world.operator.db.prisma.organization.update({
    where: { id: project.organizationId },
    data: { creditBalance: 100 },
  })
})
afterAll(() => world?.close())

const answergraph = () => createAnswergraph({ url: `${world.url}/`, key: project.key })

const QUESTION = { prompt: 'Which board?', providers: ['chatgpt'], locations: ['US'], replicates: 2 }

describe('the client, with the running product', () => {
  it('reads and changes a project with typed calls', async () => {
    const { rest } = answergraph()
    const { data } = await unwrap(rest.GET('/v1/project'))
    expect(data.id).toBe(project.projectId)
    const created = await unwrap(rest.POST('/v1/prompts', { body: { text: 'A new question?' } }))
    const params = { path: { promptId: created.data.id } }
    expect((await unwrap(rest.DELETE('/v1/prompts/{promptId}', { params }))).data.deleted).toBe(true)
  })

  it('throws an error with the status, the code and the invalid fields', async () => {
    const { rest } = answergraph()
    const failure = await unwrap(rest.POST('/v1/prompts', { body: { text: '' } })).catch((error) => error)
    expect(failure).toBeInstanceOf(AnswergraphError)
    expect(failure).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      fieldErrors: { text: expect.any(String) },
      requestId: expect.any(String),
      retryAfter: null,
    })
  })

  it('yields the items of all pages', async () => {
    const { rest } = answergraph()
    const texts: string[] = []
    const pages = (cursor: string | undefined) =>
      rest.GET('/v1/prompts', { params: { query: { limit: 2, ...(cursor && { cursor }) } } })
    for await (const { text } of eachItem(pages)) texts.push(text)
    expect(texts).toEqual(Array.from({ length: 5 }, (_, index) => `Question ${index}?`))
  })

  it('starts a run, waits for its end and yields its results', async () => {
    const client = answergraph()
    const { data } = await unwrap(client.rest.POST('/v1/analysis/trigger', { body: { reschedule: false } }))
    const { runId } = data
    const statuses: string[] = []
    const run = await waitForRun(client, runId, { onProgress: ({ status }) => void statuses.push(status) })
    expect(run.status).toBe('completed')
    expect(statuses.at(-1)).toBe('completed')
    const ids: string[] = []
    const pages = (offset: number) =>
      client.rest.GET('/v1/analysis/results', { params: { query: { runId, limit: 2, offset } } })
    for await (const { id } of eachResult(pages)) ids.push(id)
    expect(new Set(ids).size).toBe(5)
  })

  it('waits for an async analysis and returns its results', async () => {
    const client = answergraph()
    const { data } = await unwrap(client.rest.POST('/v1/async-analysis', { body: QUESTION }))
    const ended = await waitForAnalysis(client, data.analysisId)
    expect(ended.results).toHaveLength(2)
    expect(ended.summary.mentionRate.denominator).toBe(2)
  })

  it('stops waiting when it is told to', async () => {
    const client = createAnswergraph({
      url: world.url,
      key: project.key,
      fetch: async () => Response.json({ data: { status: 'running' } }),
    })
    const reason = new Error('no longer needed')
    const controller = new AbortController()
    const waiting = waitForAnalysis(client, 'aa_X', {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    })
    await expect(waiting).rejects.toBe(reason)
  })

  it('follows an analysis live until it ends', async () => {
    const { rest, live } = answergraph()
    const { data } = await unwrap(rest.POST('/v1/async-analysis', { body: QUESTION }))
    const query = `subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) { status progress { completed } } }`
    const states: string[] = []
    interface Progress {
      asyncAnalysisProgress: { status: string }
    }
    for await (const result of live<Progress>({ query, variables: { id: data.analysisId } }))
      if (result.data) states.push(result.data.asyncAnalysisProgress.status)
    expect(states.at(-1)).toBe('COMPLETED')
  })

  it('starts paid work only once, even if the first response is lost', async () => {
    let isLost = false
    const client = createAnswergraph({
      url: world.url,
      key: project.key,
      fetch: async (...request) => {
        const response = await fetch(...request)
        if (isLost) return response
        isLost = true
        await response.body?.cancel()
        throw new TypeError('the connection was lost')
      },
    })
    const before = await unwrap(client.rest.GET('/v1/organization'))
    isLost = false
    await unwrap(client.rest.POST('/v1/async-analysis', { body: QUESTION }))
    const after = await unwrap(client.rest.GET('/v1/organization'))
    expect(before.data.credits - after.data.credits).toBe(2)
  })
})

describe('the client, with a server that is overloaded', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })

  /** Opens a server that gives these responses in turn, and a client of it. */
  async function openOverloaded(responses: { status: number; retryAfter?: number }[]) {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      const { status, retryAfter } = responses.shift() ?? { status: 200 }
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      })
      const error = { code: 'RATE_LIMITED', message: 'Too many requests.' }
      response.end(JSON.stringify(status === 200 ? { data: { ok: true } } : { error }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { requests, ...createAnswergraph({ url, key: 'svc_TEST' }) }
  }

  it('repeats a request as the server says', async () => {
    const { rest, requests } = await openOverloaded([
      { status: 429, retryAfter: 0 },
      { status: 503, retryAfter: 0 },
    ])
    await unwrap(rest.GET('/v1/project'))
    expect(requests).toHaveLength(3)
  })

  it('does not repeat a request that would have to wait for longer than a minute', async () => {
    const { rest, requests } = await openOverloaded([{ status: 429, retryAfter: 86_400 }])
    const failure = await unwrap(rest.GET('/v1/project')).catch((error) => error)
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 86_400 })
    expect(requests).toHaveLength(1)
  })

  it('does not repeat a change that could happen twice', async () => {
    const { rest, requests } = await openOverloaded([{ status: 503, retryAfter: 0 }])
    const failure = await unwrap(rest.POST('/v1/prompts', { body: { text: 'Best?' } })).catch(
      (error) => error,
    )
    expect(failure).toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  it('gives up after four more attempts', async () => {
    const { rest, requests } = await openOverloaded(
      Array.from({ length: 9 }, () => ({ status: 502, retryAfter: 0 })),
    )
    await expect(unwrap(rest.GET('/v1/project'))).rejects.toMatchObject({ status: 502 })
    expect(requests).toHaveLength(5)
  })
})
