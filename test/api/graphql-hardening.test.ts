import { once } from 'node:events'
import { connect } from 'node:net'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization()
  key = (await world.organizationKey(id, { admin: true })).key
})
afterAll(() => world.close())

const bare = (init: RequestInit, search = '') => fetch(`${world.url}/graphql${search}`, init)
const withKey = () => ({ authorization: `Bearer ${key}` })

test('introspection requires a key, like every operation', async () => {
  const operation = { query: getIntrospectionQuery() }
  expect((await send(world, null, operation)).status).toBe(401)
  const { status, data } = await send(world, key, operation)
  expect(status).toBe(200)
  expect(data.__schema.mutationType.name).toBe('Mutation')
})

test('a page of another origin can send a key but never a session cookie', async () => {
  const preflight = await bare({
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  expect([preflight.status, await preflight.text()]).toEqual([204, ''])
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  const body = JSON.stringify({ query: '{ __typename }' })
  const headers = { ...withKey(), 'content-type': 'application/json', origin: 'https://elsewhere.example' }
  for (const answer of [
    preflight,
    await bare({ method: 'POST', headers, body }),
    await bare({ method: 'POST', body }),
  ]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  }
})

test('every content type that an HTML form can send is answered with 415', async () => {
  const query = 'mutation { createProject(input: { name: "Forged" }) { project { id } } }'
  const bodies: Record<string, string> = {
    'application/x-www-form-urlencoded': `query=${encodeURIComponent(query)}`,
    'text/plain': JSON.stringify({ query }),
    'multipart/form-data; boundary=x': `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query })}\r\n--x--`,
  }
  for (const [type, body] of Object.entries(bodies)) {
    const { status } = await bare({ method: 'POST', headers: { ...withKey(), 'content-type': type }, body })
    expect(status, type).toBe(415)
  }
  const { status } = await bare({
    method: 'POST',
    headers: withKey(),
    body: Buffer.from(JSON.stringify({ query })),
  })
  expect(status, 'no type').toBe(415)
  expect(await world.operator.db.prisma.project.count({ where: { displayName: 'Forged' } })).toBe(0)
})

test('mutations by GET and methods other than GET and POST are answered with 405 and an Allow header, and not executed', async () => {
  const query = 'mutation { createProject(input: { name: "Fetched" }) { project { id } } }'
  for (const accept of ['*/*', 'text/event-stream']) {
    const answer = await bare({ headers: { ...withKey(), accept } }, `?query=${encodeURIComponent(query)}`)
    expect([answer.status, answer.headers.get('allow')], accept).toEqual([405, 'POST'])
  }
  const head = await bare({ method: 'HEAD', headers: withKey() })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST'])
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PURGE']) {
    const headers = { ...withKey(), 'content-type': 'application/json' }
    const refused = await bare({ method, headers, body: JSON.stringify({ query }) })
    expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET, POST'])
  }
  expect(await world.operator.db.prisma.project.count({ where: { displayName: 'Fetched' } })).toBe(0)
})

test('a batch (an array of operations) is refused', async () => {
  const headers = { ...withKey(), 'content-type': 'application/json' }
  const body = JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }])
  expect((await bare({ method: 'POST', headers, body })).status).toBe(400)
})

test.each([
  ['a request that is not HTTP', 'NONSENSE\r\n\r\n'],
  ['headers of 100 KB', `GET /graphql HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
  [
    'Content-Length with chunked encoding',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('%s gets an error response, and the connection is closed', async (_, text) => {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
})
