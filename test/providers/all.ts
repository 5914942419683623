import { conformance as anthropic } from './cases/anthropic.ts'
import { conformances as brightData } from './cases/brightdata.ts'
import { conformance as dataForSeo } from './cases/dataforseo.ts'
import { conformance as gemini } from './cases/gemini.ts'
import { conformance as openAi } from './cases/openai.ts'
import { conformance as openAiCompatible } from './cases/openai-compatible.ts'
import { conformances as perplexity } from './cases/perplexity.ts'
import { conformances as serpApi } from './cases/serpapi.ts'
import { conformance as xai } from './cases/xai.ts'
import type { Conformance } from './conformance.ts'

/**
 * The cases of every driver for a vendor, by driver name. Surfaces with different response formats have separate
 * cases.
 */
export const CONFORMANCE: Readonly<Record<string, readonly Conformance[]>> = {
  anthropic: [anthropic],
  brightdata: brightData,
  dataforseo: dataForSeo,
  gemini: [gemini],
  openai: [openAi],
  'openai-compatible': [openAiCompatible],
  perplexity,
  serpapi: serpApi,
  xai: [xai],
}
