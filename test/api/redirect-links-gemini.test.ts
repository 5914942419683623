import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

const PATH = '/grounding-api-redirect'

let server: Server
let origin: string
let world: World
let questions = 0
beforeAll(async () => {
  // Answers questions (POST) and serves the redirect links of these answers (GET).
  server = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    if (request.method === 'POST') {
      questions += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer({ padding: sent.includes('Large?') ? 100_000 : 0 })))
    } else if (request.url === `${PATH}/brand`) {
      response.writeHead(302, { location: 'https://taskfern.example/pricing' }).end()
    } else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  world = await createWorld({
    providers: [{ id: 'gemini', driver: 'gemini', baseUrl: `${origin}/v1beta` }],
    environment: { GEMINI_API_KEY: 'test-key', OUTBOUND_ALLOW: `127.0.0.1:${port}` },
  })
})
afterAll(async () => {
  await world?.close()
  server.close()
})

/** Returns a grounded Gemini answer. The padding stands in for the markup of Google's search suggestions. */
function answer({ padding }: { padding: number }): object {
  const chunk = (path: string, title: string) => ({ web: { uri: `${origin}${PATH}/${path}`, title } })
  return {
    candidates: [
      {
        finishReason: 'STOP',
        content: { role: 'model', parts: [{ text: 'Taskfern is the best choice.' }] },
        groundingMetadata: {
          webSearchQueries: ['task manager'],
          searchEntryPoint: { renderedContent: 'x'.repeat(padding) },
          groundingChunks: [chunk('brand', 'taskfern.example'), chunk('gone', 'magazine.example')],
          groundingSupports: [{ segment: { endIndex: 8, text: 'Taskfern' }, groundingChunkIndices: [0, 1] }],
        },
      },
    ],
    modelVersion: 'gemini-1',
  }
}

it.each(['Small?', 'Large?'])(
  "Gemini's sources are the pages behind its redirect links, or the named sites if a link leads nowhere: %s",
  async (text) => {
    const project = await createRunProject(world, await createClient(world), {
      prompts: [{ text, providers: ['gemini'] }],
    })
    const before = questions
    const runId = await project.run()
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
    const [{ status, searched, citations }] = body.data
    expect([status, searched]).toEqual(['ok', true])
    expect(citations.map(({ url, domain, kind }: Record<string, string>) => [url, domain, kind])).toEqual([
      ['https://taskfern.example/pricing', 'taskfern.example', 'cited'],
      [`${origin}${PATH}/gone`, 'magazine.example', 'cited'],
    ])
    expect(questions - before).toBe(1)
  },
)
