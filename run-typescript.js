// Runs a TypeScript file that is no part of the product, with parameters: `node run-typescript.js test/quality/quality.ts`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { copyModels } from './build.js'

const ROOT = dirname(fileURLToPath(import.meta.url))

/** Bundles a file, given from the root of the repository, and runs it there with parameters; its exit status. */
export async function runTypescript(file, parameters = []) {
  // Inside the repository: the packages it imports are looked for from here.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.run-'))
  try {
    const outfile = join(folder, basename(file).replace(/\.ts$/, '.js'))
    await build({
      entryPoints: [join(ROOT, file)],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    copyModels(folder)
    const { status } = spawnSync(process.execPath, [outfile, ...parameters], { stdio: 'inherit', cwd: ROOT })
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, script, file, ...parameters] = process.argv
if (script === fileURLToPath(import.meta.url)) process.exitCode = await runTypescript(file ?? '', parameters)
