import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askWith, cookiesOf, postAuth } from '../api/member-client.ts'
import { dumpDatabase, formsOf } from '../database-dump.ts'
import { eventually } from '../eventually.ts'
import { runCommand, runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { type PaidModel, startPaidModel } from '../paid-model.ts'
import { createEmptyDatabase, type TestDatabase } from '../world.ts'

const GOOD = 'mistral-canary-4b7e09d1c6aa'
const BAD = 'mistral-canary-revoked-81f3'
const KEY = 'k'.repeat(40)

let folder: string
let database: TestDatabase
let model: PaidModel
let environment: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-credentials-'))
  chmodSync(folder, 0o755)
  database = await createEmptyDatabase()
  model = await startPaidModel((_, key) =>
    // Like careless vendors, it repeats the key.
    key === BAD ? { status: 401, body: { message: `Unauthorized: ${key}` } } : {},
  )
  environment = {
    DATABASE_URL: database.databaseUrl,
    SECRET_KEY: KEY,
    DATA_DIR: join(folder, 'data'),
    MISTRAL_BASE_URL: model.baseUrl,
  }
})
afterAll(async () => {
  model?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Credential {
  vendor: string
  origin: string
  fields: { mask: string | null }[]
  check: { status: string; reason: string | null; answer: string | null }
}

/** Runs a command that prints the credentials of Mistral. */
async function credentials(
  parameters: string[],
  { input, code = 0, more = {} }: { input?: string; code?: number; more?: Record<string, string> } = {},
): Promise<{ record: Credential; all: string }> {
  const run = await runCommand(['credentials', ...parameters, '--json'], { ...environment, ...more }, input)
  expect({ code: run.code, errors: run.errors }).toMatchObject({ code })
  const printed = JSON.parse(run.output) as Credential | Credential[]
  const record = [printed].flat().find(({ vendor }) => vendor === 'mistral')
  if (!record) throw new Error(run.output)
  return { record, all: run.output + run.errors }
}

describe('the operator', () => {
  it('stores, checks, lists and deletes the credentials of the installation, read from standard input', async () => {
    await runJson(['migrate'], environment)
    const stored = await credentials(['set', 'mistral'], { input: `${GOOD}\n` })
    expect(stored.record).toMatchObject({
      origin: 'installation',
      fields: [{ mask: '…c6aa' }],
      check: { status: 'ok', answer: 'Acme is best.' },
    })
    const rejected = await credentials(['set', 'mistral'], { input: BAD, code: 1 })
    expect(rejected.record.check).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('rejects the credentials'),
    })
    expect(rejected.all).not.toContain(BAD)
    const inEnvironment = { MISTRAL_API_KEY: 'environment-0123456789' }
    expect((await credentials(['list'], { more: inEnvironment })).record.origin).toBe('environment')
    expect((await credentials(['delete', 'mistral'])).record).toMatchObject({ origin: 'none' })
    const { code, output } = await runCommand(['credentials', 'set', 'mistral', '--json'], environment, '')
    expect(code).toBe(1)
    expect(JSON.parse(output).details.fieldErrors).toEqual({ values: 'must also contain MISTRAL_API_KEY' })
  })

  it('rotates SECRET_KEY, after which the old key is not needed', async () => {
    await credentials(['set', 'mistral', '--no-check'], { input: GOOD })
    const withoutPrevious = await runCommand(['secret', 'rotate', '--json'], environment)
    expect(withoutPrevious.output).toContain('SECRET_KEY_PREVIOUS')
    const rotating = { ...environment, SECRET_KEY: 'n'.repeat(40), SECRET_KEY_PREVIOUS: KEY }
    expect(await runJson(['secret', 'rotate'], rotating)).toEqual({
      reencrypted: 1,
      current: 0,
      unreadable: 0,
    })
    environment.SECRET_KEY = 'n'.repeat(40)
    expect((await credentials(['check', 'mistral'])).record.check.status).toBe('ok')
    expect((await credentials(['list'], { more: { SECRET_KEY: KEY } })).record.check).toMatchObject({
      status: 'failed',
      reason: 'it cannot be decrypted; enter it again',
    })
    await credentials(['delete', 'mistral'])
  })
})

