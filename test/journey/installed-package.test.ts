import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../faults/server-process.ts'

let folder: string
/** The folder of the installed package. */
let installed: string
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-package-'))
  // PostgreSQL runs as a different user if root runs the tests.
  chmodSync(folder, 0o755)
  const npm = (...parameters: string[]) => execFileSync('npm', parameters, { stdio: 'pipe' })
  npm('pack', '--pack-destination', folder)
  const [archive = ''] = readdirSync(folder)
  npm('install', '--global', '--prefix', folder, '--prefer-offline', '--no-audit', join(folder, archive))
  installed = join(folder, 'lib', 'node_modules', 'answergraph')
  const program = join(folder, 'bin', 'answergraph')
  server = await startServer({ DATA_DIR: join(folder, 'data') }, ['--demo'], program)
}, 180_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('serves the dashboard, the documentation and the demo project', async () => {
  const headers = { authorization: `Bearer ${server.facts.projectKey}` }
  const pages = ['/', '/docs', '/docs/quickstart', '/docs/graphql', '/v1/openapi.json', '/v1/project']
  for (const path of pages) {
    const response = await fetch(`${server.url}${path}`, { headers })
    expect(response.status, path).toBe(200)
  }
  const graphiql = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })
  expect(await graphiql.text()).toContain('<title>Answergraph</title>')
})

it('contains no sources and no source maps', () => {
  expect(existsSync(join(installed, 'src'))).toBe(false)
  expect(readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.map'))).toEqual([])
})

it('contains the license of each library in its bundles', () => {
  const notices = readFileSync(join(installed, 'dist', 'THIRD_PARTY_NOTICES.md'), 'utf8')
  // From the server, the dashboard, its fonts, and the documentation.
  for (const name of ['hono', 'react-dom', '@fontsource-variable/inter', 'minisearch'])
    expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
  expect(notices).not.toMatch(/^License: (undefined|null)?$/m)
})
