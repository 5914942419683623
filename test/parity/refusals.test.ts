import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { postAuth } from '../api/member-client.ts'
import { everythingOf } from '../api/two-tenants.ts'
import { expectRefusals, expectResults, isRead, surfacesAccepting, withSignIn } from './cases.ts'
import { normalForm } from './normal-form.ts'
import type { Input, Operation, Surface } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import type { Outcome } from './outcome.ts'
import { openApiDocument } from './result-shape.ts'
import { missing, openRichWorld, type RichWorld } from './rich-tenants.ts'
import { carryOut, type Request, shapeOfResult, surfacesOf } from './surfaces.ts'
import { type Credentials, createCredentials, type Tenant } from './tenant.ts'

let rich: RichWorld
let document: unknown
let before: unknown
beforeAll(async () => {
  document = await openApiDocument()
  rich = await openRichWorld()
  before = [await contentsOf(rich.own), await contentsOf(rich.other)]
})
afterAll(() => rich?.close())

/** Returns the contents of a tenant, without the keys, sessions and members that the tests create. */
async function contentsOf({ world, objects }: Tenant): Promise<unknown> {
  const { keys: _, sessions: __, members: ___, ...contents } = await everythingOf(world, objects)
  return contents
}

/** Sends the same request to each of the surfaces and returns their outcomes. */
async function outcomes(
  operation: Operation,
  surfaces: readonly Surface[],
  request: Omit<Request, 'world'>,
): Promise<Record<string, Outcome>> {
  const shape = shapeOfResult(operation, document)
  const executions = surfaces.map(async (surface) => {
    const outcome = await carryOut(operation, surface, shape, { world: rich.world, ...request })
    return [surface, outcome] as const
  })
  return Object.fromEntries(await Promise.all(executions))
}

/** Returns a valid input, with an idempotency key if the operation accepts one. */
function inputOf({ name, input, repeatable }: Operation): Input {
  return { ...(repeatable && { idempotencyKey: name.replaceAll(' ', '-') }), ...input?.(rich.own.objects) }
}

/** Creates credentials for the caller of an operation and revokes them. */
async function revoked({ as }: Operation): Promise<Credentials> {
  const { world, own } = rich
  if (as === 'admin' || as === 'member') {
    const credentials = await createCredentials(world, own.objects, as)
    if (!('cookie' in credentials)) throw new Error('expected a member to have a session')
    expect((await postAuth(world, '/sign-out', {}, { cookie: credentials.cookie })).status).toBe(200)
    return credentials
  }
  const { organizationId, projectId } = own.objects
  const { id, key } = await (as === 'project key'
    ? world.projectKey(projectId)
    : world.organizationKey(organizationId))
  await revokeKey({ ctx: world.operator, input: { id } })
  return { key }
}

/** A preset that has every lower scope, but not this one. */
const WITHOUT = { run: 'read_only', write: 'agent', admin: 'full' } as const

describe('read operations return the same result on every surface:', () => {
  test.each(OPERATIONS.filter(isRead).map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      const credentials = await rich.own.credentials(operation.as)
      const input = inputOf(operation)
      expectResults(await outcomes(operation, surfacesOf(operation), { credentials, input }))
    },
  )
})

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const { wrongScope, otherTenant, badInput } = operation
  const signedIn = withSignIn(operation)

  test.skipIf(signedIn.length === 0)('without a key', async () => {
    expectRefusals(await outcomes(operation, signedIn, { credentials: null, input: inputOf(operation) }), {
      code: 'UNAUTHORIZED',
    })
  })

  test.skipIf(signedIn.length === 0)('with a revoked key', async () => {
    const credentials = await revoked(operation)
    expectRefusals(await outcomes(operation, signedIn, { credentials, input: inputOf(operation) }), {
      code: 'UNAUTHORIZED',
    })
  })

  if (typeof wrongScope === 'object')
    test('with the wrong scope', async () => {
      const credentials = await rich.own.credentials(wrongScope.as)
      expectRefusals(
        await outcomes(operation, signedIn, { credentials, input: inputOf(operation) }),
        wrongScope,
      )
    })

  const { scope } = operation
  if (scope)
    test('with a key that lacks the scope', async () => {
      const { organizationId, projectId } = rich.own.objects
      const preset = WITHOUT[scope]
      const credentials = await (operation.as === 'project key'
        ? rich.world.projectKey(projectId, { preset })
        : rich.world.organizationKey(organizationId, { preset }))
      const refused = await outcomes(operation, signedIn, { credentials, input: inputOf(operation) })
      expectRefusals(refused, { code: 'FORBIDDEN' })
    })

  if (typeof otherTenant === 'function')
    test("with another tenant's id, just as with an id that does not exist", async () => {
      const credentials = await rich.own.credentials(operation.as)
      const theirs = { ...inputOf(operation), ...otherTenant(rich.other.objects) }
      const accepting = surfacesAccepting(operation, otherTenant(rich.other.objects), signedIn)
      const refused = await outcomes(operation, accepting, { credentials, input: theirs })
      expectRefusals(refused, { code: 'NOT_FOUND' })
      const nonexistent = { ...inputOf(operation), ...otherTenant(missing(rich.own.objects)) }
      const notFound = await outcomes(
        operation,
        surfacesAccepting(operation, otherTenant(rich.own.objects)),
        {
          credentials,
          input: nonexistent,
        },
      )
      expectRefusals(notFound, { code: 'NOT_FOUND' })
      // The messages must be the same too, so that callers cannot detect objects of other tenants.
      expect(normalForm(notFound)).toMatchObject(normalForm(refused) as object)
    })

  if (typeof badInput === 'object')
    test.each(badInput.map((refusal) => [refusal.name, refusal] as const))('with %s', async (_, refusal) => {
      const credentials = await rich.own.credentials(operation.as)
      const wrong = refusal.input?.(rich.own.objects) ?? {}
      const surfaces = surfacesAccepting(operation, wrong)
      const refused = await outcomes(operation, surfaces, {
        credentials,
        input: { ...inputOf(operation), ...wrong },
      })
      expectRefusals(refused, refusal)
    })
})

test('rejected operations do not change any data', async () => {
  const { own, other } = rich
  expect([await contentsOf(own), await contentsOf(other)]).toEqual(before)
})

// These tests change the tenants' data, so they must stay below the test above. Tests run in file order.
describe('a mutation that only GraphQL has succeeds:', () => {
  const graphOnly = OPERATIONS.filter(
    (operation) => !isRead(operation) && surfacesOf(operation).join() === 'graphql',
  )
  test.each(graphOnly.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      const credentials = await rich.own.credentials(operation.as)
      await operation.arrange?.(rich.own)
      const input = inputOf(operation)
      const { graphql } = await outcomes(operation, ['graphql'], { credentials, input })
      expect(graphql).toEqual({ result: expect.anything() })
    },
  )
})
