import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Protocol versions that the conformance suite covers. */
export const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Version = (typeof VERSIONS)[number]

/** Result of a scenario of the conformance suite. */
export interface Scenario {
  name: string
  /** Ids of checks that succeeded. */
  succeeded: string[]
  /** Ids of checks that failed or gave a warning, each with the message. */
  failed: Record<string, string>
  /** Ids of checks that do not apply to the server. */
  skipped: string[]
}

const checksSchema = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
)

/** Returns the names of the server scenarios for a version, without protocol extensions. */
async function scenariosOf(version: Version): Promise<string[]> {
  list ??= conformance(['list', '--server'])
  const scenarios = [...(await list).matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
  return scenarios.flatMap(([, name = '', versions = '']) =>
    versions.split(',').includes(version) ? name : [],
  )
}
let list: Promise<string> | undefined

/**
 * Runs all scenarios of a version against a server, including scenarios that the suite marks as pending. `expected`
 * contains the names of all scenarios of the version.
 */
export async function runSuite(
  url: string,
  version: Version,
): Promise<{ expected: string[]; results: Scenario[] }> {
  const [expected, results] = await Promise.all([scenariosOf(version), run(url, version)])
  return { expected, results }
}

async function run(url: string, version: Version): Promise<Scenario[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    const options = ['--url', url, '--suite', 'all', '--spec-version', version, '--output-dir', folder]
    await conformance(['server', ...options])
    return readdirSync(folder).map((entry) => {
      const name = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry)?.[1]
      if (!name) throw new Error(`the conformance suite wrote an unexpected ${entry}`)
      const checks = checksSchema.parse(JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')))
      const idsOf = (status: string) => checks.filter((check) => check.status === status).map(({ id }) => id)
      const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      return {
        name,
        succeeded: idsOf('SUCCESS'),
        failed: Object.fromEntries(wrong.map(({ id, errorMessage = 'no message' }) => [id, errorMessage])),
        skipped: idsOf('SKIPPED'),
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns one line per problem: expected scenarios that did not run, checks that failed, gave a warning or were
 * skipped, and scenarios without a successful check. `exceptions` lists scenarios, or single checks as
 * `scenario:check`, that do not apply. An exception that is no longer needed is a problem too, which keeps the list up
 * to date.
 */
export function shortcomings(
  { expected, results }: { expected: readonly string[]; results: readonly Scenario[] },
  exceptions: readonly string[],
): string[] {
  const excepted = new Set<string>()
  const problems = results.flatMap(({ name, succeeded, failed, skipped }) => {
    const checks = { ...failed, ...Object.fromEntries(skipped.map((id) => [id, 'was skipped'])) }
    if (succeeded.length === 0) checks['no check'] ??= 'succeeded'
    return Object.entries(checks).flatMap(([id, message]) => {
      const exception = [name, `${name}:${id}`].find((key) => exceptions.includes(key))
      if (exception) excepted.add(exception)
      return exception ? [] : `${name}: ${id}: ${message}`
    })
  })
  const ran = results.map(({ name }) => name)
  const scenarioOf = (exception: string) => exception.replace(/:.*/, '')
  const stale = exceptions.filter((key) => ran.includes(scenarioOf(key)) && !excepted.has(key))
  return [
    ...expected.filter((name) => !ran.includes(name)).map((name) => `${name} was not run`),
    ...problems,
    ...stale.map((key) => `${key} passes, but is listed as an exception`),
  ]
}

const MAIN = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/**
 * Module to load before the suite. The suite imports `globSync` from `fs` for a command that is not used here, but
 * Node.js 20 does not have it. The module adds an export with that name.
 */
const WITH_GLOB_SYNC = dataUrl(`
  import { register } from 'node:module'
  register(${JSON.stringify(
    dataUrl(`
      const FS = ${JSON.stringify(dataUrl("export * from 'node:fs'\nexport const globSync = undefined"))}
      export const resolve = (specifier, context, next) =>
        specifier === 'fs' && context.parentURL?.includes('@modelcontextprotocol/conformance/')
          ? { url: FS, shortCircuit: true }
          : next(specifier, context)`),
  )})`)

function dataUrl(module: string): string {
  return `data:text/javascript,${encodeURIComponent(module)}`
}

/** Runs a command of the suite and returns its output. Exit code 1 is accepted: it means that a check failed. */
async function conformance(args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', WITH_GLOB_SYNC, MAIN, ...args])
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && code !== 1) throw new Error(`the conformance suite exited with ${code}: ${output.stderr}`)
  return output.stdout
}
