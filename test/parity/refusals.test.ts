import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { postAuth } from '../api/member-client.ts'
import { everythingOf } from '../api/two-tenants.ts'
import { expectRefusals, expectResults, isRead, thatTake, withSignIn } from './cases.ts'
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

/** What a tenant has, without keys and sessions, which the tests create. */
async function contentsOf({ world, objects }: Tenant): Promise<unknown> {
  const { keys: _, sessions: __, members: ___, ...contents } = await everythingOf(world, objects)
  return contents
}

/** The outcome of an operation on each surface, of the same request. */
async function outcomes(
  operation: Operation,
  surfaces: readonly Surface[],
  request: Omit<Request, 'world'>,
): Promise<Record<string, Outcome>> {
  const shape = shapeOfResult(operation, document)
  const found = surfaces.map(async (surface) => {
    const outcome = await carryOut(operation, surface, shape, { world: rich.world, ...request })
    return [surface, outcome] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** A good input, with an idempotency key where the operation takes one. */
function inputOf({ name, input, repeatable }: Operation): Input {
  return { ...(repeatable && { idempotencyKey: name.replaceAll(' ', '-') }), ...input?.(rich.own.objects) }
}

/** Credentials of the caller of an operation that were valid and are not any more. */
async function revoked({ as }: Operation): Promise<Credentials> {
  const { world, own } = rich
  if (as === 'admin' || as === 'member') {
    const credentials = await createCredentials(world, own.objects, as)
    if (!('cookie' in credentials)) throw new Error('a member has a session')
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

describe('reading gives the same result over every surface:', () => {
  test.each(OPERATIONS.filter(isRead).map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      const credentials = await rich.own.credentials(operation.as)
      const input = inputOf(operation)
      const found = await outcomes(operation, surfacesOf(operation), { credentials, input })
      expectResults(found)
    },
  )
})

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const good = (): Input => inputOf(operation)
  const { wrongScope, otherTenant, badInput } = operation
  const signedIn = withSignIn(operation)

  test.skipIf(signedIn.length === 0)('without a key', async () => {
    expectRefusals(await outcomes(operation, signedIn, { credentials: null, input: good() }), {
      code: 'UNAUTHORIZED',
    })
  })

  test.skipIf(signedIn.length === 0)('with a revoked key', async () => {
    const credentials = await revoked(operation)
    expectRefusals(await outcomes(operation, signedIn, { credentials, input: good() }), {
      code: 'UNAUTHORIZED',
    })
  })

  if (typeof wrongScope === 'object')
    test('with the wrong scope', async () => {
      const credentials = await rich.own.credentials(wrongScope.as)
      expectRefusals(await outcomes(operation, signedIn, { credentials, input: good() }), wrongScope)
    })

  if (typeof otherTenant === 'function')
    test("with another tenant's id, as with one that nothing has", async () => {
      const credentials = await rich.own.credentials(operation.as)
      const theirs = { ...good(), ...otherTenant(rich.other.objects) }
      const foreign = thatTake(operation, otherTenant(rich.other.objects), signedIn)
      const refused = await outcomes(operation, foreign, { credentials, input: theirs })
      expectRefusals(refused, { code: 'NOT_FOUND' })
      const nobodys = { ...good(), ...otherTenant(missing(rich.own.objects)) }
      const unknown = await outcomes(operation, thatTake(operation, otherTenant(rich.own.objects)), {
        credentials,
        input: nobodys,
      })
      expectRefusals(unknown, { code: 'NOT_FOUND' })
      // Not even the message tells them apart.
      expect(normalForm(unknown)).toMatchObject(normalForm(refused) as object)
    })

  if (typeof badInput === 'object')
    test.each(badInput.map((refusal) => [refusal.name, refusal] as const))('with %s', async (_, refusal) => {
      const credentials = await rich.own.credentials(operation.as)
      const wrong = refusal.input?.(rich.own.objects) ?? {}
      const surfaces = thatTake(operation, wrong)
      const refused = await outcomes(operation, surfaces, {
        credentials,
        input: { ...good(), ...wrong },
      })
      expectRefusals(refused, refusal)
    })
})

test('a refused operation changes nothing', async () => {
  const { own, other } = rich
  expect([await contentsOf(own), await contentsOf(other)]).toEqual(before)
})

// After the test above: these change what the tenants have. Tests run in the order of the file.
describe('a change that only GraphQL has succeeds:', () => {
  const alone = OPERATIONS.filter(
    (operation) => !isRead(operation) && surfacesOf(operation).join() === 'graphql',
  )
  test.each(alone.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const credentials = await rich.own.credentials(operation.as)
    const input = inputOf(operation)
    const { graphql } = await outcomes(operation, ['graphql'], { credentials, input })
    expect(graphql).toEqual({ result: expect.anything() })
  })
})
