import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parseType,
  typeFromAST,
} from 'graphql'
import { schema } from '../../src/graphql/engine/schema.ts'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { type GraphqlResult, results, send } from '../api/graphql-client.ts'
import { NULL_FOR } from './differences.ts'
import { readingOf, typeAt } from './graph-result.ts'
import type { GraphqlForm } from './operation.ts'
import { failureOf, inNamesOf, type Outcome } from './outcome.ts'
import type { Shape } from './result-shape.ts'
import type { Request } from './surfaces.ts'
import { valueAt } from './without-more.ts'

/** Runs an operation over GraphQL and selects every field that the result has on the other surfaces. */
export async function overGraphql(form: GraphqlForm, shape: Shape, request: Request): Promise<Outcome> {
  const { document, variables, read } = operationOf(form, shape)
  const { world, credentials, input, idempotencyKey } = request
  const variableValues = {
    ...globalIds(form, inNamesOf(form.names ?? {}, input) as Record<string, unknown>),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  const key = credentials && 'key' in credentials ? credentials.key : null
  const session = credentials && 'cookie' in credentials && { cookie: credentials.cookie, origin: world.url }
  const body = {
    query: document,
    variables: withEnumNames(
      variables,
      form.kind === 'mutation' ? { input: variableValues } : variableValues,
    ),
  }
  const { data, errors } =
    form.kind === 'subscription'
      ? ((await results('server-sent events', world, key ?? '', body).next()).value as GraphqlResult)
      : await send(world, key, body, { ...session })
  const [error] = errors ?? []
  if (error) return { error: failureOf({ ...error.extensions, message: error.message }, form.names) }
  const steps = form.path
    .filter((step) => !step.startsWith('...'))
    .map((step) => /^\w+/.exec(step)?.[0] ?? '')
  const nullable = Object.keys(NULL_FOR).find((path) => steps.join('.').startsWith(path))
  if (nullable && valueAt(data, nullable.split('.')) === null)
    return { error: { code: `null ${nullable}`, fields: [], retryAfter: false, message: '' } }
  return { result: read(valueAt(data, steps)) }
}

/** Replaces the id by a global id if the path starts with `node`, which accepts only global ids. */
function globalIds(
  { path: [first, type = ''] }: GraphqlForm,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (!first.startsWith('node(')) return given
  return { ...given, id: globalIdOf(type.replace('... on ', ''), String(given.id)) }
}

/**
 * Builds the GraphQL document of an operation, and returns the types of its variables and the conversion of its result.
 */
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

/** Returns the variables with the names of all enum values. */
function withEnumNames(
  types: Record<string, string>,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const type = typeFromAST(schema, parseType(types[name] ?? 'String'))
      return [name, withNames(type as GraphQLInputType, value)]
    }),
  )
}

function withNames(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type)
  if (Array.isArray(value)) return value.map((item) => withNames(type, item))
  if (isEnumType(named) && typeof value === 'string')
    return named.getValues().find((member) => member.value === value)?.name ?? value.toUpperCase()
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return value
  const fields = named.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = fields[name]
      return [name, field ? withNames(field.type, inner) : inner]
    }),
  )
}
