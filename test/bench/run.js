// Runs the benchmarks named on the command line, or all of them: `npm run bench -- throughput`. Each benchmark prints ratios to
// a baseline that it measures in the same run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { copyModels } from '../../build.js'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Bundles a benchmark as the product is bundled, because tsx keeps function names, which slows extraction by a fifth. */
async function runBenchmark(name) {
  // Inside the repository, so that Node.js finds the imported packages.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.run-'))
  try {
    const outfile = join(folder, `${name}.js`)
    await build({
      entryPoints: [join(ROOT, 'test', 'bench', `${name}.bench.ts`)],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    copyModels(folder)
    return spawnSync(process.execPath, [outfile], { stdio: 'inherit', cwd: ROOT }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const names = readdirSync(join(ROOT, 'test', 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()

let failed = names.length === 0
for (const name of names) {
  process.stdout.write(`\n${name}\n`)
  if ((await runBenchmark(name)) !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
