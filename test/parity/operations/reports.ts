import { z } from 'zod'
import type { McpForm, Operation } from '../operation.ts'
import { GRAPH_ONLY, tool, wrong } from './entry-parts.ts'

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

/** Operations on reports and other overviews for language models. */
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
    name: 'read the report of a run with a tool',
    as: 'project key',
    input: ({ runId = '' }) => ({ runId }),
    mcp: tool('get_report', ['readRunReport', 'readAnalysisReport']),
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: ({ runId = '' }) => ({ runId }),
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
  {
    ...MCP_ONLY,
    name: 'list the prompts with lost answers',
    as: 'project key',
    rest: { absent: 'REST has no metrics of prompts' },
    graphql: { absent: 'the list of prompts has an order by lost answers, and the metrics of each prompt' },
    mcp: tool('list_lost_prompts', ['sortPrompts', 'readPromptMetrics', 'readSimulated']),
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: "the prompts belong to the key's project",
    badInput: [wrong('a negative limit', { limit: -1 }, ['limit'])],
  },
]
