import { expect } from 'vitest'
import { z } from 'zod'
import type { World } from '../world.ts'

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: `createClient` validates the body against the OpenAPI document.
  body: any
}

export interface Call {
  key?: string
  /** Sent as JSON. */
  json?: unknown
  headers?: Record<string, string>
  /** Sent unchanged. */
  body?: string | Uint8Array<ArrayBuffer>
}

export type Client = (request: `${string} /${string}`, call?: Call) => Promise<Answer>

type Json = Record<string, unknown>

/**
 * Creates a client of the REST interface. For every response, it asserts the common headers and that the body matches
 * the served OpenAPI document for the operation and status, without undocumented fields.
 */
export async function createClient({ url }: Pick<World, 'url'>): Promise<Client> {
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Json
  const schemas = new Map<string, z.ZodType>()
  return async (request, { key, json, headers, body } = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...((json !== undefined || body !== undefined) && { body: body ?? JSON.stringify(json) }),
    })
    const text = await response.text()
    expectCommonHeaders(response)
    const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
    const schema = schemaOf(document, schemas, method, path.split('?')[0] ?? '', response.status)
    expect(
      schema.safeParse(answer.body).error?.issues,
      `${request} ${response.status} ${text.slice(0, 300)}`,
    ).toBeUndefined()
    return answer
  }
}

function expectCommonHeaders({ headers, status }: Response): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(headers.get(name), name).toMatch(/^\d+$/)
  }
  expect(headers.get('X-Request-Id')).toMatch(/^[\x21-\x7e]{1,64}$/)
  expect(headers.get('Content-Type')).toBe('application/json')
  if (status === 429 || status === 503) expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
  else expect(headers.get('Retry-After')).toBeNull()
}

function schemaOf(
  document: Json,
  schemas: Map<string, z.ZodType>,
  method: string,
  path: string,
  status: number,
) {
  const template = templateOf(document, method, path)
  const name = `${method} ${template ?? path} ${status}`
  const cached = schemas.get(name)
  if (cached) return cached
  const operation = template && at(document, 'paths', template, method.toLowerCase())
  // Unknown paths and methods return the error envelope.
  const node = operation
    ? at(operation, 'responses', String(status), 'content', 'application/json', 'schema')
    : at(document, 'components', 'schemas', 'Error')
  if (!node) throw new Error(`the OpenAPI document does not describe ${name}`)
  const schema = z.fromJSONSchema(closed(document, node) as Parameters<typeof z.fromJSONSchema>[0])
  schemas.set(name, schema)
  return schema
}

/** Returns the path template of the document that matches a path. */
function templateOf(document: Json, method: string, path: string): string | undefined {
  return Object.keys((document.paths ?? {}) as Json)
    .filter((template) => at(document, 'paths', template, method.toLowerCase()))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .find((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
}

/** Returns the schema with references resolved and additional properties forbidden. */
function closed(document: Json, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(document, item))
  if (typeof node !== 'object' || node === null) return node
  const schema = node as Json
  if (typeof schema.$ref === 'string')
    return closed(document, at(document, ...schema.$ref.slice(2).split('/')))
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(document, value)])
  const open =
    'properties' in schema && !('additionalProperties' in schema) && typeof schema.type !== 'undefined'
  return { ...Object.fromEntries(entries), ...(open && { additionalProperties: false }) }
}

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], node)
}
