import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { runCommand, runJson, startServer } from '../faults/server-process.ts'

let folder: string
let environment: Record<string, string>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-cli-'))
  chmodSync(folder, 0o755)
  environment = { DATA_DIR: join(folder, 'data') }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a failing command and returns its JSON error. */
async function failure(parameters: string[], more: Record<string, string> = {}) {
  const { code, output } = await runCommand([...parameters, '--json'], { ...environment, ...more })
  expect(code).toBe(1)
  return (JSON.parse(output) as { error: { code: string; message: string } }).error
}

describe('every command, with --json', () => {
  it('works without a server, and returns the same data while a server runs', async () => {
    expect(await runJson(['migrate'], environment)).toEqual({
      applied: expect.arrayContaining([expect.any(String)]),
    })
    expect(await runJson(['migrate'], environment)).toEqual({ applied: [] })
    const organization = await runJson<{ id: string }>(
      ['org', 'create', '--name', 'Acme', '--plan', 'free', '--credits', '7'],
      environment,
    )
    expect(organization).toMatchObject({ name: 'Acme', plan: 'free', credits: 7 })

    const server = await startServer(environment)
    try {
      const { id } = organization
      expect(await runJson(['org', 'set-plan', id, 'pro'], environment)).toMatchObject({
        plan: 'pro',
        credits: 7,
      })
      expect(await runJson(['org', 'grant-credits', id, '3'], environment)).toMatchObject({ credits: 10 })
      const project = await runJson<{ id: string }>(
        ['project', 'create', '--org', id, '--name', 'Acme', '--url', 'https://acme.example'],
        environment,
      )
      const made = await runJson<{ id: string; key: string; scope: string }>(
        ['key', 'create', '--project', project.id, '--name', 'test'],
        environment,
      )
      expect(made).toMatchObject({ kind: 'project', key: expect.stringMatching(/^svc_[0-9A-Z]{52}$/) })
      const read = () =>
        fetch(`${server.url}/v1/project`, { headers: { authorization: `Bearer ${made.key}` } })
      expect(await (await read()).json()).toEqual({
        data: { id: project.id, name: 'Acme', url: 'https://acme.example', competitors: [] },
      })
      const listed = await runJson<object[]>(['key', 'list', '--org', id], environment)
      expect(listed).toEqual([
        expect.objectContaining({ id: made.id, name: 'test', prefix: made.key.slice(0, 10) }),
      ])
      expect(JSON.stringify(listed)).not.toContain(made.key)
      const { revokedAt } = await runJson<{ revokedAt: string }>(['key', 'revoke', made.id], environment)
      await eventually(async () => expect((await read()).status).toBe(401))
      expect(await runJson(['key', 'revoke', made.id], environment)).toEqual({
        id: made.id,
        revokedAt,
        refusedEverywhereAt: expect.any(String),
      })
      expect(await runJson(['reextract'], environment)).toEqual({ queued: 0 })
      const { secret } = await runJson<{ secret: string }>(['org', 'webhook-secret', id], environment)
      expect(secret).toMatch(/^whsec_/)
      const rotated = await runJson<{ secret: string }>(['org', 'rotate-webhook-secret', id], environment)
      expect(rotated.secret).not.toBe(secret)
      expect(await runJson(['org', 'webhook-secret', id], environment)).toEqual(rotated)
      const person = await runJson<{ id: string; password: string }>(
        ['user', 'create', '--org', id, '--email', 'ann@example.com', '--role', 'admin'],
        environment,
      )
      expect(person).toEqual({
        id: expect.any(String),
        memberId: expect.any(String),
        email: 'ann@example.com',
        role: 'admin',
        organizationId: id,
        password: expect.any(String),
      })
      const signIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com', password: person.password }),
      })
      expect(signIn.status).toBe(200)
      const { providers } = await runJson<{ providers: object[] }>(['providers'], environment)
      expect(providers).toHaveLength(7)
      expect(providers[0]).toMatchObject({
        id: 'chatgpt',
        simulated: true,
        circuit: 'closed',
        locations: '*',
      })
      const { checks } = await runJson<{ checks: { check: string; status: string }[] }>(
        ['doctor'],
        environment,
      )
      expect(checks.find(({ check }) => check === 'database')?.status).toBe('ok')
    } finally {
      expect(await server.stop()).toBe(0)
    }
  }, 120_000)

  it('a command ends without an error if the reader of its output stops early, like head', () => {
    const answer = JSON.stringify({ text: 'Acme beats Globex.', entities: [{ name: 'Acme' }] })
    const file = join(folder, 'many.jsonl')
    writeFileSync(file, `${answer}\n`.repeat(3_000))
    const script = `set -o pipefail; '${process.execPath}' bin/answergraph.js extract '${file}' | head -1`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('"mentioned":true')
  })

  it('extract works without a database or a server', async () => {
    const file = join(folder, 'answers.jsonl')
    const entities = [{ name: 'Acme' }, { name: 'Globex' }]
    const citations = ['https://a.example/', { url: 'https://b.example/', kind: 'retrieved' }]
    writeFileSync(file, `${JSON.stringify({ text: '1. **Acme**\n2. Globex', entities, citations })}\n\n`)
    const { code, output } = await runCommand(['extract', file, '--json'], { DATABASE_URL: 'nonsense' })
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      mentions: [{ entity: 0, start: 5, end: 9, denied: false }, { entity: 1 }],
      entities: [{ name: 'Acme', mentioned: true, position: 1 }, { position: 2 }],
      lists: [{ items: [{ entities: [0] }, { entities: [1] }] }],
      citations: [{ url: 'https://a.example/', kind: 'cited' }, { kind: 'retrieved' }],
      extractionVersion: expect.any(Number),
    })
    const piped = await runCommand(['extract'], {}, 'not json\n')
    expect(piped.code).toBe(1)
    expect(piped.errors).toContain('Line 1 is not valid JSON')
    expect((await runCommand(['extract', 'nowhere.jsonl'], {})).errors).toContain('nowhere.jsonl')
  }, 30_000)

  it('a long output is printed completely before the process ends', async () => {
    const line = JSON.stringify({
      text: 'Acme beats Globex.',
      entities: [{ name: 'Acme' }, { name: 'Globex' }],
    })
    const { output } = await runCommand(['extract'], {}, `${line}\n`.repeat(2_000))
    expect(output.trimEnd().split('\n')).toHaveLength(2_000)
  }, 30_000)

  it('extract reports which of two entities the answer prefers', async () => {
    const line = JSON.stringify({
      text: 'Acme beats Globex.',
      entities: [{ name: 'Acme' }, { name: 'Globex' }],
    })
    const { output } = await runCommand(['extract'], {}, `${line}\n`)
    expect(JSON.parse(output)).toMatchObject({ comparisons: [{ better: 0, worse: 1, start: 0, end: 17 }] })
  }, 30_000)
})

