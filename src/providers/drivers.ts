import { anthropic } from './anthropic/driver.ts'
import { brightData } from './brightdata/driver.ts'
import { dataForSeo } from './dataforseo/driver.ts'
import type { DriverDefinition } from './foundation/define-driver.ts'
import { gemini } from './gemini/driver.ts'
import { openAi } from './openai/driver.ts'
import { openAiCompatible } from './openai-compatible/driver.ts'
import { perplexity } from './perplexity/driver.ts'
import { replay } from './replay/driver.ts'
import { serpApi } from './serpapi/driver.ts'
import { simulated } from './simulated/driver.ts'
import { xai } from './xai/driver.ts'

/** All drivers by their name in PROVIDERS_FILE. To add a driver, create its folder and list it here. */
export const DRIVERS: readonly DriverDefinition[] = [
  anthropic,
  brightData,
  dataForSeo,
  gemini,
  openAi,
  perplexity,
  serpApi,
  xai,
  simulated,
  replay,
  openAiCompatible,
]

/** The driver for providers without credentials or driver when simulation is enabled. */
export const FALLBACK_DRIVER: DriverDefinition = simulated
