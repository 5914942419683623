import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { runCommand } from '../faults/server-process.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let project: RunProject
let runId: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-export-'))
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  project = await createRunProject(world, await createClient(world), { prompts: [{ text: 'Best?' }] })
  runId = await runWithAnswers(world, project, () => ({ text: 'Taskfern.' }))
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...parameters: string[]) =>
  runCommand(parameters, { ANSWERGRAPH_KEY: project.key, ANSWERGRAPH_URL: world.url })

it('answergraph export writes a new file, and says how large it is', async () => {
  const file = join(folder, 'answers.parquet')
  const { code, output } = await run(
    'export',
    'answers',
    file,
    '--format',
    'parquet',
    '--include-answer',
    '--json',
  )
  const content = readFileSync(file)
  expect({ code, ...JSON.parse(output) }).toEqual({ code: 0, file, bytes: content.length })
  const rows = await parquetReadObjects({ file: new Uint8Array(content).buffer })
  expect(rows).toMatchObject([{ run_id: runId, prompt: 'Best?', answer: 'Taskfern.' }])
  expect((await run('export', 'answers', file)).code).toBe(1)
  expect(readFileSync(file)).toEqual(content)
})

it('without a file, answergraph export prints the table', async () => {
  const { code, output } = await run('export', 'mentions', '--format', 'jsonl', '--run', runId)
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ run_id: runId, entity_id: 'brand', mentioned: true })
})

it('errors of the server name the option', async () => {
  const { code, output } = await run('export', 'answers', '--since', 'yesterday', '--json')
  expect({ code, ...JSON.parse(output) }).toMatchObject({
    code: 1,
    error: { code: 'BAD_REQUEST' },
    details: { fieldErrors: { '--since': expect.any(String) } },
  })
})
