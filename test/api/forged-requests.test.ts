import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from './run-project.ts'

let world: World
let client: Client
let project: RunProject
beforeAll(async () => {
  world = await createWorld({ providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  project = await createRunProject(world, client, { prompts: [{ text: 'Best?' }] })
})
afterAll(() => world?.close())

/** Fields that exist in the database, or that a careless program would copy, and that no request may set. */
const PROTECTED = ['creditBalance', 'isAdmin', 'createdAt', 'scopes', 'passwordHash']
/** A JSON body whose own fields are the names of a prototype. `JSON.stringify` cannot write `__proto__`. */
const PROTOTYPES =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}'

interface Operation {
  method: string
  path: string
}

/** Returns the operations of the REST API that have a JSON body. */
async function operationsWithBody(): Promise<Operation[]> {
  const document = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: object }>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ method: method.toUpperCase(), path }] : [],
    ),
  )
}

/** Sends a body to an operation with the key that may change most, and returns the status and the refused fields. */
async function refused({ method, path }: Operation, body: string) {
  const { prisma } = world.operator.db
  const { id: promptId } = await prisma.prompt.findFirstOrThrow({ where: { projectId: project.projectId } })
  const ids: Record<string, string> = {
    orgId: project.organizationId,
    projectId: project.projectId,
    promptId,
  }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? project.projectId)
  const outcomes = await Promise.all(
    [project.key, project.organizationKey].map((key) =>
      client(`${method} ${url as `/${string}`}`, {
        key,
        body,
        headers: { 'Content-Type': 'application/json' },
      }),
    ),
  )
  return outcomes.map(({ status, body: answer }) => ({
    status,
    fields: Object.keys(answer.details?.fieldErrors ?? {}),
  }))
}

describe('a REST body', () => {
  it('with protected or unknown fields is refused by every operation, with their names', async () => {
    const operations = await operationsWithBody()
    expect(operations.length).toBeGreaterThan(15)
    const body = JSON.stringify({
      kind: 'free_plan',
      ...Object.fromEntries(PROTECTED.map((field) => [field, '1'])),
    })
    for (const operation of operations) {
      const outcomes = await refused(operation, body)
      const label = `${operation.method} ${operation.path} ${JSON.stringify(outcomes)}`
      for (const { status } of outcomes) expect([400, 403, 404], label).toContain(status)
      const [parsed] = outcomes.filter(({ fields }) => fields.includes('isAdmin'))
      expect(parsed?.fields, label).toEqual(expect.arrayContaining(PROTECTED))
    }
  })

  it('with the names of a prototype is refused by every operation, and changes no object', async () => {
    for (const operation of await operationsWithBody()) {
      for (const { status } of await refused(operation, PROTOTYPES))
        expect([400, 403, 404], `${operation.method} ${operation.path}`).toContain(status)
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('a GraphQL input', () => {
  const UPDATE =
    'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { name } } }'

  it.each([...PROTECTED, '__proto__', 'constructor'])('with the field %s is refused', async (field) => {
    const body = `{"query":${JSON.stringify(UPDATE)},"variables":{"input":{"displayName":"Renamed","${field}":"1"}}}`
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${project.key}` },
      body,
    })
    const { errors, data } = (await response.json()) as { errors?: unknown[]; data?: unknown }
    expect([errors?.length, data ?? null]).toEqual([1, null])
  })
})

describe('the names of a prototype', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it('are names like all others, for competitors, tags, prompts and filters', async () => {
    const named = await createRunProject(world, client, { competitors: NAMES })
    for (const name of NAMES) await insertPrompt(world, named.projectId, { text: name, tags: [name] })
    const runId = await named.run()
    for (const name of NAMES) {
      for (const filter of [`tag=${name}`, `competitor=${name}`, `promptText=${name}`]) {
        const { status } = await named.call(`GET /v1/analysis/runs/${runId}/results?${filter}`)
        expect([filter, [200, 400].includes(status)]).toEqual([filter, true])
      }
      const { errors } = await send(world, named.key, {
        query: `query ($tag: String) { viewer { project { latestRun { results(filter: { tag: $tag }) { totalCount } } } } }`,
        variables: { tag: name },
      })
      expect(errors).toBeUndefined()
    }
    const { viewer } = await ask(
      world,
      named.key,
      '{ viewer { project { competitors { nodes { name } } } } }',
    )
    expect(viewer.project.competitors.nodes.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      NAMES.toSorted(),
    )
    const { body } = await named.call('GET /v1/analysis/trends?includeEntities=true')
    expect(body.data[0].entities).toHaveLength(NAMES.length + 1)
  })
})

describe('a client that no proxy is trusted for', () => {
  it('does not escape the limit of its address with X-Forwarded-For', async () => {
    const limited = await createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: '5' } })
    try {
      const statuses: number[] = []
      for (let index = 0; index < 8; index += 1) {
        const headers = {
          'X-Forwarded-For': `198.51.100.${index}`,
          Forwarded: `for=198.51.100.${index}`,
          'X-Real-IP': `198.51.100.${index}`,
        }
        statuses.push((await fetch(`${limited.url}/v1/project`, { headers })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    } finally {
      await limited.close()
    }
  })
})
