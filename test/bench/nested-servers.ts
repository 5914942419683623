import { QUERIES } from './nested-queries.ts'
import type { NestedRun } from './nested-run.ts'
import { shapeOfNested, shapeOfNode } from './nested-shape.ts'

export const READS = ['nested', 'node'] as const
export type Read = (typeof READS)[number]

/** A server in the comparison and the requests for it. */
export interface Server {
  /** Arguments for Node.js. `script` is the benchmark, which also contains the baseline server. */
  command(script: string): string[]
  environment: Record<string, string>
  path: Record<Read, string>
  queries: Record<Read, string>
  ids: Record<Read, (run: NestedRun) => string[]>
}

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64')

const OWN: Server = {
  command: () => ['dist/main.js', 'start', '--json'],
  environment: {},
  path: { nested: '/graphql', node: '/graphql' },
  queries: QUERIES.ours,
  ids: {
    nested: ({ runId }) => [globalId('AnalysisRun', runId)],
    node: ({ resultIds }) => resultIds.map((id) => globalId('AnalysisResult', id)),
  },
}

const POSTGRAPHILE: Server = {
  command: () => ['test/bench/peer/postgraphile.js'],
  environment: {},
  path: OWN.path,
  queries: QUERIES.peer,
  ids: { nested: ({ runId }) => [runId], node: ({ resultIds }) => resultIds },
}

export const SERVERS = {
  // Uses the variables only.
  bare: {
    ...POSTGRAPHILE,
    command: (script) => [script, 'bare'],
    path: { nested: '/nested', node: '/node' },
  },
  uncached: { ...OWN, environment: { GRAPHQL_CACHE_MEGABYTES: '0' } },
  cached: OWN,
  postgraphile: POSTGRAPHILE,
  tuned: { ...POSTGRAPHILE, environment: { PEER_TUNED: '1' } },
} as const satisfies Record<string, Server>
export type ServerName = keyof typeof SERVERS

/** Returns the data on which all servers must agree. */
export const SHAPES = { nested: shapeOfNested, node: shapeOfNode }
