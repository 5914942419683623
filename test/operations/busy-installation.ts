import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'

const CREDITS = 100
/** Questions of each analysis. */
const QUESTIONS = 3

/** A server that is asking questions, to be backed up. */
export interface BusyInstallation {
  folder: string
  model: HeldModel
  /** Variables for a server without a database. */
  environment: Record<string, string>
  /** Starts a server with further variables, an ended analysis, and one with a question that was answered and two that wait. */
  start(database: Record<string, string>): Promise<ServerProcess>
  /** Starts an analysis that the backup does not contain. */
  continueAfterBackup(): Promise<void>
  /** Starts a server on a restored database, and asserts that the work continues and that credits and keys are right. */
  expectRestored(database: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/** Creates the parts of an installation except for the server. */
export async function createBusyInstallation(): Promise<BusyInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-backup-'))
  chmodSync(folder, 0o755)
  const model = await startHeldModel()
  const providersFile = join(folder, 'providers.json')
  const provider = { id: 'local', driver: 'openai-compatible', model: 'held-1', baseUrl: model.url }
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  const environment = { PROVIDERS_FILE: providersFile, RATE_LIMIT_PER_MINUTE: '1000000' }
  const servers: ServerProcess[] = []
  let key = ''
  let organizationId = ''
  const analyses: string[] = []

  const send = async (path: string, body?: object): Promise<{ status: number; data: Shown }> => {
    const response = await fetch(`${servers.at(-1)?.url}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const { data } = (await response.json()) as { data: Shown }
    return { status: response.status, data }
  }
  const startAnalysis = async () => {
    const { status, data } = await send('/v1/async-analysis', {
      prompt: `Question ${analyses.length}`,
      brandName: 'Acme',
      replicates: QUESTIONS,
      providers: ['local'],
      locations: ['US'],
    })
    expect(status).toBe(202)
    analyses.push(data.analysisId)
    return data.analysisId
  }
  const hasAnswers = (analysisId: string, count: number) =>
    eventually(async () => {
      const { data } = await send(`/v1/async-analysis/${analysisId}`)
      expect(data.progress.completed).toBe(count)
    })
  return {
    folder,
    model,
    environment,
    async start(database) {
      const server = await startServer({ ...environment, ...database })
      servers.push(server)
      const all = { ...environment, ...database }
      const created = await runJson<{ id: string }>(
        ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', String(CREDITS)],
        all,
      )
      organizationId = created.id
      key = (await runJson<{ key: string }>(['key', 'create', '--org', organizationId], all)).key
      model.answer(QUESTIONS)
      await hasAnswers(await startAnalysis(), QUESTIONS)
      model.answer(1)
      await hasAnswers(await startAnalysis(), 1)
      return server
    },
    async continueAfterBackup() {
      await startAnalysis()
    },
    async expectRestored(database) {
      const server = await startServer({ ...environment, ...database })
      servers.push(server)
      model.answer(1_000)
      const [first = '', second = '', third = ''] = analyses
      await hasAnswers(first, QUESTIONS)
      await hasAnswers(second, QUESTIONS)
      expect((await send(`/v1/async-analysis/${third}`)).status).toBe(404)
      const { data } = await send('/v1/organization')
      expect(data).toMatchObject({ credits: CREDITS - 2 * QUESTIONS })
    },
    async close() {
      for (const server of servers) await server.kill()
      model.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Shown {
  analysisId: string
  progress: { completed: number }
}