describe('a credential that was entered in the browser', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer({ ...environment, LOG_LEVEL: 'trace' })
  })
  afterAll(() => server?.stop())

  it('is found nowhere: not in logs, the database, exports or responses of any surface', async () => {
    const { setupLink = '' } = server.facts
    const [, token] = setupLink.split('#token=')
    const account = {
      organizationName: 'Acme',
      name: 'Ada',
      email: 'ada@example.com',
      password: 'a password',
    }
    const claimed = await postAuth(server, '/set-up', { token, ...account })
    expect(claimed.status).toBe(200)
    const { organizationId } = (await claimed.json()) as { organizationId: string }
    const cookie = cookiesOf(claimed)
    const seen: string[] = []
    const ask = async (query: string, variables: object = {}) => {
      const answer = await askWith(server, cookie, query, variables as Record<string, unknown>)
      seen.push(JSON.stringify(answer))
      return answer.data
    }
    const enter = (value: string) =>
      ask(
        `mutation ($values: [CredentialValueInput!]!) {
           saveProviderCredential(input: { vendor: "mistral", values: $values, dailySpendUsd: 5 }) {
             providerCredential { id } } }`,
        { values: [{ variable: 'MISTRAL_API_KEY', value }] },
      )
    const checked = async (status: string) =>
      eventually(async () => {
        const { viewer } = await ask(
          '{ viewer { organization { providerCredentials { vendor fields { mask } check { status reason answer } changedBy } } } }',
        )
        const mistral = viewer.organization.providerCredentials.find(
          ({ vendor }: { vendor: string }) => vendor === 'mistral',
        )
        expect(mistral).toMatchObject({ check: { status }, changedBy: 'Ada' })
      })
    await enter(BAD)
    await checked('FAILED')
    const analyze = async () => {
      const { startAsyncAnalysis } = await ask(
        `mutation { startAsyncAnalysis(input: { prompt: "Which is best?", brandName: "Acme",
           providers: ["mistral"], locations: ["US"], replicates: 1 }) { asyncAnalysis { analysisId } } }`,
      )
      return startAsyncAnalysis.asyncAnalysis.analysisId as string
    }
    await runJson(['org', 'grant-credits', organizationId, '10'], environment)
    const { createApiKey } = await ask('mutation { createApiKey(input: { preset: ADMIN }) { key } }')
    const authorization = `Bearer ${createApiKey.key}`
    const read = async (path: string) => {
      const response = await fetch(server.url + path, { headers: { authorization } })
      const text = await response.text()
      seen.push(text)
      return text
    }
    const ended = (id: string) =>
      eventually(async () =>
        expect(await read(`/v1/async-analysis/${id}`)).toMatch(/"status":"(completed|failed)"/),
      )
    await ended(await analyze())
    await enter(GOOD)
    await checked('OK')
    await ended(await analyze())
    for (const path of ['/v1/providers', '/v1/async-analysis', '/metrics', '/readyz']) await read(path)
    await ask('{ providers { token state reason routes { reason } } }')
    const tools = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_providers', arguments: {} },
      }),
    })
    seen.push(await tools.text())
    const places = {
      database: await dumpDatabase(database.databaseUrl),
      logs: server.output.join(''),
      responses: seen.join('\n'),
    }
    // The check can fail: other parts of the same data are found.
    expect(places.database).toContain('Which is best?')
    expect(places.responses).toContain('…c6aa')
    expect(places.logs).toContain('the installation was set up')
    for (const [place, content] of Object.entries(places))
      for (const secret of [GOOD, BAD])
        for (const form of formsOf(secret)) expect(content.includes(form), `${form} in ${place}`).toBe(false)
  })
})
