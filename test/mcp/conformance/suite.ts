import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** The versions of the protocol that the conformance suite has scenarios for. */
export const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Version = (typeof VERSIONS)[number]

/** What a scenario of the conformance suite found. */
export interface Scenario {
  name: string
  /** The ids of the checks that succeeded. */
  succeeded: string[]
  /** Ids of checks that failed or warn, each with what was wrong. */
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

/** The names of the scenarios for servers of a version, extensions of the protocol excepted. */
async function scenariosOf(version: Version): Promise<string[]> {
  list ??= conformance(['list', '--server'])
  const scenarios = [...(await list).matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
  return scenarios.flatMap(([, name = '', versions = '']) =>
    versions.split(',').includes(version) ? name : [],
  )
}
let list: Promise<string> | undefined

/**
 * Runs all scenarios of a version against a server, those included that the suite itself calls pending. `expected` are the names
 * of those that there are.
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
 * What the results leave to be desired, a line each: scenarios of `expected` that were not run, checks that failed, warn or were
 * left out, and scenarios in which nothing succeeded. `exceptions` are scenarios, or single checks as `scenario:check`, that do
 * not apply; those of a scenario that was run and passes are in the result too, so that the list stays true.
 */
export function shortcomings(
  { expected, results }: { expected: readonly string[]; results: readonly Scenario[] },
  exceptions: readonly string[],
): string[] {
  const excepted = new Set<string>()
  const wrong = results.flatMap(({ name, succeeded, failed, skipped }) => {
    const checks = { ...failed, ...Object.fromEntries(skipped.map((id) => [id, 'was left out'])) }
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
    ...wrong,
    ...stale.map((key) => `${key} passes, and is listed as an exception`),
  ]
}

const MAIN = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/**
 * The package is written for Node.js 22: it imports `globSync`, which Node.js 20 lacks, for a command that is not used here. This
 * module is loaded before it and gives its imports of `fs` that name too.
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

/** Runs a command of the suite and returns what it prints; its exit code is 1 as soon as one check fails. */
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
  if (code !== 0 && code !== 1) throw new Error(`the conformance suite ended with ${code}: ${output.stderr}`)
  return output.stdout
}
