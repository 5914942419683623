import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, postAuth, signIn, tokenIn } from '../api/member-client.ts'
import { eventually } from '../eventually.ts'
import { runCommand, runJson, startServer } from '../faults/server-process.ts'
import { openMailServer } from '../mail-server.ts'

let folder: string
let environment: Record<string, string>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-users-'))
  chmodSync(folder, 0o755)
  environment = { DATA_DIR: join(folder, 'data') }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a failing command and returns its error code. */
async function failure(parameters: string[]) {
  const { code, output } = await runCommand([...parameters, '--json'], environment)
  expect(code).toBe(1)
  return (JSON.parse(output) as { error: { code: string } }).error.code
}

test('the operator invites, lists, promotes and removes people and gives out links, while a server runs', async () => {
  const { id } = await runJson<{ id: string }>(['org', 'create', '--name', 'Acme'], environment)
  const server = await startServer(environment)
  try {
    const run = <T>(...parameters: string[]) => runJson<T>(['user', ...parameters], environment)
    const invited = await run<{ id: string; link: string }>(
      'invite',
      ...['--org', id, '--email', 'Ann@Example.com', '--role', 'admin'],
    )
    expect(invited).toEqual({
      id: expect.any(String),
      email: 'ann@example.com',
      role: 'admin',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      link: expect.stringMatching(/^\/accept-invitation#token=[0-9A-Z]{52}$/),
    })
    const token = invited.link.split('=')[1]
    const accepted = await postAuth(server, '/accept-invitation', { token, name: 'Ann', password: PASSWORD })
    expect(accepted.status).toBe(200)
    const [ann] = await run<{ id: string; name: string; role: string }[]>('list', '--org', id)
    expect(ann).toMatchObject({ name: 'Ann', email: 'ann@example.com', role: 'admin' })
    const annId = ann?.id ?? ''
    expect(await failure(['user', 'remove', annId])).toBe('CONFLICT')

    const bob = await run<{ memberId: string }>('create', '--org', id, '--email', 'bob@example.com')
    const { memberId } = bob
    expect(await run('set-role', memberId, 'admin')).toMatchObject({ id: memberId, role: 'admin' })
    const cookie = await signIn(server, 'ann@example.com')
    const reset = await run<{ link: string }>('reset-link', annId)
    expect(reset).toEqual({
      id: annId,
      email: 'ann@example.com',
      link: expect.stringMatching(/^\/reset-password#token=/),
    })
    const made = await run<{ link: string }>('sign-in-link', 'Ann@Example.com')
    expect(made).toMatchObject({ email: 'ann@example.com', expiresAt: expect.any(String) })
    expect((await postAuth(server, '/use-sign-in-link', { token: tokenIn(made.link) })).status).toBe(200)
    expect(await failure(['user', 'sign-in-link', 'nobody@example.com'])).toBe('NOT_FOUND')
    expect(await run('remove', annId)).toEqual({ id: annId, removed: true })
    // The command runs in a different process than the server.
    const status = async () => {
      const headers = { 'content-type': 'application/json', cookie, origin: server.url }
      const body = JSON.stringify({ query: '{ viewer { member { id } } }' })
      return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).status
    }
    await eventually(async () => expect(await status()).toBe(401))

    const other = await run<{ id: string }>('invite', '--org', id, '--email', 'eve@example.com')
    expect(await run('revoke-invitation', other.id)).toEqual({ id: other.id, revoked: true })
    expect(await failure(['user', 'revoke-invitation', other.id])).toBe('NOT_FOUND')
    expect(await failure(['user', 'set-role', memberId, 'owner'])).toBe('BAD_REQUEST')
    expect(await failure(['user', 'list', '--org', other.id])).toBe('NOT_FOUND')

    const mail = await openMailServer()
    const withMail = {
      ...environment,
      SMTP_URL: mail.url,
      MAIL_FROM: 'noreply@example.com',
      PUBLIC_URL: 'https://brands.example.com',
    }
    const sent = await runJson<{ link: null }>(
      ['user', 'invite', '--org', id, '--email', 'cat@example.com'],
      withMail,
    )
    expect(sent.link).toBeNull()
    expect(mail.received.map(({ to }) => to)).toEqual([['cat@example.com']])
    await mail.close()
  } finally {
    expect(await server.stop()).toBe(0)
  }
}, 180_000)
