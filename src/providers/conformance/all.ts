import { conformance as anthropic } from '../anthropic/conformance.ts'
import { conformances as brightData } from '../brightdata/conformance.ts'
import { conformance as dataForSeo } from '../dataforseo/conformance.ts'
import { conformance as gemini } from '../gemini/conformance.ts'
import { conformance as openAi } from '../openai/conformance.ts'
import { conformance as openAiCompatible } from '../openai-compatible/conformance.ts'
import { conformance as perplexity } from '../perplexity/conformance.ts'
import { conformances as serpApi } from '../serpapi/conformance.ts'
import { conformance as xai } from '../xai/conformance.ts'
import type { Conformance } from './conformance.ts'

/** The cases of every driver that asks a vendor, by its name; one for each of its surfaces that has a form of its own. */
export const CONFORMANCE: Readonly<Record<string, readonly Conformance[]>> = {
  anthropic: [anthropic],
  brightdata: brightData,
  dataforseo: dataForSeo,
  gemini: [gemini],
  openai: [openAi],
  'openai-compatible': [openAiCompatible],
  perplexity: [perplexity],
  serpapi: serpApi,
  xai: [xai],
}
