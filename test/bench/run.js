// Runs the benchmarks named on the command line, or all: `npm run bench -- throughput`. Each prints ratios against a baseline of the same run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HERE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(HERE, '..', '..')
const OUT = join(ROOT, 'dist', 'bench')
const wanted = process.argv.slice(2)
const names = readdirSync(HERE)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()

mkdirSync(OUT, { recursive: true })
let failed = names.length === 0
for (const name of names) {
  const outfile = join(OUT, `${name}.js`)
  await build({
    entryPoints: [join(HERE, `${name}.bench.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  process.stdout.write(`\n${name}\n`)
  const { status } = spawnSync(process.execPath, [outfile], { stdio: 'inherit', cwd: ROOT })
  if (status !== 0) failed = true
}
rmSync(OUT, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
