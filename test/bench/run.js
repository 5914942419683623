/**
 * Runs the benchmarks named on the command line, or all of them: `npm run bench -- throughput`. Each benchmark prints ratios
 * to a baseline that it measures in the same run. With `--compare`, the figures are compared with the recorded ones, and
 * figures that are worse beyond noise fail the command. With `--record`, they are written to docs/benchmarks.md.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { copyModels } from '../../build.js'
import { compare } from './compare.ts'
import { readRecorded, record } from './recorded.ts'

const ROOT = join(import.meta.dirname, '../..')

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
})
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join()}. Choose from ${all.join(', ')}.`)

const reports = []
for (const name of wanted.length === 0 ? all : wanted) {
  console.log(`\n${name}`)
  const measured = await run(name)
  if (measured) reports.push(...measured)
  else process.exitCode = 1
}
if (options.compare && compare(reports, readRecorded())) process.exitCode = 1
if (options.record) record(reports)

/**
 * Runs a benchmark and returns its figures; null if it failed. It is bundled as the product is, because tsx keeps function
 * names, which slows extraction by a fifth.
 */
async function run(name) {
  // Inside the repository, so that Node.js finds the imported packages.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.run-'))
  try {
    const outfile = join(folder, `${name}.js`)
    await build({
      entryPoints: [join(import.meta.dirname, `${name}.bench.ts`)],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    copyModels(folder)
    const file = join(folder, 'figures')
    const env = { ...process.env, BENCH_FIGURES: file }
    const { status } = spawnSync(process.execPath, [outfile], { stdio: 'inherit', cwd: ROOT, env })
    if (status !== 0) return null
    return existsSync(file) ? mergeLines(readFileSync(file, 'utf8')) : []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Parses lines of reports. Reports of the same benchmark become one. */
function mergeLines(lines) {
  const figures = new Map()
  for (const line of lines.trimEnd().split('\n')) {
    const { benchmark, figures: more } = JSON.parse(line)
    figures.set(benchmark, [...(figures.get(benchmark) ?? []), ...more])
  }
  return [...figures].map(([benchmark, all]) => ({ benchmark, figures: all }))
}
