// Runs the benchmarks named on the command line, or all: `npm run bench -- throughput`. Each prints ratios against a baseline of the same run.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTypescript } from '../../run-typescript.js'

const wanted = process.argv.slice(2)
const names = readdirSync(dirname(fileURLToPath(import.meta.url)))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()

let failed = names.length === 0
for (const name of names) {
  process.stdout.write(`\n${name}\n`)
  if ((await runTypescript(`test/bench/${name}.bench.ts`)) !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
