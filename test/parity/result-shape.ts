import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppServices } from '../../src/core/context.ts'
import type { HttpEnv } from '../../src/http/environment.ts'
import { createRestApp } from '../../src/rest/app.ts'
import { OPEN_GATE, serveApp } from '../serve-app.ts'

type Json = Record<string, unknown>

/** The fields of a result, taken from its JSON schema, for the comparison with the types of another surface. */
export interface Shape {
  /** Fields of an object or of the items of a list; null for scalar values. */
  fields: Readonly<Record<string, Shape & { optional: boolean }>> | null
}

// Listing the routes and creating the OpenAPI document needs only this part.
const services = { deps: { logger: { info() {} } } } as unknown as AppServices

/** Returns the REST routes in the form `GET /v1/project`, with `{}` for each parameter. */
export function restRoutes(): string[] {
  const routes = createRestApp({ services, gate: OPEN_GATE }).routes.filter(({ method }) => method !== 'ALL')
  const names = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`)
  return [...new Set(names)]
}

/** Fetches the OpenAPI document of the REST API. */
export async function openApiDocument(): Promise<unknown> {
  const mount = (app: Hono<HttpEnv>) => void app.route('/', createRestApp({ services, gate: OPEN_GATE }))
  const app = await serveApp({ services, gate: OPEN_GATE, mount })
  try {
    return await (await app.request('/v1/openapi.json')).json()
  } finally {
    await app.close()
  }
}

/** Returns the shape of `data` in the successful response of a REST operation. */
export function shapeInDocument(document: unknown, method: string, path: string): Shape {
  const root = document as Json
  const template = path.replace(/\{\w+\}/g, '{}')
  const paths = root.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>
  const entry = Object.entries(paths).find(([key]) => key.replace(/\{\w+\}/g, '{}') === template)
  const responses = entry?.[1][method.toLowerCase()]?.responses ?? {}
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const body = at(success?.[1], 'content', 'application/json', 'schema')
  if (!body) throw new Error(`the OpenAPI document has no ${method} ${path}`)
  const data = shapeOf(root, body).fields?.data
  if (!data) throw new Error(`the response of ${method} ${path} has no data`)
  return data
}

/** Returns the shape of a Zod schema. */
export function shapeOfDefinition(definition: z.ZodType): Shape {
  const schema = z.toJSONSchema(definition, { unrepresentable: 'any' }) as Json
  return shapeOf(schema, schema)
}

/** Returns the shape of a JSON schema. Its references are resolved in `root`. */
export function shapeOf(root: Json, node: unknown): Shape {
  const schema = node as Json
  if (typeof schema.$ref === 'string') return shapeOf(root, at(root, ...schema.$ref.slice(2).split('/')))
  if (schema.items) return shapeOf(root, schema.items)
  const alternatives = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as unknown[] | undefined
  if (alternatives) return merged(alternatives.map((alternative) => shapeOf(root, alternative)))
  const properties = schema.properties as Record<string, unknown> | undefined
  if (!properties) return { fields: null }
  const required = new Set((schema.required ?? []) as string[])
  const fields = Object.entries(properties).map(([name, property]) => [
    name,
    { ...shapeOf(root, property), optional: !required.has(name) },
  ])
  return { fields: Object.fromEntries(fields) }
}

/**
 * Merges the fields of all alternatives. A field that some alternatives lack is not marked as optional: it belongs to
 * another state of the object.
 */
function merged(shapes: Shape[]): Shape {
  const objects = shapes.filter(({ fields }) => fields !== null)
  return { fields: objects.length > 0 ? Object.assign({}, ...objects.map(({ fields }) => fields)) : null }
}

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], node)
}
