import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everythingOf } from '../api/two-tenants.ts'
import { type PaidModel, startPaidModel } from '../paid-model.ts'
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
let model: PaidModel
beforeAll(async () => {
  document = await openApiDocument()
  model = await startPaidModel()
  const environment = { TRUST_PROXY: '127.0.0.1', MISTRAL_BASE_URL: model.baseUrl }
  world = await createWorld({ workers: false, environment })
  // Each case stores credentials of a new organization.
  world.application.services.deps.maximumAccounts = null
})
afterAll(async () => {
  await world?.close()
  model?.close()
})

const CHANGES = OPERATIONS.filter((operation) => !isRead(operation))

/** The steps of a test on one surface. Each surface gets a new tenant, so all of them start with the same data. */
type Steps<Done> = (run: (input: Input) => Promise<Outcome>, tenant: Tenant) => Promise<Done>

/** Performs the steps on each surface that has the operation. */
async function onEachSurface<Done>(
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
    const run = (input: Input) => carryOut(operation, surface, shape, { world, credentials, input })
    return [surface, await steps(run, tenant)] as const
  })
  return Object.fromEntries(await Promise.all(done)) as Record<Surface, Done>
}

function inputOf({ input, repeatable }: Operation, { objects }: Tenant): Input {
  return { ...(repeatable && { idempotencyKey: 'once' }), ...input?.(objects) }
}

/** Returns the current contents of a tenant, without its sessions and password resets. */
async function contentsOf({ objects }: Tenant): Promise<unknown> {
  // A password reset created by the operator does not belong to an organization.
  const { sessions: _, passwordResets: __, ...contents } = await everythingOf(world, objects)
  return normalForm(contents)
}

const isGraphOnly = (operation: Operation) => surfacesOf(operation).join() === 'graphql'

describe.each(
  CHANGES.filter((operation) => !isGraphOnly(operation)).map(
    (operation) => [operation.name, operation] as const,
  ),
)('%s', (_, operation) => {
  test('has the same result and effect on every surface', async () => {
    const done = await onEachSurface(operation, {}, async (run, tenant) => {
      const outcome = await run(inputOf(operation, tenant))
      return { outcome, contents: await contentsOf(tenant) }
    })
    expectResults(outcomesIn(done), normalForm)
    const [first, ...others] = Object.values(done)
    for (const { contents } of others) expect(contents).toEqual(first?.contents)
  })

  test.each((operation.overLimit ?? []).map((refusal) => [refusal.name, refusal] as const))(
    'is rejected the same way on every surface: %s',
    async (_, refusal) => {
      const done = await onEachSurface(operation, refusal, async (run, tenant) => {
        const before = await contentsOf(tenant)
        const input = { ...inputOf(operation, tenant), ...refusal.input?.(tenant.objects) }
        const outcome = await run(input)
        expect(await contentsOf(tenant)).toEqual(before)
        return { outcome }
      })
      expectRefusals(outcomesIn(done), refusal)
    },
  )

  const { repeatable } = operation
  if (repeatable)
    test('runs once per idempotency key, and rejects the key with a different input', async () => {
      const done = await onEachSurface(operation, {}, async (run, tenant) => {
        const input = inputOf(operation, tenant)
        const first = await run(input)
        const contents = await contentsOf(tenant)
        const again = await run(input)
        expect(again).toEqual(first)
        expect(await contentsOf(tenant)).toEqual(contents)
        return { outcome: await run({ ...input, ...repeatable.otherInput }) }
      })
      expectRefusals(outcomesIn(done), { code: 'CONFLICT' })
    })
})

function outcomesIn(done: Readonly<Record<string, { outcome: Outcome }>>): Record<string, Outcome> {
  return Object.fromEntries(Object.entries(done).map(([surface, { outcome }]) => [surface, outcome]))
}
