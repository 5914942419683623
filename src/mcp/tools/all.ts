import type { Tool } from '../foundation/tool.ts'
import { cancelAsyncAnalysis } from './cancel-async-analysis.ts'
import { cancelRun } from './cancel-run.ts'
import { compareRuns } from './compare-runs.ts'
import { createShareLink } from './create-share-link.ts'
import { estimateSearchVolume } from './estimate-search-volume.ts'
import { findAnswers } from './find-answers.ts'
import { getAnswer } from './get-answer.ts'
import { getAsyncAnalysis } from './get-async-analysis.ts'
import { getCreditBalance } from './get-credit-balance.ts'
import { getLatestResults } from './get-latest-results.ts'
import { getProject } from './get-project.ts'
import { getReport } from './get-report.ts'
import { getRun } from './get-run.ts'
import { getTrends } from './get-trends.ts'
import { listAlertsTool } from './list-alerts.ts'
import { listAsyncAnalyses } from './list-async-analyses.ts'
import { listDiscoveredBrands } from './list-discovered-brands.ts'
import { listFacts } from './list-facts.ts'
import { listLostPrompts } from './list-lost-prompts.ts'
import { listOpportunities } from './list-opportunities.ts'
import { listPrompts } from './list-prompts.ts'
import { listProviders } from './list-providers.ts'
import { listRuns } from './list-runs.ts'
import { listSources } from './list-sources.ts'
import { listThemes } from './list-themes.ts'
import { startAsyncAnalysis } from './start-async-analysis.ts'
import { startRun } from './start-run.ts'
import { trackDiscoveredBrand } from './track-discovered-brand.ts'
import { updateOpportunity } from './update-opportunity.ts'

/** All tools, in listing order. */
export const TOOLS: readonly Tool[] = [
  getProject,
  listPrompts,
  getReport,
  getRun,
  compareRuns,
  listAlertsTool,
  findAnswers,
  getAnswer,
  listSources,
  listLostPrompts,
  listThemes,
  listDiscoveredBrands,
  trackDiscoveredBrand,
  listFacts,
  listOpportunities,
  updateOpportunity,
  createShareLink,
  getTrends,
  getLatestResults,
  listRuns,
  startRun,
  cancelRun,
  startAsyncAnalysis,
  getAsyncAnalysis,
  listAsyncAnalyses,
  cancelAsyncAnalysis,
  listProviders,
  getCreditBalance,
  estimateSearchVolume,
]

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** Returns a tool by its name, whether or not the caller may use it; undefined for an unknown name. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}
