import type { DriverDefinition, PlannedDriver } from './define-driver.ts'
import { openAiCompatible } from './openai-compatible/driver.ts'
import { replay } from './replay/driver.ts'
import { simulated } from './simulated/driver.ts'

/** Every driver by its name in PROVIDERS_FILE. A new driver is a folder and a line here, which replaces its planned entry if there is one. */
export const DRIVERS: readonly (DriverDefinition | PlannedDriver)[] = [
  simulated,
  replay,
  openAiCompatible,
  { name: 'openai', variables: ['OPENAI_API_KEY'] },
  { name: 'perplexity', variables: ['PERPLEXITY_API_KEY'] },
  { name: 'gemini', variables: ['GEMINI_API_KEY'] },
  { name: 'anthropic', variables: ['ANTHROPIC_API_KEY'] },
  { name: 'xai', variables: ['XAI_API_KEY'] },
  { name: 'dataforseo', variables: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'] },
  { name: 'brightdata', variables: ['BRIGHTDATA_API_KEY'] },
  { name: 'serpapi', variables: ['SERPAPI_API_KEY'] },
]

/** The driver that answers for providers without credentials or driver, where simulation is enabled. */
export const FALLBACK_DRIVER: DriverDefinition = simulated
