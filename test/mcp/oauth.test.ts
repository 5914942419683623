import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { askWith, createPerson, signIn } from '../api/member-client.ts'
import { createWorld, type World } from '../world.ts'
import { result } from './mcp-client.ts'
import { type Approver, createOAuthApp, type OAuthApp, REDIRECT_URI, startApprover } from './oauth-app.ts'

let world: World
/** Address that the installation names in its metadata. */
let url: string
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  url = world.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => world?.close())

/** Creates an admin with a project and a browser in which they are signed in. */
async function createAdmin(role: 'admin' | 'member' = 'admin') {
  const { organizationId, email } = await createPerson(world, { role })
  const { id: projectId } = await world.project({ organizationId, name: 'Taskfern' })
  const session = await signIn(world, email)
  return { organizationId, projectId, session, approver: startApprover(url, session) }
}

/** Connects an app to the project of a new admin. */
async function connectApp(approval: { preset?: string } = {}) {
  const admin = await createAdmin()
  const app = createOAuthApp(url)
  const path = await admin.approver.open(await app.begin())
  const { projectId } = admin
  const approved = await admin.approver.decide(path, 'approve', { projectId, preset: 'agent', ...approval })
  await app.finish(await admin.approver.follow(approved))
  return { ...admin, app }
}

