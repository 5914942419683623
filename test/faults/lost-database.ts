import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { send } from '../api/graphql-client.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { runJson, type ServerProcess } from './server-process.ts'

/** Number of units per analysis, and how many of them are asked concurrently. */
export const UNITS = 24
export const CONCURRENCY = 8

/** Setup of a server that loses its database: a data folder, a model and the environment, but not the database. */
export interface LossSetup {
  folder: string
  model: HeldModel
  environment: Record<string, string>
  close(): void
}

export async function openLossSetup(options: { text?: string } = {}): Promise<LossSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-loss-'))
  chmodSync(folder, 0o755)
  const model = await startHeldModel(options)
  const providersFile = join(folder, 'providers.json')
  const provider = { ...model.provider, options: { concurrency: CONCURRENCY } }
  writeFileSync(providersFile, JSON.stringify({ providers: [provider] }))
  return {
    folder,
    model,
    environment: {
      DATA_DIR: join(folder, 'data'),
      PROVIDERS_FILE: providersFile,
      SECRET_KEY: 'a secret of at least thirty-two bytes',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
    },
    close() {
      model.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an organization with credits and returns a key for it. */
export async function createKey(environment: Record<string, string>, credits: number): Promise<string> {
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', String(credits)],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  return key
}

/** Starts an analysis with new questions. Returns its id. */
export async function startAnalysis({ url }: ServerProcess, key: string, name: string): Promise<string> {
  const prompts = Array.from({ length: UNITS }, (_, n) => `Which ${name} is best, ${n}?`)
  const response = await fetch(`${url}/v1/async-analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      prompts,
      brandName: 'Acme',
      replicates: 1,
      providers: ['held'],
      locations: ['US'],
    }),
  })
  expect(response.status).toBe(202)
  const { data } = (await response.json()) as { data: { analysisId: string } }
  return data.analysisId
}

export async function readAnalysis({ url }: ServerProcess, key: string, analysisId: string) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/async-analysis/${analysisId}`, { headers })
  const { data } = (await response.json()) as {
    data?: { status: string; progress: { total: number; completed: number; failed: number } }
  }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), analysis: data }
}

/** Returns how often each question of an analysis was asked. */
export function timesAsked({ asked }: HeldModel, name: string): number[] {
  return [...asked].flatMap(([text, times]) => (text.includes(`Which ${name} is`) ? [times] : []))
}

export async function creditsOf(server: ServerProcess, key: string): Promise<number> {
  const { data } = await send(server, key, { query: '{ viewer { organization { credits } } }' })
  return data.viewer.organization.credits
}
