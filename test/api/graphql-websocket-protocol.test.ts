import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../world.ts'

let world: World
let key: string
let projectId: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization()
  projectId = (await world.project({ organizationId: id })).id
  key = (await world.projectKey(projectId)).key
})
afterAll(() => world.close())

interface Message {
  type: string
  id?: string
  payload?: unknown
}

/** Opens a raw socket that collects the messages it receives. */
async function openSocket({ acknowledged = true, autoPong = true } = {}) {
  const url = `${world.url.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws', { autoPong })
  await once(socket, 'open')
  const received: Message[] = []
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  const send = (...messages: (Message | string)[]) => {
    for (const message of messages)
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  const closed = once(socket, 'close').then(([code]) => code as number)
  if (acknowledged) {
    send(INIT())
    await once(socket, 'message')
    received.pop()
  }
  /** Waits until a message of this type and id has been received. */
  const until = async (type: string, id?: string) => {
    while (!received.some((message) => message.type === type && message.id === id))
      await once(socket, 'message')
  }
  return { socket, received, send, closed, until }
}

const INIT = (): Message => ({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } })
const subscribe = (id: string, query: string): Message => ({ type: 'subscribe', id, payload: { query } })

test.each([
  ['text that is not JSON', 'nonsense'],
  ['a message without a type', '{"id":"1"}'],
  ['a message of an unknown type', '{"type":"start","id":"1"}'],
  ['a message that only servers send', '{"type":"next","id":"1","payload":{}}'],
  ['an operation without a query', '{"type":"subscribe","id":"1","payload":{}}'],
  ['an operation without an id', '{"type":"subscribe","payload":{"query":"{ __typename }"}}'],
])('%s closes the socket with 4400', async (_, message) => {
  const { send, closed } = await openSocket()
  send(message)
  expect(await closed).toBe(4400)
})

test('an operation before connection_init closes the socket with 4401', async () => {
  const { send, closed } = await openSocket({ acknowledged: false })
  send(subscribe('1', '{ __typename }'))
  expect(await closed).toBe(4401)
})

test('a client that does not send connection_init in time is disconnected with 4408', async () => {
  const { closed } = await openSocket({ acknowledged: false })
  expect(await closed).toBe(4408)
})

test('a client that answers no pings is disconnected, and others stay connected', async () => {
  const answering = await openSocket()
  const silent = await openSocket({ autoPong: false })
  expect(await silent.closed).toBe(1006)
  answering.send(subscribe('1', '{ __typename }'))
  await answering.until('complete', '1')
  answering.socket.close()
}, 40_000)

test('a second connection_init closes the socket with 4429', async () => {
  const { send, closed } = await openSocket()
  send(INIT())
  expect(await closed).toBe(4429)
})

test('an id that is already in use closes the socket with 4409', async () => {
  const { send, closed } = await openSocket()
  const lasting = `subscription { projectActivity(projectId: "${projectId}") { __typename } }`
  send(subscribe('1', lasting), subscribe('1', '{ __typename }'))
  expect(await closed).toBe(4409)
})

test('a ping is answered with its payload, and a pong is not answered', async () => {
  const { send, received, until, socket } = await openSocket({ acknowledged: false })
  send({ type: 'pong' }, { type: 'ping', payload: { sent: 1 } })
  await until('pong')
  expect(received).toEqual([{ type: 'pong', payload: { sent: 1 } }])
  socket.close()
})

test('a result is followed by complete, and its id can be reused', async () => {
  const { send, received, until, socket } = await openSocket()
  for (let time = 0; time < 2; time += 1) {
    send(subscribe('1', '{ __typename }'))
    await until('complete', '1')
    expect(received.splice(0)).toEqual([
      { type: 'next', id: '1', payload: { data: { __typename: 'Query' } } },
      { type: 'complete', id: '1' },
    ])
  }
  socket.close()
})

test('an id that is reused directly after complete belongs to the later operation', async () => {
  const { send, received, until, socket } = await openSocket()
  for (const query of [
    '{ first: __typename }',
    'subscription { asyncAnalysisProgress(analysisId: "aa_1") { status } }',
  ]) {
    send(subscribe('1', query), { type: 'complete', id: '1' })
  }
  send(subscribe('1', '{ last: viewer { key { kind } } }'))
  const last = { type: 'next', id: '1', payload: { data: { last: { key: { kind: 'PROJECT' } } } } }
  while (!received.some((message) => isDeepStrictEqual(message, last))) await once(socket, 'message')
  send(subscribe('2', '{ __typename }'))
  await until('complete', '2')
  // The earlier operations may have sent results before their completion arrived, but must not send any afterwards.
  const ofFirst = received.filter(({ id }) => id === '1')
  expect(ofFirst.slice(-2)).toEqual([last, { type: 'complete', id: '1' }])
  socket.close()
})
