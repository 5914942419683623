import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The folders of src from the lowest to the highest, each with the folders it may import besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  config: [],
  generated: [],
  definitions: [],
  infra: ['config', 'generated'],
  extraction: ['definitions'],
  metrics: ['definitions'],
  providers: ['definitions'],
  core: ['definitions', 'infra', 'extraction', 'metrics', 'providers', 'generated'],
  jobs: ['core', 'infra', 'providers'],
  http: ['core'],
  rest: ['definitions', 'http', 'core', 'metrics', 'extraction', 'providers', 'infra'],
  graphql: ['definitions', 'http', 'core', 'metrics', 'extraction', 'providers', 'infra'],
  mcp: ['definitions', 'http', 'core', 'metrics'],
  documentation: ['http', 'core', 'infra'],
  dashboard: ['style', 'http', 'core', 'infra'],
  cli: ['definitions', 'core', 'config', 'extraction', 'infra'],
  process: [
    'config',
    'core',
    'infra',
    'providers',
    'jobs',
    'http',
    'rest',
    'graphql',
    'mcp',
    'dashboard',
    'documentation',
    'cli',
  ],
  main: ['config', 'core', 'infra', 'cli', 'process'],
}
/** All that core may import from infra, and why: types it needs to describe its dependencies, and pure functions. */
const INFRA_IN_CORE: Record<string, string> = {
  database: 'the type of the database: each feature holds its own SQL',
  'database-unavailable': 'which errors of the drivers mean that the database cannot be used',
  'safe-fetch': 'the type of the function that reaches the public internet',
  'secret-box': 'the type of what encrypts secrets at rest',
  'session-cookie': 'the type of what reads sessions from a request',
  mailer: 'the type of what sends e-mail, and its error',
  password: 'hashing: a member is created with the hash that sign-in compares',
}

/** Packages of transports and queues, which core must not import. */
const NOT_IN_CORE = ['graphql', 'hono', 'bullmq', 'ioredis', '@pothos', 'graphql-yoga', 'graphql-ws', '@hono']

const SOURCE = join(import.meta.dirname)

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** The folder below src, or the file's own name at its top. */
function topFolderOf(path: string): string {
  const [folder = ''] = relative(SOURCE, path).split('/')
  return folder.replace(/\.tsx?$/, '')
}

/** The files of src that a file imports, type imports included. */
function targetsOf(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name))
}

const sources = files(SOURCE).filter((file) => !file.endsWith('.test.ts'))

/**
 * The imports between folders directly below a folder that are part of a cycle of folders.
 * A file directly below the folder counts as a folder of its own.
 */
function folderCycles(folder: string): string[] {
  const folderOf = (file: string) => relative(join(SOURCE, folder), file).split('/')[0] ?? ''
  const imports = sources
    .filter((file) => topFolderOf(file) === folder)
    .flatMap((file) => targetsOf(file).map((target) => ({ file, target })))
    .filter(({ file, target }) => topFolderOf(target) === folder && folderOf(file) !== folderOf(target))
  const graph = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const folder = folderOf(file)
    graph.set(folder, (graph.get(folder) ?? new Set()).add(folderOf(target)))
  }
  const reach = (from: string, reached = new Set<string>()): Set<string> => {
    for (const folder of graph.get(from) ?? []) {
      if (reached.has(folder)) continue
      reached.add(folder)
      reach(folder, reached)
    }
    return reached
  }
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(folder)]))
  return imports
    .filter(({ file, target }) => reached.get(folderOf(target))?.has(folderOf(file)))
    .map(({ file, target }) => `${relative(SOURCE, file)} imports ${relative(SOURCE, target)}`)
}

describe('imports', () => {
  it('follow the table of folders', () => {
    const wrong = sources.flatMap((file) => {
      const folder = topFolderOf(file)
      return targetsOf(file)
        .map(topFolderOf)
        .filter((target) => target !== folder && !MAY_IMPORT[folder]?.includes(target))
        .map((target) => `${relative(SOURCE, file)} imports from ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('of the pages of the dashboard stay among those pages: they know the server by schema.graphql only', () => {
    const pages = join(SOURCE, 'dashboard', 'browser')
    const wrong = sources
      .filter((file) => file.startsWith(pages))
      .flatMap((file) =>
        targetsOf(file)
          .filter((target) => /\.tsx?$/.test(target) && !target.startsWith(pages))
          .map((target) => `${relative(SOURCE, file)} imports ${relative(SOURCE, target)}`),
      )
    expect(wrong).toEqual([])
  })

  it('never bring a transport or a vendor into core', () => {
    const wrong = sources
      .filter((file) => topFolderOf(file) === 'core')
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => NOT_IN_CORE.some((vendor) => name === vendor || name.startsWith(`${vendor}/`)))
          .map((name) => `${relative(SOURCE, file)} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('of the folder of a provider driver are in providers and process only', () => {
    const drivers = sources
      .filter((file) => /^providers\/[^/]+\/driver\.ts$/.test(relative(SOURCE, file)))
      .map((file) => dirname(file))
    expect(drivers).not.toEqual([])
    const wrong = sources
      .filter((file) => !['providers', 'process'].includes(topFolderOf(file)))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => drivers.includes(dirname(join(dirname(file), name))))
          .map((name) => `${relative(SOURCE, file)} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('of infra in core are only those listed', () => {
    const wrong = sources
      .filter((file) => topFolderOf(file) === 'core')
      .flatMap((file) =>
        targetsOf(file)
          .filter((target) => topFolderOf(target) === 'infra')
          .filter((target) => !(basename(target, '.ts') in INFRA_IN_CORE))
          .map((target) => `${relative(SOURCE, file)} imports ${relative(SOURCE, target)}`),
      )
    expect(wrong).toEqual([])
  })

  it.each(['core', 'extraction'])('between the folders of %s have no cycle', (folder) => {
    expect(folderCycles(folder)).toEqual([])
  })

  it('have no cycle', () => {
    const graph = new Map(sources.map((file) => [file, targetsOf(file)]))
    const cycles: string[] = []
    const state = new Map<string, 'open' | 'done'>()
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].map((one) => relative(SOURCE, one)).join(' → '))
        return
      }
      state.set(file, 'open')
      for (const target of graph.get(file) ?? []) visit(target, [...path, file])
      state.set(file, 'done')
    }
    for (const file of sources) visit(file, [])
    expect(cycles).toEqual([])
  })
})
