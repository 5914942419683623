// Measures the reading of answers on labelled texts made by others: `npm run quality`. DATA names their folder.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HERE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(HERE, '..', '..')
const OUT = join(ROOT, 'dist', 'quality')

mkdirSync(OUT, { recursive: true })
const outfile = join(OUT, 'quality.js')
await build({
  entryPoints: [join(HERE, 'quality.ts')],
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
