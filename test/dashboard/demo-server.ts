import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { runJson, startServer } from '../faults/server-process.ts'
import { type DashboardPage, pagesOf } from './pages.ts'

/** Number of runs in the demo's history, including the first one. */
const RUNS = 12

/** The demo as started by `npm start`, in a separate process with its own database. */
export interface DemoServer {
  url: string
  /** Id of the gateway's process; PostgreSQL runs in another one. */
  pid: number | undefined
  projectKey: string
  pages: DashboardPage[]
  /** Returns a signed-in browser context. */
  context(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

/** Starts the demo and waits until its twelve weeks of runs are completed. */
export async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-demo-'))
  const secret = randomBytes(32).toString('base64')
  const environment = { DATA_DIR: folder, SECRET_KEY: secret, RATE_LIMIT_PER_MINUTE: '1000000' }
  const server = await startServer(environment, ['--demo'])
  const { organizationId = '', projectId = '', projectKey = '', signInLink = '' } = server.facts
  const read = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${projectKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(server.url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  await runJson(['org', 'grant-credits', organizationId, '10000'], environment)
  const ended = `{ viewer { project { runs(status: COMPLETED, first: 50) { nodes { databaseId } } } } }`
  let runs: { databaseId: string }[] = []
  while (runs.length < RUNS) {
    await pause(500)
    const body = JSON.stringify({ query: ended })
    runs = (await read('/graphql', { method: 'POST', body })).data.viewer.project.runs.nodes
  }
  const runId = runs[0]?.databaseId ?? ''
  const results = await read(`/v1/analysis/runs/${runId}/results?limit=50`)
  const started = await read('/v1/async-analysis', {
    method: 'POST',
    body: JSON.stringify({
      prompts: ['Best project planner for a small agency?', 'Which kanban board is the easiest to learn?'],
      replicates: 3,
      providers: ['chatgpt', 'gemini', 'perplexity'],
      locations: ['US', 'DE'],
    }),
  })
  await read('/v1/facts', { method: 'POST', body: JSON.stringify({ kind: 'founded', year: 2015 }) })
  const [alert] = (await read('/v1/alerts')).data
  if (!alert) throw new Error('the history of the demo raised no alert')
  const ids = { organizationId, projectId, runId, analysisId: started.data.analysisId, alertId: alert.id }
  const named = results.data.find(
    (result: { brand: { mentioned: boolean } | null }) => result.brand?.mentioned,
  )
  let storageState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  return {
    url: server.url,
    pid: server.pid,
    projectKey,
    pages: pagesOf({ ...ids, resultId: named.id }),
    async context(browser, options = {}) {
      if (!storageState) {
        // The link works only once.
        const page = await browser.newPage()
        await page.goto(signInLink)
        await page.waitForURL('**/overview')
        storageState = await page.context().storageState()
        await page.close()
      }
      return browser.newContext({ ...options, storageState })
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
