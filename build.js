// Builds what is stale: the database client from schema.prisma, and dist/ from src/. Plain JavaScript, for nothing is built yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
const CLIENT = join(ROOT, 'src', 'generated', 'prisma')

/** Brings src/generated/ and dist/ up to date; does nothing, in milliseconds, when they are. */
export async function build() {
  if (await isCurrent(join(CLIENT, '.hash'), ['prisma/schema.prisma', 'package-lock.json'])) {
    if (await isCurrent(join(DIST, '.hash'), ['src', 'prisma', 'package-lock.json', 'build.js'])) return
  } else generateClient()
  await bundle()
}

function generateClient() {
  process.stderr.write('Generating the database client …\n')
  const schema = join(ROOT, 'prisma', 'schema.prisma')
  const cli = join(ROOT, 'node_modules', 'prisma', 'build', 'index.js')
  const result = spawnSync(process.execPath, [cli, 'generate', '--schema', schema, '--no-hints'], {
    cwd: ROOT,
    encoding: 'utf8',
    // The command would download an engine that generating does not use; any existing file keeps it from that.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  })
  if (result.status !== 0) throw new Error(`prisma generate failed:\n${result.stdout}${result.stderr}`)
  writeFileSync(join(CLIENT, '.hash'), hashOf(['prisma/schema.prisma', 'package-lock.json']))
}

async function bundle() {
  process.stderr.write('Building …\n')
  const esbuild = await import('esbuild')
  const draft = `${DIST}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  await esbuild.build({
    entryPoints: {
      main: 'src/main.ts',
      'read-in-thread': 'src/process/read-in-thread.ts',
      'print-schema': 'src/graphql/print-schema.ts',
    },
    absWorkingDir: ROOT,
    outdir: draft,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
  await bundlePages(esbuild, join(draft, 'documentation'))
  copyModel(draft)
  writeFileSync(join(draft, '.hash'), hashOf(['src', 'prisma', 'package-lock.json', 'build.js']))
  rmSync(DIST, { recursive: true, force: true })
  renameSync(draft, DIST)
}

/** Builds what the pages of the documentation load: each file is named after its content, so that browsers may keep it. */
async function bundlePages(esbuild, outdir) {
  await esbuild.build({
    entryPoints: ['documentation.ts', 'documentation.css', 'icon.svg'].map(
      (file) => `src/documentation/browser/${file}`,
    ),
    absWorkingDir: ROOT,
    outdir,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'copy' },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome114', 'firefox125', 'safari17'],
    format: 'esm',
    logLevel: 'warning',
  })
}

/** Puts the model that the extraction reads beside a bundle of it. */
export function copyModel(folder) {
  const model = join(ROOT, 'src', 'extraction', 'sentiment', 'sentiment.bin')
  if (existsSync(model)) copyFileSync(model, join(folder, 'sentiment.bin'))
}

async function isCurrent(hashFile, inputs) {
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashOf(inputs)
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf).sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  const entries = readdirSyncOrNull(full)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.name !== 'generated' && !entry.name.endsWith('.test.ts'))
    .flatMap((entry) => filesOf(`${path}/${entry.name}`))
}

function readdirSyncOrNull(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
