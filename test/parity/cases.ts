import { expect } from 'vitest'
import { roundFigures } from '../../src/mcp/foundation/round.ts'
import { NULL_FOR } from './differences.ts'
import { type Input, isAbsent, type Operation, type Refusal, type Surface } from './operation.ts'
import type { Outcome } from './outcome.ts'
import { surfacesOf } from './surfaces.ts'

/** Returns whether an operation is read-only. Read-only operations can run on every surface against the same data. */
export function isRead({ rest, graphql, mcp }: Operation): boolean {
  if (!isAbsent(mcp) && isAbsent(rest) && isAbsent(graphql)) return true
  if (!isAbsent(rest)) return rest.request.startsWith('GET ')
  return !isAbsent(graphql) && graphql.kind !== 'mutation'
}

/** Returns the surfaces of an operation that require authentication, that is, all but the command line. */
export function withSignIn(operation: Operation): Surface[] {
  return surfacesOf(operation).filter((surface) => surface !== 'cli')
}

/** Returns the surfaces that accept all of these input fields. */
export function surfacesAccepting(
  operation: Operation,
  fields: Input,
  surfaces = surfacesOf(operation),
): Surface[] {
  return surfaces.filter((surface) => {
    const form = operation[surface]
    if (isAbsent(form)) return false
    const accepts = (name: string) => surface !== 'cli' || Object.hasOwn(form.names ?? {}, name)
    return Object.keys(fields).every((name) => accepts(name) && !form.without?.includes(name))
  })
}

/** Asserts that every outcome is the expected refusal. */
export function expectRefusals(
  outcomes: Readonly<Record<string, Outcome>>,
  { code, fields }: Pick<Refusal, 'code' | 'fields'>,
): void {
  const refusal = {
    code,
    fields: [...(fields ?? [])].toSorted(),
    retryAfter: CODES_WITH_RETRY_AFTER.has(code),
  }
  const expected = Object.keys(outcomes).map((surface) => [surface, { error: refusal }])
  const actual = Object.entries(outcomes).map(([surface, outcome]) => [surface, comparable(outcome, code)])
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected))
}

/** Codes of errors that tell the caller how long to wait. */
const CODES_WITH_RETRY_AFTER: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
])

/**
 * Removes the message of an error, because surfaces may use different field names in it. Replaces a null from GraphQL
 * by the expected code if {@link NULL_FOR} allows it there.
 */
function comparable(outcome: Outcome, expected: string): unknown {
  if (!('error' in outcome)) return outcome
  const { message: _, ...error } = outcome.error
  const [, path] = /^null (.*)/.exec(error.code) ?? []
  return { error: path && NULL_FOR[path]?.includes(expected) ? { ...error, code: expected } : error }
}

/** Asserts that every surface returns the result of the first one. Compares only fields that both surfaces have. */
export function expectResults(
  outcomes: Readonly<Record<string, Outcome>>,
  form = (result: unknown) => result,
): void {
  const [reference, ...others] = Object.entries(outcomes)
  expect(reference?.[1]).toHaveProperty('result')
  if (!reference || !('result' in reference[1])) return
  for (const [surface, outcome] of others) {
    expect({ [surface]: outcome }).toHaveProperty([surface, 'result'])
    if (!('result' in outcome)) continue
    // Only tools round their figures.
    const expected = surface === 'mcp' ? roundFigures(reference[1].result) : reference[1].result
    const [first, second] = common(expected, outcome.result)
    expect({ [surface]: form(second) }).toEqual({ [surface]: form(first) })
  }
}

/**
 * Reduces two results to the fields that both have, at every level. This only prepares a comparison of values:
 * `table.test.ts` compares the types and checks that every missing field is listed in `differences.ts`.
 */
function common(a: unknown, b: unknown): [unknown, unknown] {
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    const pairs = a.map((item, index) => common(item, b[index]))
    return [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
  }
  if (!isRecord(a) || !isRecord(b)) return [a, b]
  const pairs = Object.keys(a)
    .filter((name) => name in b)
    .map((name) => [name, common(a[name], b[name])] as const)
  return [
    Object.fromEntries(pairs.map(([name, [first]]) => [name, first])),
    Object.fromEntries(pairs.map(([name, [, second]]) => [name, second])),
  ]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
