import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from '../faults/kill-setup.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'

/** Returns the commit of the last release; empty if the history does not contain it, as in a shallow clone. */
function findRelease(): string {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%H', '--grep=^Release [0-9]'], {
    encoding: 'utf8',
  })
  return stdout?.trim() ?? ''
}

const commit = findRelease()

/**
 * A rolling upgrade runs the previous release and this version at the same time, and a rollback starts it again. So migrations
 * only add what the new version needs; the next version removes what is no longer used.
 */
describe.skipIf(commit === '')('the previous release, on a database that this version has migrated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-release-'))
  let setup: KillSetup
  let previous: ServerProcess
  beforeAll(async () => {
    const files = execFileSync('git', ['archive', commit], { maxBuffer: 1_000_000_000 })
    execFileSync('tar', ['-x', '-C', folder], { input: files })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    execFileSync('node', ['build.js'], { cwd: folder, stdio: 'pipe' })
    // Its database has the newest migrations.
    setup = await openKillSetup({ RATE_LIMIT_PER_MINUTE: '1000000' })
    previous = await startServer(setup.environment, [], join(folder, 'bin', 'answergraph.js'))
  }, 240_000)
  afterAll(async () => {
    await previous?.stop()
    await setup?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts, answers requests over REST and GraphQL, and measures an analysis', async () => {
    const { environment } = setup
    const { id } = await runJson<{ id: string }>(
      ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '10'],
      environment,
    )
    const project = await runJson<{ id: string }>(
      ['project', 'create', '--org', id, '--name', 'Acme'],
      environment,
    )
    const { key } = await runJson<{ key: string }>(['key', 'create', '--project', project.id], environment)
    const send = async (path: string, body?: object) => {
      const response = await fetch(`${previous.url}${path}`, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      expect(response.ok, await response.clone().text()).toBe(true)
      return response.json()
    }
    expect((await send('/v1/project')).data.name).toBe('Acme')
    await send('/v1/prompts', { text: 'Best?', providers: ['local'], locations: ['US'] })
    const { data: analysis } = await send('/v1/async-analysis', {
      prompt: 'Best?',
      replicates: 2,
      providers: ['local'],
      locations: ['US'],
    })
    await eventually(async () => {
      const { data } = await send(`/v1/async-analysis/${analysis.analysisId}`)
      expect(data.status).toBe('completed')
    })
    const { data } = await send('/graphql', {
      query:
        '{ project { prompts(first: 5) { nodes { text } } asyncAnalyses(first: 1) { nodes { progress { completed } } } } }',
    })
    expect(data.project.asyncAnalyses.nodes[0].progress.completed).toBe(2)
  }, 120_000)
})
