import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { batchEnded, createWorld, type World } from '../world.ts'
import { arbitraryOf, type Schema } from './schema-arbitrary.ts'

const REQUESTS = 5_000
const CONCURRENCY = 10

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

interface Operation {
  path: string
  method: string
  parameters: Parameter[]
  body: Schema | null
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface OpenApi {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema> }
}

interface OperationObject {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

let world: World
let document: OpenApi
let keys: Record<string, string>
let knownValues: Record<string, readonly string[]>

beforeAll(async () => {
  world = await createWorld()
  document = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as OpenApi
  const { id: orgId } = await world.organization({ plan: 'pro', credits: 1_000_000 })
  const { id: projectId } = await world.project({ organizationId: orgId, competitors: ['Planloom'] })
  const promptId = newId()
  await world.operator.db.prisma.prompt.create({
    data: { id: promptId, projectId, text: 'Best tool?', providers: ['chatgpt'], locations: ['US'] },
  })
  const tokens = world.operator.deps.providers.of(null).tokens()
  keys = {
    project: (await world.projectKey(projectId)).key,
    organization: (await world.organizationKey(orgId)).key,
    admin: (await world.organizationKey(orgId, { admin: true })).key,
    bad: 'svc_nonsense',
  }
  const analysisId = await startOne(keys.organization ?? '')
  const runId = await startRun(orgId, keys.project ?? '')
  knownValues = {
    orgId: [orgId, newId(), 'nonsense', '%00', '..%2f'],
    // Another project: deleting the key's own would invalidate the key for all later requests.
    projectId: [newId(), 'nonsense', '%00'],
    promptId: [promptId, newId(), 'nonsense', '%00'],
    projectPromptId: [promptId, newId()],
    runId: [runId, newId(), 'nonsense', '%00'],
    analysisId: [analysisId, 'aa_nonsense', '%00', newId()],
    provider: [...tokens, 'provider_1', 'nonsense'],
    cursor: ['forged', ''],
    country: ['US', 'DE', 'XX'],
    location: ['US', 'DE', 'us'],
    limit: ['1', '200', '0', '-1', '1.5', 'ten', '100000000000000000000'],
    offset: ['0', '5', '-1', 'x'],
  }
})
afterAll(() => world.close())

async function startOne(key: string): Promise<string> {
  const response = await fetch(`${world.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      prompt: 'Best tool?',
      brandName: 'Taskfern',
      replicates: 2,
      providers: ['chatgpt'],
      locations: ['US'],
    }),
  })
  const { data } = (await response.json()) as { data: { analysisId: string } }
  await world.ended(data.analysisId)
  return data.analysisId
}

async function startRun(orgId: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${world.url}/v1/analysis/trigger`, { method: 'POST', headers })
  const { data } = (await response.json()) as { data: { runId: string } }
  await batchEnded(world.member(orgId), data.runId)
  return data.runId
}

function resolve(reference: string): Schema {
  return document.components.schemas[reference.replace('#/components/schemas/', '')] ?? {}
}

function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      path,
      method: method.toUpperCase(),
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      responses,
    })),
  )
}

interface Request {
  operation: Operation
  url: string
  headers: Record<string, string>
  body: string | undefined
}

function requestArbitrary(operation: Operation): fc.Arbitrary<Request> {
  const values = operation.parameters.map((parameter) =>
    arbitraryOf(parameter.schema, resolve, knownValues, parameter.name).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    ),
  )
  const body = operation.body
    ? fc.oneof(
        {
          weight: 15,
          arbitrary: arbitraryOf(operation.body, resolve, knownValues).map((value) => JSON.stringify(value)),
        },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":1}') },
      )
    : fc.constant(undefined)
  return fc
    .record({
      parameters: fc.tuple(...values),
      left: fc.array(fc.boolean(), { minLength: values.length, maxLength: values.length }),
      body,
      key: fc.constantFrom(
        'project',
        'project',
        'project',
        'organization',
        'organization',
        'admin',
        'admin',
        'bad',
        '',
      ),
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'application/json',
        'application/json',
        'text/plain',
      ),
    })
    .map(({ parameters, left, body, key, type }) => {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type }
      if (key) headers.authorization = `Bearer ${keys[key]}`
      const query = new URLSearchParams()
      let path = operation.path
      operation.parameters.forEach((parameter, index) => {
        const value = parameters[index] ?? ''
        if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodePath(value))
        else if (left[index] && parameter.in === 'query') query.set(parameter.name, value.toWellFormed())
        else if (left[index] && /^[\x20-\x7e]*$/.test(value)) headers[parameter.name] = value
      })
      const url = `${world.url}${path}${query.size > 0 ? `?${query}` : ''}`
      return { operation, url, headers, body: body?.toWellFormed() }
    })
}

/** Encodes a path parameter. Keeps existing escapes, and replaces empty values because they would change the path. */
function encodePath(value: string): string {
  if (/^[\w.%-]+$/.test(value)) return value
  return encodeURIComponent(value.toWellFormed().slice(0, 200)) || 'x'
}

it(`${REQUESTS} requests generated from the OpenAPI document get documented statuses and bodies, and no 5xx`, async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const all = operations()
  const requests = fc.sample(
    fc.constantFrom(...all).chain((operation) => requestArbitrary(operation)),
    { numRuns: REQUESTS, seed: 20261121 },
  )
  const problems: string[] = []
  const seen = new Map<string, number>()
  const pending = [...requests]
  const work = async () => {
    for (let next = pending.pop(); next; next = pending.pop()) {
      const problem = await check(ajv, next, seen)
      if (problem) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  expect(problems.slice(0, 10)).toEqual([])
  // Ensures coverage: the test would prove little if most requests were rejected.
  for (const { method, path } of all) {
    const statuses = [...seen.keys()].filter((name) => name.startsWith(`${method} ${path} `))
    expect(statuses.length, `${method} ${path} saw only ${statuses}`).toBeGreaterThan(1)
  }
  expect([...seen].filter(([name]) => / 2\d\d$/.test(name)).length).toBeGreaterThan(all.length / 2)
}, 300_000)

async function check(ajv: Ajv2020, request: Request, seen: Map<string, number>): Promise<string | null> {
  const { operation, url, headers, body } = request
  const response = await fetch(url, {
    method: operation.method,
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const { status } = response
  const name = `${operation.method} ${operation.path} ${status}`
  seen.set(name, (seen.get(name) ?? 0) + 1)
  const exchange = `${operation.method} ${url} ${JSON.stringify(headers)} ${body?.slice(0, 300)} → ${status} ${text.slice(0, 300)}`
  if (status >= 500) return `5xx: ${exchange}`
  if (!(status in operation.responses)) return `undocumented: ${exchange}`
  for (const header of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!response.headers.has(header)) return `no ${header}: ${exchange}`
  }
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
  // A file has no JSON schema, but its media type is documented.
  if (mediaType !== 'application/json' && mediaType in (operation.responses[status]?.content ?? {}))
    return null
  const pointer = `openapi#/paths/${escapePointer(operation.path)}/${operation.method.toLowerCase()}/responses/${status}/content/application~1json/schema`
  const validate = ajv.getSchema(pointer)
  if (!validate) return `no schema: ${exchange}`
  return validate(JSON.parse(text)) ? null : `body: ${ajv.errorsText(validate.errors)} in ${exchange}`
}

function escapePointer(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
}
