import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'

const TOKEN = 'a token for Prometheus'.replaceAll(' ', '-')

let world: World
let projectKey: string
beforeAll(async () => {
  world = await createWorld({ environment: { METRICS_TOKEN: TOKEN } })
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { id: projectId } = await world.project({ organizationId })
  projectKey = (await world.projectKey(projectId)).key
})
afterAll(() => world?.close())

const scrape = (token: string) =>
  fetch(`${world.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })

/** Returns the value of a series, such as `answergraph_units_total{provider="chatgpt",outcome="ok"}`; 0 if it is missing. */
async function readValue(series: string): Promise<number> {
  const text = await (await scrape(TOKEN)).text()
  const line = text.split('\n').find((line) => line.startsWith(`${series} `))
  return line ? Number(line.slice(series.length + 1)) : 0
}

it('/metrics is text for Prometheus, and refuses requests without the token', async () => {
  const response = await scrape(TOKEN)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await response.text()).toContain('# TYPE answergraph_http_request_duration_seconds histogram')
  expect((await scrape('wrong')).status).toBe(401)
  expect((await fetch(`${world.url}/metrics`)).status).toBe(401)
})

it('docs/operations.md lists all metrics of the product', async () => {
  const text = await (await scrape(TOKEN)).text()
  const names = [...text.matchAll(/^# TYPE (answergraph_\w+)/gm)].map(([, name]) => name)
  const listed = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(answergraph_\w+)`/gm)].map(
    ([, name]) => name,
  )
  expect(listed.toSorted()).toEqual(names.toSorted())
})

it('requests are counted by the pattern of their route, and unknown paths together', async () => {
  const headers = { Authorization: `Bearer ${projectKey}` }
  await fetch(`${world.url}/v1/analysis/runs/0199c2a4-0000-7000-8000-000000000000`, { headers })
  await fetch(`${world.url}/unknown/a`)
  await fetch(`${world.url}/unknown/b`)
  const count = (labels: string) => readValue(`answergraph_http_request_duration_seconds_count{${labels}}`)
  expect(await count('method="GET",route="/v1/analysis/runs/:runId",status="404"')).toBe(1)
  expect(await count('method="GET",route="none",status="404"')).toBe(2)
})

it('GraphQL operations are counted by name, with their cost', async () => {
  await send(world, projectKey, { query: 'query Named { project { id displayName } }' })
  await send(world, projectKey, { query: 'query Named { project { id displayName } }' })
  const labels = 'operation="Named"'
  expect(
    await readValue(`answergraph_graphql_operation_duration_seconds_count{${labels},outcome="ok"}`),
  ).toBe(2)
  expect(await readValue(`answergraph_graphql_cost_total{${labels}}`)).toBeGreaterThan(0)
})

it('questions, calls to providers, jobs and the state of the installation are reported', async () => {
  const started = await fetch(`${world.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${projectKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prompt: 'Best?', replicates: 2, providers: ['chatgpt'], locations: ['US'] }),
  })
  expect(started.status).toBe(202)
  await world.ended((await started.json()).data.analysisId)
  const calls = 'answergraph_provider_call_duration_seconds_count{provider="chatgpt",outcome="answered"}'
  expect(await readValue(calls)).toBe(2)
  expect(await readValue('answergraph_units_total{provider="chatgpt",outcome="ok"}')).toBe(2)
  await eventually(async () =>
    expect(await readValue('answergraph_jobs_total{job="ask",outcome="done"}')).toBe(2),
  )
  expect(await readValue('answergraph_organizations')).toBe(1)
  expect(await readValue('answergraph_provider_paused{provider="chatgpt"}')).toBe(0)
})
