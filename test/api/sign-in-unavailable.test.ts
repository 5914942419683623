import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { createDatabase, createWorld, type World } from '../world.ts'
import { createPerson, createSignedIn, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: TcpProxy
let world: World
beforeAll(async () => {
  database = await createDatabase()
  proxy = await openProxy(database.databaseUrl)
  const environment = { DATABASE_URL: proxy.url, TRUST_PROXY: '127.0.0.1' }
  world = await createWorld({ workers: false, environment })
})
afterAll(async () => {
  await proxy?.restore()
  await world?.close()
  await proxy?.close()
  await database?.drop()
})

test('while the database is unavailable, every endpoint of /api/auth answers SERVICE_UNAVAILABLE, and no session ends', async () => {
  const { email, cookie } = await createSignedIn(world)
  const token = 'A'.repeat(52)
  const requests: [string, object][] = [
    ['/sign-in/email', { email, password: PASSWORD }],
    ['/sign-out', {}],
    ['/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }],
    ['/accept-invitation', { token, name: 'Ann', password: PASSWORD }],
    ['/reset-password', { token, newPassword: PASSWORD }],
  ]
  const getSession = () => fetch(`${world.url}/api/auth/get-session`, { headers: { cookie } })
  await proxy.refuse()
  const responses = [await getSession()]
  for (const [path, body] of requests) {
    responses.push(await postAuth(world, path, body, { cookie, ...newAddress() }))
  }
  for (const response of responses) {
    expect([response.url, response.status]).toEqual([response.url, 503])
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await response.json()).error.code).toBe('SERVICE_UNAVAILABLE')
  }
  await proxy.restore()
  expect(await (await getSession()).json()).toMatchObject({ user: { email } })
})

test('attempts to sign in while the database is unavailable do not count as failed', async () => {
  const { email } = await createPerson(world)
  await proxy.refuse()
  for (let tries = 0; tries < 11; tries += 1) {
    const { status } = await postAuth(world, '/sign-in/email', { email, password: PASSWORD }, newAddress())
    expect(status).toBe(503)
  }
  await proxy.restore()
  await signIn(world, email)
})