describe('invalid input fails with a clear error and has no effect:', () => {
  it.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ HOST: '203.0.113.7' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x', SECRET_KEY: 'x'.repeat(32) }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'SECRET_KEY'],
    [{ REDIS_URL: 'http://x' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, 'REDIS_URL'],
    [{ PROVIDERS_FILE: '/nowhere.json' }, 'PROVIDERS_FILE'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE'],
    [{ OUTBOUND_ALLOW: 'no port' }, 'OUTBOUND_ALLOW'],
    [{ PUBLIC_URL: 'brands.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/brands' }, 'PUBLIC_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DATA_DIR: '/proc/nowhere' }, 'DATA_DIR'],
  ])(
    'a setting that cannot be used is named: %o',
    async (setting, name) => {
      const error = await failure(['start', '--port', '0'], setting as Record<string, string>)
      expect(error).toMatchObject({ code: 'CONFIGURATION', message: expect.stringContaining(name) })
    },
    30_000,
  )

  it('a role without Redis, a port in use and a second server on the same DATA_DIR are refused', async () => {
    expect((await failure(['start', '--role', 'worker'])).message).toContain('REDIS_URL')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect((await failure(['start', '--port', String(port)])).message).toContain(`PORT ${port} is taken`)
    other.close()
    const server = await startServer(environment)
    expect((await failure(['start', '--port', '0'])).message).toContain(
      'is already used by another Answergraph',
    )
    await server.stop()
  }, 60_000)

  it('an embedded PostgreSQL that cannot start is reported with the reason', async () => {
    const own = { DATA_DIR: join(folder, 'broken') }
    await runJson(['migrate'], own)
    chmodSync(join(own.DATA_DIR, 'postgres'), 0o755)
    expect(await failure(['start', '--port', '0'], own)).toEqual({
      code: 'CONFIGURATION',
      message: expect.stringMatching(/^DATA_DIR .*broken: .* does not start: .*invalid permissions/),
    })
  }, 60_000)

  it.each([
    [['org', 'create'], '--name'],
    [['org', 'create', '--name', ' '], 'name'],
    [['org', 'create', '--name', 'X', '--plan', 'gold'], 'plan'],
    [['org', 'create', '--name', 'X', '--credits', '-1'], '--credits'],
    [['org', 'set-plan', 'nonsense', 'pro'], '<organization>'],
    [['org', 'grant-credits', '0198c1f0-0000-7000-8000-000000000000', '5'], 'Organization not found'],
    [
      ['project', 'create', '--org', '0198c1f0-0000-7000-8000-000000000000', '--name', 'X'],
      'Organization not found',
    ],
    [
      [
        'project',
        'create',
        '--org',
        '0198c1f0-0000-7000-8000-000000000000',
        '--name',
        'X',
        '--url',
        'ftp://x',
      ],
      'url',
    ],
    [['org', 'rotate-webhook-secret', '0198c1f0-0000-7000-8000-000000000000'], 'Organization not found'],
    [['key', 'create'], '--project'],
    [['user', 'create', '--org', '0198c1f0-0000-7000-8000-000000000000', '--email', 'x'], 'email'],
    [['key', 'revoke', '0198c1f0-0000-7000-8000-000000000000'], 'Key not found'],
    [['start', '--port', 'x'], '--port'],
    [['start', '--role', 'x'], '--role'],
    [['frobnicate'], 'frobnicate'],
  ])(
    '%j names what is wrong',
    async (parameters, name) => {
      const { code, message } = await failure(parameters)
      expect(message).toContain(name)
      expect(code).toBe(message.includes('not found') ? 'NOT_FOUND' : 'BAD_REQUEST')
    },
    30_000,
  )
})
