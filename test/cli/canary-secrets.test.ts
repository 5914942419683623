import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { simpleParser } from 'mailparser'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VARIABLES } from '../../src/config/reference.ts'
import { cookiesOf, postAuth } from '../api/member-client.ts'
import { openReceiver, type Receiver } from '../api/webhook-receiver.ts'
import { dumpDatabase, formsOf } from '../database-dump.ts'
import { eventually } from '../eventually.ts'
import { runCommand, runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { freePort } from '../free-port.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { startTraceReceiver, type TraceReceiver } from '../operations/trace-receiver.ts'
import { createEmptyDatabase, type TestDatabase } from '../world.ts'

/** Credentials of vendors, which are no variables of the reference. */
const VENDORS = [
  'OPENAI',
  'ANTHROPIC',
  'GEMINI',
  'PERPLEXITY',
  'XAI',
  'SERPAPI',
  'BRIGHTDATA',
  'MISTRAL',
  'DEEPSEEK',
]
const NAMES = [
  ...VARIABLES.filter(({ secret }) => secret).map(({ name }) => name),
  ...VENDORS.map((vendor) => `${vendor}_API_KEY`),
  'DATAFORSEO_LOGIN',
  'DATAFORSEO_PASSWORD',
  'STORED_CREDENTIAL',
  'STORED_WEBHOOK_SECRET',
  'STORED_PROJECT_WEBHOOK_SECRET',
  'WRONG_PASSWORD',
  'RIGHT_PASSWORD',
]
/** Returns the marked secret of a variable. */
const canary = (name: string) =>
  `canary${name.toLowerCase().replaceAll('_', '')}${'0123456789abcdef'.repeat(2)}`
/** Returns the name of a marked secret; otherwise an empty text. */
const nameOf = (secret: string) => NAMES.find((name) => canary(name) === secret) ?? ''
/** Role of the database whose password is marked. */
const ROLE = 'canary_tester'

const folder = mkdtempSync(join(tmpdir(), 'answergraph-canary-'))
let database: TestDatabase
let vendor: Server
let mail: MailServer
let receiver: Receiver
let collector: TraceReceiver
let port: number
/** A port without a server. */
let closed: number
let environment: Record<string, string>
/** What the installation wrote so far, by place. */
const written: Record<string, string> = {}
const write = (place: string, text: string) => {
  written[place] = `${written[place] ?? ''}${text}\n`
}

/** Names of the secrets that vendors received. */
const received = new Set<string>()

/** Answers like a careless vendor, which repeats the credentials in its error. Only Mistral and the judge answer. */
function answerCarelessly({ headers, url }: IncomingMessage, response: ServerResponse): void {
  const sent = JSON.stringify({ ...headers, url })
  const answers = sent.includes(canary('MISTRAL_API_KEY')) || sent.includes(canary('JUDGE_API_KEY'))
  for (const name of NAMES) if (sent.includes(canary(name))) received.add(name)
  // A login and a password are one text in base64.
  const decoded = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  const body = answers
    ? { choices: [{ message: { content: 'Acme is the best choice.' }, finish_reason: 'stop' }] }
    : { error: { message: `Unauthorized: ${sent} ${decoded}` } }
  response.writeHead(answers ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

beforeAll(async () => {
  database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  await client.query(`DROP ROLE IF EXISTS ${ROLE}`)
  await client.query(`CREATE ROLE ${ROLE} LOGIN SUPERUSER PASSWORD '${canary('DATABASE_URL')}'`)
  await client.end()
  vendor = createServer(answerCarelessly).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const databaseUrl = new URL(database.databaseUrl)
  databaseUrl.username = ROLE
  databaseUrl.password = canary('DATABASE_URL')
  closed = await freePort()
  port = await freePort()
  mail = await openMailServer({ onLogin: (password) => received.add(nameOf(password)) })
  receiver = await openReceiver()
  collector = await startTraceReceiver()
  environment = {
    ...Object.fromEntries(NAMES.map((name) => [name, canary(name)])),
    ...Object.fromEntries([...VENDORS, 'DATAFORSEO'].map((vendor) => [`${vendor}_BASE_URL`, baseUrl])),
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: '',
    SMTP_URL: `smtp://mailer:${canary('SMTP_URL')}@${new URL(mail.url).host}`,
    MAIL_FROM: 'noreply@example.com',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JUDGE_BASE_URL: baseUrl,
    JUDGE_MODEL: 'judge-1',
    OIDC_ISSUER: `http://127.0.0.1:${closed}`,
    OIDC_CLIENT_ID: 'answergraph',
    LOG_LEVEL: 'trace',
    OUTBOUND_ALLOW: receiver.address,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }
})
afterAll(async () => {
  await mail?.close()
  await receiver?.close()
  collector?.close()
  vendor?.closeAllConnections()
  vendor?.close()
  rmSync(folder, { recursive: true, force: true })
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  await client.query(`DROP OWNED BY ${ROLE} CASCADE`)
  await client.query(`DROP ROLE ${ROLE}`)
  await client.end()
  await database?.drop()
})

/** Runs a command, which may fail, and keeps its output. */
async function command(
  parameters: string[],
  more: Record<string, string> = {},
  input?: string,
): Promise<void> {
  const { output, errors } = await runCommand(parameters, { ...environment, ...more }, input)
  write(`command ${parameters.join(' ')}`, output + errors)
}

/** Returns the names of secrets that were written, with the places. */
function foundSecrets(): string[] {
  return Object.entries(written).flatMap(([place, text]) =>
    NAMES.filter((name) => formsOf(canary(name)).some((form) => text.includes(form))).map(
      (name) => `${name} in ${place}`,
    ),
  )
}

describe('a secret in the configuration or in the database', () => {
  it('is found in no output of commands, valid or not', async () => {
    await runJson(['migrate'], environment)
    for (const parameters of [
      ['config'],
      ['config', '--json', '--explain'],
      ['doctor'],
      ['providers', '--check'],
    ])
      await command(parameters)
    const broken: Record<string, string>[] = [
      { DATABASE_URL: `postgres://me:${canary('DATABASE_URL')}@127.0.0.1:${closed}/x` },
      { DATABASE_URL: `mysql://me:${canary('DATABASE_URL')}@127.0.0.1/x` },
      { REDIS_URL: `redis://:${canary('REDIS_URL')}@127.0.0.1:${closed}` },
      { REDIS_URL: `http://${canary('REDIS_URL')}` },
      { SMTP_URL: `http://${canary('SMTP_URL')}` },
      { METRICS_TOKEN: `${canary('METRICS_TOKEN')} with spaces` },
      { JUDGE_BASE_URL: `http://me:${canary('JUDGE_API_KEY')}@127.0.0.1` },
      { JUDGE_API_KEY: `${canary('JUDGE_API_KEY')}é` },
    ]
    for (const more of broken) {
      await command(['doctor'], more)
      await command(['org', 'list'], more)
    }
    expect(Object.keys(written).length).toBeGreaterThan(4)
    expect(foundSecrets()).toEqual([])
  }, 180_000)

  describe('of a server', () => {
    let server: ServerProcess
    beforeAll(async () => {
      server = await startServer(environment, ['--port', String(port)])
    })
    afterAll(() => server?.stop())

    it('is found in no log, response, export and metric, and in no column of the database', async () => {
      const { id } = await runJson<{ id: string }>(
        ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '100'],
        environment,
      )
      const { key } = await runJson<{ key: string }>(
        ['key', 'create', '--org', id, '--preset', 'admin'],
        environment,
      )
      await command(
        ['credentials', 'set', 'openai', '--org', id, '--no-check'],
        {},
        canary('STORED_CREDENTIAL'),
      )
      const call = async (method: string, path: string, body?: object, authorization = `Bearer ${key}`) => {
        const response = await fetch(server.url + path, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        write('responses', `${[...response.headers].join()} ${text}`)
        return { status: response.status, text }
      }
      const listed = await call('GET', '/v1/providers')
      expect([listed.status, listed.text]).toEqual([200, expect.any(String)])
      const { data } = JSON.parse(listed.text) as { data: { id: string }[] }
      const start = {
        prompt: 'Which is best?',
        brandName: 'Acme',
        replicates: 1,
        providers: [...new Set([...data.map(({ id: provider }) => provider), 'mistral'])],
        locations: ['US'],
        webhook: {
          url: 'https://hooks.nobody-knows-this.invalid/',
          secret: `whsec_${Buffer.from(canary('STORED_WEBHOOK_SECRET')).toString('base64')}`,
        },
      }
      const started = await call('POST', '/v1/async-analysis', start)
      expect([started.status, started.text]).toEqual([202, expect.any(String)])
      const { analysisId } = (JSON.parse(started.text) as { data: { analysisId: string } }).data
      await eventually(async () => {
        const { text } = await call('GET', `/v1/async-analysis/${analysisId}?includeRaw=true`)
        expect(text).toMatch(/"status":"(completed|partially_completed|failed)"/)
      })
      const attempt = { email: 'nobody@example.com', password: canary('WRONG_PASSWORD') }
      write('responses', await (await postAuth(server, '/sign-in/email', attempt)).text())
      write(
        'responses',
        await (await postAuth(server, '/request-password-reset', { email: attempt.email })).text(),
      )
      for (const path of [
        '/metrics',
        '/readyz',
        '/healthz',
        '/api/auth/options',
        '/api/auth/open-id',
        '/v1/openapi.json',
      ])
        await call('GET', path)
      const metrics = await call('GET', '/metrics', undefined, `Bearer ${canary('METRICS_TOKEN')}`)
      expect([metrics.status, metrics.text]).toEqual([200, expect.stringContaining('answergraph_')])
      await call('POST', '/graphql', {
        query:
          '{ providers { token state reason routes { reason } } viewer { organization { name auditLog(first: 50) { nodes { action target } } } } }',
      })
      const file = join(folder, 'export.jsonl.gz')
      await command(['org', 'export', id, file])
      write('export', gunzipSync(readFileSync(file)).toString())
      write('database', await dumpDatabase(database.databaseUrl))
      write('logs', server.output.join(''))
      // The check can fail: other parts of the same data are found.
      expect(written.database).toContain('Which is best?')
      expect(written.logs).toContain('/v1/async-analysis')
      expect([...received]).toEqual(
        expect.arrayContaining(['STORED_CREDENTIAL', 'ANTHROPIC_API_KEY', 'XAI_API_KEY', 'MISTRAL_API_KEY']),
      )
      expect(foundSecrets()).toEqual([])
    }, 180_000)

    it('is found in no report, email, webhook, trace and table; neither are keys, sessions and links', async () => {
      const run = <T>(...parameters: string[]) => runJson<T>(parameters, environment)
      const { id: org } = await run<{ id: string }>('org', 'create', '--name', 'Umbra', '--plan', 'pro')
      const { id: project } = await run<{ id: string }>('project', 'create', '--org', org, '--name', 'Umbra')
      const { key } = await run<{ key: string }>('key', 'create', '--project', project, '--preset', 'full')
      const send = async (method: string, path: string, body?: object): Promise<Response> => {
        const response = await fetch(server.url + path, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        expect([path, response.ok, response.ok || (await response.text())]).toEqual([path, true, true])
        return response
      }
      const secret = `whsec_${Buffer.from(canary('STORED_PROJECT_WEBHOOK_SECRET')).toString('base64')}`
      await send('POST', '/v1/webhooks', { url: receiver.url, secret, events: ['run.completed'] })
      await send('POST', '/v1/prompts', { text: 'Which is best?', providers: ['mistral'], locations: ['US'] })
      await send('POST', '/v1/analysis/trigger')
      const { headers, body: message } = await receiver.next()
      write('webhooks', JSON.stringify(headers) + message)
      for (const format of ['csv', 'jsonl'])
        write('tables', await (await send('GET', `/v1/analysis/exports/answers?format=${format}`)).text())
      const parquet = await send('GET', '/v1/analysis/exports/answers?format=parquet')
      write(
        'tables',
        JSON.stringify(await parquetReadObjects({ file: await parquet.arrayBuffer() }), readable),
      )
      const shared = await send('POST', '/v1/share-links', { name: 'Board' })
      const { data } = (await shared.json()) as { data: { url: string } }
      const { pathname } = new URL(data.url)
      write('reports', await (await fetch(server.url + pathname)).text())

      const email = 'ann@example.com'
      const password = canary('RIGHT_PASSWORD')
      await run('user', 'create', '--org', org, '--email', email, '--password', password)
      await run('user', 'invite', '--org', org, '--email', 'bob@example.com')
      const cookie = cookiesOf(await postAuth(server, '/sign-in/email', { email, password }))
      const session = /session_token=([^;]+)/.exec(cookie)?.[1] ?? ''
      await postAuth(server, '/request-password-reset', { email })
      await eventually(() => expect(mail.received).toHaveLength(2))
      const links: string[] = []
      for (const { source } of mail.received) {
        const { text = '', html, headerLines } = await simpleParser(source)
        write('emails', `${JSON.stringify(headerLines)} ${text} ${html}`)
        links.push(...(text.match(/#token=(\w{20,})/)?.slice(1) ?? []))
      }
      await eventually(() =>
        expect(collector.spans.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['send webhook', 'POST /v1/webhooks']),
        ),
      )
      write('traces', JSON.stringify(collector.spans))
      write('logs', server.output.join(''))
      write('database', await dumpDatabase(database.databaseUrl))
      // The check can fail: other parts of the same data are found, and the mail server got its password.
      for (const place of ['tables', 'reports', 'emails', 'webhooks', 'database'])
        expect([place, written[place]]).toEqual([
          place,
          expect.stringMatching(/Umbra|Which is best|run\.completed/),
        ])
      expect(received).toContain('SMTP_URL')
      expect(foundSecrets()).toEqual([])
      expect(links).toHaveLength(2)
      const created = {
        key,
        session,
        invitation: links[0],
        reset: links[1],
        share: pathname.split('/').at(-1),
      }
      const places = ['logs', 'traces', 'database', 'tables', 'webhooks', 'reports']
      for (const [name, value = ''] of Object.entries(created)) {
        expect([name, value.length > 20]).toEqual([name, true])
        for (const place of places)
          expect([name, place, written[place]?.includes(value)]).toEqual([name, place, false])
      }
    }, 180_000)
  })
})

/** Writes numbers of 64 bits as JSON. */
function readable(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
