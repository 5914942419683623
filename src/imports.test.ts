import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'

/** The folders that each folder may import, from the map in CONTRIBUTING.md. Remarks are in parentheses. */
const MAY_IMPORT = new Map(
  Array.from(
    readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `src\/(\w+)(?:\.ts)?` *\|[^|]+\| ([^|]+) \|$/gm),
    ([, folder, list = '']) =>
      [
        folder,
        list
          .replaceAll(/\([^)]*\)/g, '')
          .trim()
          .split(/\s*,\s*/),
      ] as const,
  ),
)

/** The files of infra that core may import, with the reason: they declare types of dependencies or pure functions. */
const INFRA_IN_CORE: Record<string, string> = {
  database: 'the type of the database; each feature contains its own SQL',
  'database-unavailable': 'tells which driver errors mean that the database is unavailable',
  'outbound-error': 'the error of safe-fetch, with its kind',
  'safe-fetch': 'the type of the function that fetches from the public internet',
  'secret-box': 'the box that encrypts secrets at rest, and its error',
  'secret-keys': 'the type of the keys of this box',
  'session-cookie': 'the type of the function that reads the session from a request',
  mailer: 'the type of the mailer, and its error',
  password: 'hashes passwords when members are created, so that sign-in can compare them',
}

/** Packages of transports and queues, which core must not import. */
const NOT_IN_CORE = ['graphql', 'hono', 'bullmq', 'ioredis', '@pothos', 'graphql-yoga', 'graphql-ws', '@hono']

const SOURCE = import.meta.dirname

/** The TypeScript files of src, except tests and generated files. All paths are relative to src. */
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.split('/').includes('generated'),
)

/** Every import of a module: static, dynamic, of types, and re-exports. */
const modules = sources.flatMap((file) => {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const matches = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)
  return [...matches].map(([, name = '']) => ({ file, name }))
})

/** The imports between the files of src. */
const imports = modules
  .filter(({ name }) => name.startsWith('.'))
  .map(({ file, name }) => ({ file, target: join(dirname(file), name) }))

/** Every folder below src, such as `core` and `core/keys`. */
const folders = [...new Set(sources.flatMap((file) => listParents(file)))].sort()

function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...listParents(parent)]
}

/** Returns the folder directly below src that contains a file, or the name of a file directly in src. */
function findTopFolder(path: string): string {
  return path.split('/')[0]?.replace(/\.tsx?$/, '') ?? ''
}

/** Returns the subfolder that contains a file: `(root)` for files directly in the folder, null for files elsewhere. */
function findSubfolder(folder: string, file: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null
  const [first = '', ...rest] = file.slice(folder.length + 1).split('/')
  return rest.length > 0 ? first : '(root)'
}

/** Lists the imports that are part of a cycle between a folder's subfolders. The folder's own files count as one node. */
function findFolderCycles(folder: string): string[] {
  const between = imports.flatMap(({ file, target }) => {
    const from = findSubfolder(folder, file)
    const to = findSubfolder(folder, target)
    return from === null || to === null || from === to ? [] : [{ file, target, from, to }]
  })
  const reach = (from: string, reached = new Set<string>()): Set<string> => {
    for (const { to } of between.filter((edge) => edge.from === from && !reached.has(edge.to))) {
      reached.add(to)
      reach(to, reached)
    }
    return reached
  }
  return between.filter(({ from, to }) => reach(to).has(from)).map(describeImport)
}

function describeImport({ file, target }: { file: string; target: string }): string {
  return `${file} imports ${target}`
}

describe('imports', () => {
  it('follow the table of folders', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [findTopFolder(file), findTopFolder(target)]
      return from !== to && !MAY_IMPORT.get(from)?.includes(to)
    })
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('of the dashboard pages stay within the pages, which depend on the server through schema.graphql only', () => {
    const pages = 'dashboard/browser/'
    const wrong = imports.filter(
      ({ file, target }) => file.startsWith(pages) && /\.tsx?$/.test(target) && !target.startsWith(pages),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('of core contain no package of a transport or vendor', () => {
    const wrong = modules.filter(
      ({ file, name }) =>
        findTopFolder(file) === 'core' &&
        NOT_IN_CORE.some((vendor) => name === vendor || name.startsWith(`${vendor}/`)),
    )
    expect(wrong).toEqual([])
  })

  it('of provider drivers occur in providers and process only', () => {
    const drivers = sources
      .filter((file) => /^providers\/(?!foundation\/)[^/]+\/driver\.ts$/.test(file))
      .map((file) => dirname(file))
    expect(drivers).not.toEqual([])
    const wrong = imports.filter(
      ({ file, target }) =>
        !['providers', 'process'].includes(findTopFolder(file)) && drivers.includes(dirname(target)),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('of core in providers are limited to the provider port', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        findTopFolder(file) === 'providers' &&
        findTopFolder(target) === 'core' &&
        !target.startsWith('core/provider-port/'),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('of infra in core are limited to the listed files', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        findTopFolder(file) === 'core' &&
        findTopFolder(target) === 'infra' &&
        !(basename(target, '.ts') in INFRA_IN_CORE),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('form no cycle between the subfolders of any folder', () => {
    expect(folders).toContain('core/keys')
    expect(folders.flatMap(findFolderCycles)).toEqual([])
  })

  it('form no cycle between files', () => {
    const cycles: string[] = []
    const state = new Map<string, 'open' | 'done'>()
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
        return
      }
      state.set(file, 'open')
      for (const { target } of imports.filter((edge) => edge.file === file)) visit(target, [...path, file])
      state.set(file, 'done')
    }
    for (const file of sources) visit(file, [])
    expect(cycles).toEqual([])
  })
})
