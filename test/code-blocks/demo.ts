import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../../src/infra/embedded-postgres.ts'
import { startFaultVendors } from '../fault-vendors.ts'
import { startJudge } from '../faults/judge-server.ts'
import { startServer } from '../faults/server-process.ts'
import { freePort } from '../free-port.ts'

/** The server that the code blocks use. Like `npm start`, it has embedded PostgreSQL, keys, and a demo project with a finished run. */
export interface Demo {
  /** Its origin, such as `http://127.0.0.1:4000`. */
  url: string
  /** A folder where `npx answergraph` and the packages of the repository are installed. */
  folder: string
  /** Base URL of a language model. Replaces `http://localhost:11434/v1`. */
  modelUrl: string
  /** Environment variables that a reader has set: keys, ids, the data directory and the base URLs of fake vendors. */
  environment: Record<string, string>
  /** Global ids of the demo by GraphQL variable name. */
  ids: Readonly<Record<string, string>>
  projectKey: string
  databaseUrl: string
  /** A free port. This server may send webhooks to it. Replaces 8787. */
  receiverPort: number
  /** Allows another manual run of the project. Otherwise only one is allowed in seven days. */
  forgetManualRuns(): Promise<void>
  close(): Promise<void>
}

/** Starts the server. The demo has a finished run and a finished async analysis. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-docs-'))
  // PostgreSQL runs as a different user if root runs the tests.
  chmodSync(folder, 0o755)
  linkPackages(folder)
  const DATA_DIR = join(folder, 'data')
  const vendors = await startFaultVendors({ seed: 1, passing: 0, lasting: 0, latency: 0 })
  const model = await startJudge()
  const receiverPort = await freePort()
  const server = await startServer(
    { DATA_DIR, RATE_LIMIT_PER_MINUTE: '1000000', OUTBOUND_ALLOW: `localhost:${receiverPort}` },
    ['--demo'],
  )
  const postgres = await openEmbeddedPostgres(DATA_DIR)
  const { url, facts } = server
  const { projectKey = '', organizationKey = '', organizationId = '', projectId = '' } = facts
  return {
    url,
    folder,
    modelUrl: model.url,
    environment: {
      ...Object.fromEntries(
        vendors.providers.map(({ id, baseUrl }) => [`${id.toUpperCase()}_BASE_URL`, baseUrl]),
      ),
      DATA_DIR,
      KEY: projectKey,
      ORGANIZATION_KEY: organizationKey,
      ORGANIZATION_ID: organizationId,
      PROJECT_ID: projectId,
    },
    ids: await readIds(url, projectKey),
    projectKey,
    databaseUrl: postgres.url,
    receiverPort,
    async forgetManualRuns() {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`UPDATE batch SET trigger = 'schedule' WHERE trigger = 'manual'`)
      await client.end()
    },
    async close() {
      await postgres.release()
      await server.stop()
      vendors.close()
      model.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Links the packages of the repository, their commands and the `answergraph` command into a folder. There is one link per
 * package, so `npm install` in a code block replaces links and never changes the repository.
 */
export function linkPackages(folder: string): void {
  const packages = resolve('node_modules')
  for (const name of readdirSync(packages).flatMap((name) => packagesIn(packages, name))) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  symlinkSync(resolve('bin/answergraph.js'), join(folder, 'node_modules', '.bin', 'answergraph'))
}

/** Returns the paths of the packages in a scope, of the commands in `.bin`, or of a single package. */
function packagesIn(packages: string, name: string): string[] {
  if (name.startsWith('@') || name === '.bin')
    return readdirSync(join(packages, name)).map((below) => join(name, below))
  return name.startsWith('.') ? [] : [name]
}

const IDS = `{
  viewer { project { id prompts(first: 1) { nodes { id } } latestRun { id results(first: 1) { nodes { id } } } } }
}`

interface Ids {
  viewer: {
    project: {
      id: string
      prompts: { nodes: { id: string }[] }
      latestRun: { id: string; results: { nodes: { id: string }[] } }
    }
  }
}

async function readIds(url: string, key: string): Promise<Demo['ids']> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const { project } = ((await post('/graphql', { query: IDS })) as Ids).viewer
  const analysis = { prompt: 'Best kanban app?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
  const { analysisId } = (await post('/v1/async-analysis', analysis)) as { analysisId: string }
  const query = 'subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) { status } }'
  const stream = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { id: analysisId } }),
  })
  // The stream ends with the analysis.
  await stream.text()
  return {
    projectId: project.id,
    promptId: project.prompts.nodes[0]?.id ?? '',
    runId: project.latestRun.id,
    resultId: project.latestRun.results.nodes[0]?.id ?? '',
    analysisId,
  }
}
