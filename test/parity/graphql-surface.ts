import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parseType,
  typeFromAST,
} from 'graphql'
import { globalIdOf } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { type GraphqlResult, results, send } from '../api/graphql-client.ts'
import { NULL_FOR } from './differences.ts'
import { readingOf, typeAt } from './graph-result.ts'
import type { GraphqlForm } from './operation.ts'
import { failureOf, inNamesOf, type Outcome } from './outcome.ts'
import type { Shape } from './result-shape.ts'
import type { Request } from './surfaces.ts'
import { valueAt } from './without-more.ts'

/** Carries out an operation of GraphQL that selects every field that the result has on the other surfaces. */
export async function overGraphql(form: GraphqlForm, shape: Shape, request: Request): Promise<Outcome> {
  const { document, variables, read } = operationOf(form, shape)
  const { world, credentials, input, idempotencyKey } = request
  const given = {
    ...globalIds(form, inNamesOf(form.names ?? {}, input) as Record<string, unknown>),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  const key = credentials && 'key' in credentials ? credentials.key : null
  const session = credentials && 'cookie' in credentials && { cookie: credentials.cookie, origin: world.url }
  const asked = {
    query: document,
    variables: inEnumCase(variables, form.kind === 'mutation' ? { input: given } : given),
  }
  const { data, errors } =
    form.kind === 'subscription'
      ? ((await results('server-sent events', world, key ?? '', asked).next()).value as GraphqlResult)
      : await send(world, key, asked, { ...session })
  const [error] = errors ?? []
  if (error) return { error: failureOf({ ...error.extensions, message: error.message }, form.names) }
  const steps = form.path
    .filter((step) => !step.startsWith('...'))
    .map((step) => /^\w+/.exec(step)?.[0] ?? '')
  const place = Object.keys(NULL_FOR).find((path) => steps.join('.').startsWith(path))
  if (place && valueAt(data, place.split('.')) === null)
    return { error: { code: `null ${place}`, fields: [], retryAfter: false, message: '' } }
  const found = valueAt(data, steps)
  return { result: read(found) }
}

/** `node` takes only global ids: the variables of a query of one of its types, with its global id. */
function globalIds(
  { path: [first, type = ''] }: GraphqlForm,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (!first.startsWith('node(')) return given
  return { ...given, id: globalIdOf(type.replace('... on ', ''), String(given.id)) }
}

/** The document of an operation, the types of its variables, and how its result is read. */
export function operationOf({ kind, path, places }: GraphqlForm, shape: Shape) {
  const named = kind === 'mutation' ? [`${path[0]}(input: $input)`, ...path.slice(1)] : path
  const { type, variables } = typeAt(kind, named)
  const { selection, ...reading } = readingOf(type, shape, places)
  const declared = Object.entries(variables).map(([name, type]) => `$${name}: ${type}`)
  const fields = named.reduceRight((below, step) => ` { ${step}${below} }`, selection)
  return {
    document: `${kind} Asked${declared.length > 0 ? `(${declared.join(', ')})` : ''}${fields}`,
    variables,
    ...reading,
  }
}

/** Variables in which the values of enumerations are in upper case. */
function inEnumCase(
  types: Record<string, string>,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const type = typeFromAST(schema, parseType(types[name] ?? 'String'))
      return [name, upperCased(type as GraphQLInputType, value)]
    }),
  )
}

function upperCased(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type)
  if (Array.isArray(value)) return value.map((item) => upperCased(type, item))
  if (isEnumType(named) && typeof value === 'string') return value.toUpperCase()
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return value
  const fields = named.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = fields[name]
      return [name, field ? upperCased(field.type, inner) : inner]
    }),
  )
}
