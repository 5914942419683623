import type { World } from '../world.ts'
import { overCli } from './cli-surface.ts'
import { countExecution } from './executions.ts'
import { overGraphql } from './graphql-surface.ts'
import { overMcp } from './mcp-surface.ts'
import { type Form, type Input, isAbsent, type Operation, SURFACES, type Surface } from './operation.ts'
import type { Outcome } from './outcome.ts'
import { overRest } from './rest-surface.ts'
import { type Shape, shapeInDocument, shapeOfDefinition } from './result-shape.ts'
import type { Credentials } from './tenant.ts'
import { withoutMore } from './without-more.ts'

/** One request of an operation. */
export interface Request {
  world: World
  /** Null for a request without credentials. The command line ignores them. */
  credentials: Credentials | null
  input: Input
  /** Identifies repetitions of the same request. */
  idempotencyKey?: string
}

/** Returns the surfaces that have an operation. */
export function surfacesOf(operation: Operation): Surface[] {
  return SURFACES.filter((surface) => !isAbsent(operation[surface]))
}

/** Returns the shape of an operation's result: from the table, otherwise from the OpenAPI document. */
export function shapeOfResult({ rest, result, includes = [] }: Operation, document: unknown): Shape {
  if (result) return shapeOfDefinition(result)
  if (isAbsent(rest)) return { fields: null }
  const [method = '', path = ''] = rest.request.split(' ')
  const shape = shapeInDocument(document, method, path)
  return shape.fields ? { fields: withoutOptional(shape.fields, includes) } : shape
}

function withoutOptional(
  fields: NonNullable<Shape['fields']>,
  includes: readonly string[],
): NonNullable<Shape['fields']> {
  const kept = Object.entries(fields).filter(([name, { optional }]) => !optional || includes.includes(name))
  return Object.fromEntries(
    kept.map(([name, { fields: inner, optional }]) => [
      name,
      { optional, fields: inner && withoutOptional(inner, includes) },
    ]),
  )
}

/** Runs an operation on one surface. */
export async function carryOut(
  operation: Operation,
  surface: Surface,
  shape: Shape,
  request: Request,
): Promise<Outcome> {
  const form = operation[surface]
  if (isAbsent(form)) throw new Error(`${surface} has no operation to ${operation.name}`)
  const { idempotencyKey, ...rest } = request.input
  const input = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => value !== undefined && !form.without?.includes(name)),
  )
  const prepared = {
    ...request,
    input,
    ...(idempotencyKey !== undefined && { idempotencyKey: String(idempotencyKey) }),
  }
  countExecution(operation.name, surface)
  switch (surface) {
    case 'rest':
      return convert(await overRest(form as never, prepared), form)
    case 'graphql':
      return convert(await overGraphql(form as never, shape, prepared), form)
    case 'mcp':
      return withoutMore(convert(await overMcp(form as never, prepared), form), shape, form)
    case 'cli':
      return withoutMore(convert(await overCli(form as never, prepared), form), shape, form)
  }
}

function convert(outcome: Outcome, { form }: Form): Outcome {
  // The cast is safe as long as the type in the table matches the surface's response.
  return form && 'result' in outcome ? { result: form(outcome.result as never) } : outcome
}
