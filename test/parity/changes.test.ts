import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everythingOf } from '../api/two-tenants.ts'
import { createWorld, type World } from '../world.ts'
import { expectRefusals, expectResults, isRead } from './cases.ts'
import { normalForm } from './normal-form.ts'
import type { Input, Operation, Refusal, Surface } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import type { Outcome } from './outcome.ts'
import { openApiDocument } from './result-shape.ts'
import { carryOut, shapeOfResult, surfacesOf } from './surfaces.ts'
import { createTenant, type Tenant } from './tenant.ts'

let world: World
let document: unknown
beforeAll(async () => {
  document = await openApiDocument()
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world?.close())

const CHANGES = OPERATIONS.filter((operation) => !isRead(operation))

/** What is done on one surface: in a tenant of its own, so that each surface begins with the same. */
type Steps<Done> = (carry: (input: Input) => Promise<Outcome>, tenant: Tenant) => Promise<Done>

/** Does the same on each surface that has an operation. */
async function onEach<Done>(
  operation: Operation,
  refusal: Pick<Refusal, 'arrange'>,
  steps: Steps<Done>,
): Promise<Record<Surface, Done>> {
  const shape = shapeOfResult(operation, document)
  const done = surfacesOf(operation).map(async (surface) => {
    const tenant = await createTenant(world)
    const credentials = await tenant.credentials(operation.as)
    await operation.arrange?.(tenant)
    await refusal.arrange?.(tenant)
    const carry = (input: Input) => carryOut(operation, surface, shape, { world, credentials, input })
    return [surface, await steps(carry, tenant)] as const
  })
  return Object.fromEntries(await Promise.all(done)) as Record<Surface, Done>
}

function inputOf({ input, repeatable }: Operation, { objects }: Tenant): Input {
  return { ...(repeatable && { idempotencyKey: 'once' }), ...input?.(objects) }
}

/** All that a tenant has now, but for sessions and links for new passwords. */
async function contentsOf({ objects }: Tenant): Promise<unknown> {
  // A link for a new password that the operator gives out is of no organization.
  const { sessions: _, passwordResets: __, ...contents } = await everythingOf(world, objects)
  return normalForm(contents)
}

const GRAPH_ALONE = (operation: Operation) => surfacesOf(operation).join() === 'graphql'

describe.each(
  CHANGES.filter((operation) => !GRAPH_ALONE(operation)).map(
    (operation) => [operation.name, operation] as const,
  ),
)('%s', (_, operation) => {
  test('gives the same result and has the same effect over every surface', async () => {
    const done = await onEach(operation, {}, async (carry, tenant) => {
      const outcome = await carry(inputOf(operation, tenant))
      return { outcome, contents: await contentsOf(tenant) }
    })
    expectResults(outcomesIn(done), normalForm)
    const [first, ...others] = Object.values(done)
    for (const { contents } of others) expect(contents).toEqual(first?.contents)
  })

  test.each((operation.overLimit ?? []).map((refusal) => [refusal.name, refusal] as const))(
    'is refused alike over every surface: %s',
    async (_, refusal) => {
      const done = await onEach(operation, refusal, async (carry, tenant) => {
        const before = await contentsOf(tenant)
        const input = { ...inputOf(operation, tenant), ...refusal.input?.(tenant.objects) }
        const outcome = await carry(input)
        expect(await contentsOf(tenant)).toEqual(before)
        return { outcome }
      })
      expectRefusals(outcomesIn(done), refusal)
    },
  )

  const { repeatable } = operation
  if (repeatable)
    test('is carried out once with one idempotency key, and refused with it for another input', async () => {
      const done = await onEach(operation, {}, async (carry, tenant) => {
        const input = inputOf(operation, tenant)
        const first = await carry(input)
        const contents = await contentsOf(tenant)
        const again = await carry(input)
        expect(again).toEqual(first)
        expect(await contentsOf(tenant)).toEqual(contents)
        return { outcome: await carry({ ...input, ...repeatable.otherInput }) }
      })
      expectRefusals(outcomesIn(done), { code: 'CONFLICT' })
    })
})

function outcomesIn(done: Readonly<Record<string, { outcome: Outcome }>>): Record<string, Outcome> {
  return Object.fromEntries(Object.entries(done).map(([surface, { outcome }]) => [surface, outcome]))
}
