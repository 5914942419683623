// Trains the model of sentiment: `npm run train`. DATA names the folder of the labelled sets. Writes into src/extraction.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HERE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(HERE, '..')
const OUT = join(ROOT, 'dist', 'training')

mkdirSync(OUT, { recursive: true })
const outfile = join(OUT, 'sentiment.js')
await build({
  entryPoints: [join(HERE, 'sentiment.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
})
const { status } = spawnSync(process.execPath, [outfile], { stdio: 'inherit', cwd: ROOT })
rmSync(OUT, { recursive: true, force: true })
process.exitCode = status ?? 1
