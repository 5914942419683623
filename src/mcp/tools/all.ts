import type { Tool } from '../tool.ts'
import { estimateSearchVolume } from './estimate-search-volume.ts'
import { getAsyncAnalysis } from './get-async-analysis.ts'
import { getCreditBalance } from './get-credit-balance.ts'
import { getLatestResults } from './get-latest-results.ts'
import { getProject } from './get-project.ts'
import { getTrends } from './get-trends.ts'
import { listPrompts } from './list-prompts.ts'
import { listProviders } from './list-providers.ts'
import { startAsyncAnalysis } from './start-async-analysis.ts'

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  listProviders,
  getCreditBalance,
  getProject,
  listPrompts,
  getLatestResults,
  getTrends,
  startAsyncAnalysis,
  getAsyncAnalysis,
  estimateSearchVolume,
]

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** A tool by its name, whether or not the caller may use it; undefined for an unknown name. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}