/** Sends a form to an endpoint of the authorization server. */
const post = (path: string, form: Record<string, string | undefined>) => {
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return fetch(`${url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(given) })
}

const clientIdOf = ({ stored }: OAuthApp) => String(Reflect.get(stored.client ?? {}, 'client_id'))

const refresh = (app: OAuthApp, token = app.stored.tokens?.refresh_token) =>
  post('token', { grant_type: 'refresh_token', client_id: clientIdOf(app), refresh_token: token })

const callMcp = (token: string) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
  })

const keysOf = async (session: string) => {
  const { data } = await askWith(
    world,
    session,
    '{ viewer { organization { keys(first: 10) { nodes { databaseId name connected scopes revokedAt project { displayName } } } } } }',
  )
  return data.viewer.organization.keys.nodes
}

describe('a hosted MCP client', () => {
  it('finds the authorization server, registers, and reads a project after an admin approved it', async () => {
    const { projectId, session, approver } = await createAdmin()
    const app = createOAuthApp(url)
    const path = await approver.open(await app.begin())
    expect(await (await approver.details(path)).json()).toEqual({
      name: 'Claude',
      redirectsTo: '127.0.0.1:33418',
    })
    const approved = await approver.decide(path, 'approve', { projectId, preset: 'read_only' })
    await app.finish(await approver.follow(approved))
    expect(app.stored.tokens).toMatchObject({ scope: 'read' })
    const client = await app.connect()
    expect(await result(client, 'get_project')).toMatchObject({ name: 'Taskfern' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('start_run')
    await client.close()
    expect(await keysOf(session)).toEqual([
      expect.objectContaining({
        name: 'Claude',
        connected: true,
        scopes: ['READ'],
        project: { displayName: 'Taskfern' },
      }),
    ])
  })

  it('learns from a 401 where the metadata is', async () => {
    const response = await callMcp('unknown')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp", scope="read run write"`,
    )
    const metadata = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).json()
    expect(metadata).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
    const server = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
    expect(server).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
    })
  })

  it('gets a new access token for a refresh token, which it can use once', async () => {
    const { app, session } = await connectApp()
    const first = await refresh(app)
    expect(first.status).toBe(200)
    const renewed = await first.json()
    expect(renewed.refresh_token).not.toBe(app.stored.tokens?.refresh_token)
    expect((await callMcp(renewed.access_token)).status).toBe(200)
    // A token that is used twice was probably stolen, so everything of the app ends.
    expect((await refresh(app)).status).toBe(400)
    expect((await refresh(app, renewed.refresh_token)).status).toBe(400)
    expect((await callMcp(renewed.access_token)).status).toBe(401)
    expect(await keysOf(session)).toEqual([expect.objectContaining({ revokedAt: expect.any(String) })])
  })

  it('loses its access when the key is revoked', async () => {
    const { app, organizationId, session } = await connectApp()
    const token = app.stored.tokens?.access_token ?? ''
    expect((await callMcp(token)).status).toBe(200)
    const [{ databaseId: id }] = await keysOf(session)
    await revokeKey({ ctx: world.member(organizationId), input: { id } })
    expect((await callMcp(token)).status).toBe(401)
    expect((await refresh(app)).status).toBe(400)
  })

  it('ends its key by revoking its refresh token', async () => {
    const { app, session } = await connectApp()
    const { stored } = app
    const revoked = await post('revoke', { token: stored.tokens?.refresh_token, client_id: clientIdOf(app) })
    expect(revoked.status).toBe(200)
    expect((await callMcp(stored.tokens?.access_token ?? '')).status).toBe(401)
    expect(await keysOf(session)).toEqual([expect.objectContaining({ revokedAt: expect.any(String) })])
  })

  it('cannot use its access token outside of MCP', async () => {
    const { app } = await connectApp({ preset: 'full' })
    const headers = { Authorization: `Bearer ${app.stored.tokens?.access_token}` }
    expect((await fetch(`${url}/v1/project`, { headers })).status).toBe(401)
  })

  it('gets nothing for a code that it redeems twice, or without the verifier', async () => {
    const { projectId, approver } = await createAdmin()
    const app = createOAuthApp(url)
    const approve = async () => {
      const path = await approver.open(await app.begin())
      const query = await approver.follow(
        await approver.decide(path, 'approve', { projectId, preset: 'agent' }),
      )
      return query.get('code') ?? ''
    }
    const redeem = (code: string, verifier?: string) =>
      post('token', {
        grant_type: 'authorization_code',
        client_id: clientIdOf(app),
        redirect_uri: REDIRECT_URI,
        code,
        code_verifier: verifier,
      })
    expect((await redeem(await approve())).status).toBe(400)
    expect((await redeem(await approve(), 'x'.repeat(43))).status).toBe(400)
    const code = await approve()
    const answers = await Promise.all([redeem(code, app.verifier()), redeem(code, app.verifier())])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await redeem(code, app.verifier())).status).toBe(400)
  })

  it('is registered only with addresses that lead back to the same app', async () => {
    const register = (redirectUri: string) =>
      fetch(`${url}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ client_name: 'App', redirect_uris: [redirectUri] }),
      })
    expect((await register('http://attacker.example/callback')).status).toBe(400)
    expect((await register('javascript:alert(1)')).status).toBe(400)
    expect((await register('https://claude.ai/api/mcp/auth_callback')).status).toBe(201)
    const custom = await register('cursor://anysphere.cursor-retrieval/oauth/callback')
    expect(custom.status).toBe(201)
    const { client_id: clientId } = await custom.json()
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: 'https://attacker.example/callback',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const refused = await fetch(`${url}/oauth/authorize?${query}`, { redirect: 'manual' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('redirect_uri')
  })

  it('is registered as a public client, whatever it asks for', async () => {
    const registered = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_name: 'App',
        redirect_uris: ['https://app.example.com/callback'],
        application_type: 'web',
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'openid offline_access',
      }),
    })
    expect(registered.status).toBe(201)
    const client = await registered.json()
    expect(client).toMatchObject({ token_endpoint_auth_method: 'none', client_name: 'App' })
    expect(client).not.toHaveProperty('client_secret')
    expect(client).not.toHaveProperty('registration_access_token')
  })

  it('must use PKCE and ask for this MCP endpoint', async () => {
    const app = createOAuthApp(url)
    const page = new URL(await app.begin())
    const change = async (edit: (query: URLSearchParams) => void) => {
      const changed = new URL(page)
      edit(changed.searchParams)
      const { headers } = await fetch(changed, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '', url).searchParams.get('error')
    }
    expect(await change((query) => query.delete('code_challenge'))).toBe('invalid_request')
    expect(await change((query) => query.set('code_challenge_method', 'plain'))).toBe('invalid_request')
    expect(await change((query) => query.set('resource', 'https://other.example/mcp'))).toBe('invalid_target')
    expect(await change(() => {})).toBeNull()
  })

  it('may be described by a document, but only on the public internet', async () => {
    const query = new URLSearchParams({
      client_id: 'https://127.0.0.1/client.json',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const refused = await fetch(`${url}/oauth/authorize?${query}`, { redirect: 'manual' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('client_id metadata document fetch failed')
  })
})

describe('the page that asks the member', () => {
  it('sends the app away if the member denies it', async () => {
    const { approver, session } = await createAdmin()
    const path = await approver.open(await createOAuthApp(url).begin())
    const query = await approver.follow(await approver.decide(path, 'deny'))
    expect(Object.fromEntries(query)).toMatchObject({ error: 'access_denied', state: 'state of the app' })
    expect(await keysOf(session)).toEqual([])
  })

  it('asks again for each app, even in the same browser', async () => {
    const { approver, projectId, session } = await createAdmin()
    for (const name of ['Claude', 'ChatGPT']) {
      const app = createOAuthApp(url, { client_name: name })
      const path = await approver.open(await app.begin())
      const approved = await approver.decide(path, 'approve', { projectId, preset: 'agent' })
      await app.finish(await approver.follow(approved))
    }
    expect(await keysOf(session)).toMatchObject([{ name: 'Claude' }, { name: 'ChatGPT' }])
  })

  it('accepts only admins, projects of their organization, and the browser that opened the request', async () => {
    const { approver, projectId, session } = await createAdmin()
    const other = await createAdmin()
    const member = await createAdmin('member')
    const app = createOAuthApp(url)
    const open = async (browser: Approver) => browser.open(await app.begin())
    const path = await open(approver)
    const decide = async (browser: Approver, opened: string, body: object) =>
      (await browser.decide(opened, 'approve', { preset: 'agent', ...body })).status
    expect(await decide(startApprover(url, session), path, { projectId })).toBe(404)
    expect(await decide(other.approver, await open(other.approver), { projectId })).toBe(404)
    expect(await decide(member.approver, await open(member.approver), {})).toBe(403)
    const visitor = startApprover(url, null)
    expect(await decide(visitor, await open(visitor), { projectId })).toBe(401)
    expect(await decide(approver, path, { projectId, preset: 'admin' })).toBe(400)
    expect(await keysOf(session)).toEqual([])
  })
})

it('stores codes and tokens only as hashes', async () => {
  const { app } = await connectApp()
  const { access_token: access = '', refresh_token: refreshToken = '' } = app.stored.tokens ?? {}
  const records = await world.operator.db.prisma.oauthRecord.findMany()
  const stored = JSON.stringify(
    records.map(({ idHash, ...record }) => [Buffer.from(idHash).toString(), record]),
  )
  expect(stored).not.toContain(access)
  expect(stored).not.toContain(refreshToken)
})
