import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMember } from '../../src/core/members/create.ts'
import { createWorld, type World } from '../world.ts'
import { send } from './graphql-client.ts'

const PASSWORD = 'correct horse battery'
const FOREIGN = 'https://elsewhere.example'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: world.url, ...headers },
    body: JSON.stringify(body),
  })

/** Creates an organization with a project and a signed-in member. */
async function signedIn(role: 'admin' | 'member') {
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId })
  const email = `${organizationId}@example.com`
  await createMember({ ctx: world.operator, input: { organizationId, email, password: PASSWORD, role } })
  const response = await post('/sign-in/email', { email, password: PASSWORD })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { organizationId, projectId, cookie }
}

const ask = (cookie: string, query: string, variables = {}) =>
  send(world, null, { query, variables }, { cookie, origin: world.url })

/**
 * Opens a socket with the session cookie, as a page of this origin does. `answer` is the first message or the close
 * code.
 */
async function socketWith(cookie: string, origin: string) {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie, origin },
  })
  await once(socket, 'open')
  const answer = Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data))),
    once(socket, 'close').then(([code]) => code),
  ])
  socket.send(JSON.stringify({ type: 'connection_init' }))
  return { socket, answer: await answer }
}

test('an admin creates a key, which is shown once, and revokes it; a plain member cannot', async () => {
  const admin = await signedIn('admin')
  const CREATE = `mutation ($project: ID!) { createApiKey(input: { projectId: $project, name: "CI" }) {
    key apiKey { id databaseId name prefix kind } } }`
  const { data } = await ask(admin.cookie, CREATE, { project: admin.projectId })
  const { key, apiKey } = data.createApiKey
  expect(key.startsWith(apiKey.prefix)).toBe(true)
  expect((await send(world, key, { query: '{ viewer { key { name } } }' })).data.viewer.key.name).toBe('CI')
  const REVOKE = 'mutation ($id: ID!) { revokeApiKey(input: { apiKeyId: $id }) { apiKey { revokedAt } } }'
  const revoked = await ask(admin.cookie, REVOKE, { id: apiKey.id })
  expect(revoked.data.revokeApiKey.apiKey.revokedAt).toEqual(expect.any(String))
  expect((await send(world, key, { query: '{ __typename }' })).status).toBe(401)

  const member = await signedIn('member')
  const { errors } = await ask(member.cookie, CREATE, { project: member.projectId })
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
})

test('a member who passes the projectId can work in the project like its key', async () => {
  const { cookie, projectId } = await signedIn('member')
  const CREATE = `mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { text project { databaseId } } } }`
  const unnamed = await ask(cookie, CREATE, { input: { text: 'Best?' } })
  expect(unnamed.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { projectId: expect.any(String) },
  })
  const { data } = await ask(cookie, CREATE, { input: { projectId, text: 'Best?' } })
  expect(data.createPrompt.prompt).toEqual({ text: 'Best?', project: { databaseId: projectId } })
})

test('a WebSocket accepts a session cookie only from pages of the installation', async () => {
  const { cookie } = await signedIn('member')
  expect((await socketWith(cookie, FOREIGN)).answer).toBe(4403)
  const { socket, answer } = await socketWith(cookie, world.url)
  expect(answer).toEqual({ type: 'connection_ack' })
  socket.close()
})

test('signing out closes the sockets of the session, even without an event', async () => {
  const { cookie } = await signedIn('member')
  const { socket } = await socketWith(cookie, world.url)
  const closed = once(socket, 'close')
  await post('/sign-out', {}, { cookie })
  expect((await closed)[0]).toBe(4403)
})
