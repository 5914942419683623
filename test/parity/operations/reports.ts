import { z } from 'zod'
import type { McpForm, Operation } from '../operation.ts'
import { GRAPH_ONLY } from './entry-parts.ts'

const MCP_ONLY = {
  rest: { absent: 'reports are texts for people and language models' },
  graphql: { absent: 'reports are texts for people and language models' },
  cli: GRAPH_ONLY.cli,
  badInput: 'its input is an id',
  result: z.unknown(),
} as const

const resource = (verb: string, address: (id: string) => string, name: string): McpForm => ({
  verbs: [verb],
  method: 'resources/read',
  parameters: (input) => ({ uri: address(String(input[name])) }),
})

const suggestion = (verbs: readonly string[], uri: string, name: string): McpForm => ({
  verbs,
  method: 'completion/complete',
  parameters: () => ({ ref: { type: 'ref/resource', uri }, argument: { name, value: '' } }),
})

/** Operations on reports, which are MCP resources. */
export const REPORT_OPERATIONS: readonly Operation[] = [
  {
    ...MCP_ONLY,
    name: 'read the report of a run',
    as: 'project key',
    input: ({ runId = '' }) => ({ runId }),
    mcp: resource('readRunReport', (id) => `answergraph://runs/${id}/report`, 'runId'),
    wrongScope: { as: 'organization key', code: 'NOT_FOUND' },
    otherTenant: ({ runId = '' }) => ({ runId }),
  },
  {
    ...MCP_ONLY,
    name: 'read the report of an async analysis',
    as: 'organization key',
    input: ({ analysisId = '' }) => ({ analysisId }),
    mcp: resource('readAnalysisReport', (id) => `answergraph://analyses/${id}/report`, 'analysisId'),
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    otherTenant: ({ analysisId = '' }) => ({ analysisId }),
  },
  {
    ...MCP_ONLY,
    name: 'list the reports of runs',
    as: 'project key',
    mcp: { verbs: ['listRuns'], method: 'resources/list', parameters: () => ({}) },
    wrongScope: 'the list contains only resources that the caller may read',
    otherTenant: "the runs belong to the key's project",
  },
  {
    ...MCP_ONLY,
    name: 'suggest async analyses',
    as: 'organization key',
    mcp: suggestion(['listAsyncAnalyses'], 'answergraph://analyses/{analysisId}/report', 'analysisId'),
    wrongScope: 'suggestions contain only analyses that the caller may read',
    otherTenant: 'suggestions contain only analyses that the key may read',
  },
]
