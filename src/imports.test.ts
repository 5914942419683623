import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** From the lowest to the highest; a file imports from its own room and from those it is allowed here. */
const MAY_IMPORT: Record<string, string[]> = {
  config: [],
  generated: [],
  infra: ['config', 'generated'],
  extraction: [],
  metrics: [],
  providers: [],
  core: ['infra', 'extraction', 'metrics', 'providers', 'generated'],
  jobs: ['core', 'infra', 'providers'],
  rest: ['core', 'metrics', 'extraction', 'providers', 'infra'],
  graphql: ['core', 'metrics', 'extraction', 'providers', 'infra'],
  cli: ['core', 'config', 'extraction', 'infra'],
  process: ['config', 'core', 'infra', 'providers', 'jobs', 'rest', 'graphql', 'cli'],
  main: ['config', 'core', 'infra', 'cli', 'process'],
}
/** Core knows the database and nothing else of infra; it never knows a transport's or a queue's library. */
const NOT_IN_CORE = ['graphql', 'hono', 'bullmq', 'ioredis', '@pothos', 'graphql-yoga', 'graphql-ws', '@hono']

const SOURCE = join(import.meta.dirname)

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** The folder below src, or the file's own name at its top. */
function roomOf(path: string): string {
  const [room = ''] = relative(SOURCE, path).split('/')
  return room.replace(/\.ts$/, '')
}

const sources = files(SOURCE).filter((file) => !file.endsWith('.test.ts'))

describe('imports', () => {
  it('run downwards only', () => {
    const wrong = sources.flatMap((file) => {
      const room = roomOf(file)
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => roomOf(join(dirname(file), name)))
        .filter((target) => target !== room && !MAY_IMPORT[room]?.includes(target))
        .map((target) => `${relative(SOURCE, file)} imports from ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('never bring a transport or a vendor into core', () => {
    const wrong = sources
      .filter((file) => roomOf(file) === 'core')
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => NOT_IN_CORE.some((vendor) => name === vendor || name.startsWith(`${vendor}/`)))
          .map((name) => `${relative(SOURCE, file)} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('have no cycle', () => {
    const graph = new Map(
      sources.map((file) => [
        file,
        importsOf(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(file), name)),
      ]),
    )
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
