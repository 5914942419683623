import { expect } from 'vitest'
import { NULL_FOR } from './differences.ts'
import { type Input, isAbsent, type Operation, type Refusal, type Surface } from './operation.ts'
import type { Outcome } from './outcome.ts'
import { surfacesOf } from './surfaces.ts'

/** Whether an operation changes nothing, so that it can be carried out over each surface on the same data. */
export function isRead({ rest, graphql, mcp }: Operation): boolean {
  if (!isAbsent(mcp) && isAbsent(rest) && isAbsent(graphql)) return true
  if (!isAbsent(rest)) return rest.request.startsWith('GET ')
  return !isAbsent(graphql) && graphql.kind !== 'mutation'
}

/** The surfaces on which callers authenticate themselves. */
export function withSignIn(operation: Operation): Surface[] {
  return surfacesOf(operation).filter((surface) => surface !== 'cli')
}

/** The surfaces that take all these fields of the input. */
export function thatTake(operation: Operation, fields: Input, surfaces = surfacesOf(operation)): Surface[] {
  return surfaces.filter((surface) => {
    const form = operation[surface]
    if (isAbsent(form)) return false
    const known = (name: string) => surface !== 'cli' || Object.hasOwn(form.names ?? {}, name)
    return Object.keys(fields).every((name) => known(name) && !form.without?.includes(name))
  })
}

/** Asserts that all outcomes are the same refusal. */
export function expectRefusals(
  outcomes: Readonly<Record<string, Outcome>>,
  { code, fields }: Pick<Refusal, 'code' | 'fields'>,
): void {
  const refusal = { code, fields: [...(fields ?? [])].toSorted(), retryAfter: WAITS.has(code) }
  const expected = Object.keys(outcomes).map((surface) => [surface, { error: refusal }])
  const found = Object.entries(outcomes).map(([surface, outcome]) => [surface, comparable(outcome, code)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
}

/** Codes of refusals that say how long to wait. */
const WAITS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'PROVIDER_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])

/** An outcome without its message, which may name a field otherwise, and with the code that a null stands for. */
function comparable(outcome: Outcome, expected: string): unknown {
  if (!('error' in outcome)) return outcome
  const { message: _, ...error } = outcome.error
  const [, place] = /^null (.*)/.exec(error.code) ?? []
  return { error: place && NULL_FOR[place]?.includes(expected) ? { ...error, code: expected } : error }
}

/** Asserts that all outcomes are the same result, in the fields that two surfaces both have. */
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
    const [first, second] = common(reference[1].result, outcome.result)
    expect({ [surface]: form(second) }).toEqual({ [surface]: form(first) })
  }
}

/**
 * Two results with only those fields of each object that both have. Which fields a surface has is compared by the types, see
 * `differences.ts`; here it is the values.
 */
function common(one: unknown, other: unknown): [unknown, unknown] {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    const pairs = one.map((item, index) => common(item, other[index]))
    return [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
  }
  if (!isRecord(one) || !isRecord(other)) return [one, other]
  const pairs = Object.keys(one)
    .filter((name) => name in other)
    .map((name) => [name, common(one[name], other[name])] as const)
  return [
    Object.fromEntries(pairs.map(([name, [first]]) => [name, first])),
    Object.fromEntries(pairs.map(([name, [, second]]) => [name, second])),
  ]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
