import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultVendors, startFaultVendors } from '../fault-vendors.ts'
import { type ServerProcess, startServer } from '../faults/server-process.ts'
import { linkPackages } from './demo.ts'
import { snippetsTestedBy } from './languages/sh-unexecuted.ts'
import { openShell, type Shell } from './shell.ts'

let folder: string
let vendors: FaultVendors
let server: ServerProcess
let shell: Shell
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-quickstart-'))
  // PostgreSQL runs as a different user if root runs the tests.
  chmodSync(folder, 0o755)
  vendors = await startFaultVendors({ seed: 1, passing: 0, lasting: 0, latency: 0 })
  const openai = vendors.providers.find(({ id }) => id === 'openai')
  const installation = { DATA_DIR: join(folder, 'data'), OPENAI_BASE_URL: openai?.baseUrl ?? '' }
  // Without --demo, as the page says: an empty installation.
  server = await startServer(installation)
  const home = join(folder, 'home')
  mkdirSync(home)
  linkPackages(home)
  const { PATH = '', HOME = '' } = process.env
  const { port: PORT } = new URL(server.url)
  shell = openShell(home, join(folder, 'scripts'), {
    PATH,
    HOME,
    PORT,
    ...installation,
    OPENAI_KEY: 'sk-secret',
  })
})
afterAll(async () => {
  shell?.close()
  await server?.stop()
  vendors?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

it('the quickstart leads from an empty installation to real answers and a weekly check', async () => {
  const printed: string[] = []
  for (const { text } of snippetsTestedBy('test/code-blocks/quickstart.test.ts', 'docs/quickstart.md'))
    printed.push(await shell.run(text.replaceAll('localhost:4000', new URL(server.url).host)))
  const all = printed.join('\n')
  expect(all).toMatch(/^check +ok$/m)
  expect(all).toMatch(/^questions +5 of 5, 0 failed$/m)
  expect(all).toMatch(/"providers": \[\s+"chatgpt"\s+\]/)
  expect(all).toMatch(/"simulated": false/)
  expect(all).toMatch(/"mentioned": true/)
  expect(all).toMatch(/^mentionRate +100 %/m)
  expect(all).toMatch(/"nextRunAt": "/)
  expect(all).toMatch(/^result +no condition is met$/m)
})
