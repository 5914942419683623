import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { createWorld, type World } from '../world.ts'
import { createPerson, newAddress, postAuth, tokenIn } from './member-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => world.close())

/** Signs in with a wrong password, and returns all that the client can see. */
async function attempt(email: string) {
  const start = performance.now()
  const response = await postAuth(
    world,
    '/sign-in/email',
    { email, password: 'wrong password' },
    newAddress(),
  )
  const body = await response.json()
  const duration = performance.now() - start
  const headers = [...response.headers.keys()].toSorted()
  return { duration, seen: { status: response.status, body, headers } }
}

const stranger = () => `${newId()}@example.com`

test('a failed sign-in looks the same for an unknown address, a member, and a member without a password', async () => {
  const { email } = await createPerson(world)
  const withoutPassword = await createPerson(world)
  await world.operator.db.prisma.account.updateMany({
    where: { userId: withoutPassword.userId },
    data: { password: null },
  })
  const known = await attempt(email)
  expect(known.seen.status).toBe(401)
  expect((await attempt(stranger())).seen).toEqual(known.seen)
  expect((await attempt(withoutPassword.email)).seen).toEqual(known.seen)
})

test('a failed sign-in does the same work for an unknown address', async () => {
  const { email } = await createPerson(world)
  const durations = { known: [] as number[], unknown: [] as number[] }
  // Alternating, so that other processes of the machine slow both down. The shortest durations have the least noise.
  for (let times = 0; times < 8; times += 1) {
    durations.known.push((await attempt(email)).duration)
    durations.unknown.push((await attempt(stranger())).duration)
  }
  const [known, unknown] = [Math.min(...durations.known), Math.min(...durations.unknown)]
  // Hashing a password takes most of the time. Without it, the ratio would be about ten.
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
})

test.each([
  ['/use-sign-in-link', {}],
  ['/read-invitation', {}],
  ['/accept-invitation', { name: 'Eve', password: 'a long password' }],
  ['/reset-password', { newPassword: 'a long password' }],
])('%s refuses an expired token of a member exactly like an unknown one', async (path, more) => {
  const { email, userId } = await createPerson(world)
  const { link } = await createSignInLink({ ctx: world.operator, input: { email } })
  const expiresAt = new Date(Date.now() - 1_000)
  await world.operator.db.prisma.signInLink.update({ where: { userId }, data: { expiresAt } })
  const answers = await Promise.all(
    [tokenIn(link), 'A'.repeat(52)].map(async (token) => {
      const response = await postAuth(world, path, { token, ...more }, newAddress())
      return { status: response.status, body: await response.json() }
    }),
  )
  expect(answers[0]?.status).toBe(400)
  expect(answers[0]).toEqual(answers[1])
})
