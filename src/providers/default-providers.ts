import type { MissingPart } from '../core/provider-port/registry.ts'

/**
 * The providers without PROVIDERS_FILE. Their order defines the aliases `provider_1` to `provider_10`. Each provider
 * uses its first route with configured credentials. Consumer interfaces come before APIs, because their answers
 * differ and users see the consumer interface.
 */
export const DEFAULT_PROVIDERS: readonly DefaultProvider[] = [
  {
    id: 'chatgpt',
    label: 'ChatGPT',
    routes: [
      { driver: 'dataforseo', options: { surface: 'chatgpt' } },
      { driver: 'brightdata', options: { surface: 'chatgpt' } },
      { driver: 'openai' },
    ],
  },
  {
    id: 'perplexity',
    label: 'Perplexity',
    routes: [{ driver: 'brightdata', options: { surface: 'perplexity' } }, { driver: 'perplexity' }],
  },
  {
    id: 'gemini',
    label: 'Gemini',
    routes: [
      { driver: 'dataforseo', options: { surface: 'gemini' } },
      { driver: 'brightdata', options: { surface: 'gemini' } },
      { driver: 'gemini' },
    ],
  },
  {
    id: 'google_ai_overview',
    label: 'Google AI Overview',
    routes: [
      { driver: 'dataforseo', options: { surface: 'ai_overview' } },
      { driver: 'serpapi', options: { surface: 'ai_overview' } },
    ],
  },
  {
    id: 'google_ai_mode',
    label: 'Google AI Mode',
    routes: [
      { driver: 'dataforseo', options: { surface: 'ai_mode' } },
      { driver: 'brightdata', options: { surface: 'google_ai_mode' } },
      { driver: 'serpapi', options: { surface: 'ai_mode' } },
    ],
  },
  {
    id: 'copilot',
    label: 'Microsoft Copilot',
    routes: [
      { driver: 'brightdata', options: { surface: 'copilot' } },
      { driver: 'serpapi', options: { surface: 'copilot' } },
    ],
  },
  { id: 'grok', label: 'Grok', routes: [{ driver: 'xai' }] },
  { id: 'claude', label: 'Claude', routes: [{ driver: 'anthropic' }], onlyWithCredentials: true },
  {
    id: 'deepseek',
    label: 'DeepSeek',
    routes: [
      {
        driver: 'openai-compatible',
        model: 'deepseek-flash',
        baseUrl: 'https://api.deepseek.com',
        apiKeyEnv: 'DEEPSEEK_API_KEY',
        // Prices of the peak hours, so that spend limits are never exceeded (https://api-docs.deepseek.com/quick_start/pricing).
        options: { prices: { asOf: '2026-10-27', inputPerMillion: 0.3, outputPerMillion: 1.2 } },
      },
    ],
    onlyWithCredentials: true,
  },
  {
    id: 'mistral',
    label: 'Mistral',
    routes: [
      {
        driver: 'openai-compatible',
        model: 'mistral-medium-latest',
        baseUrl: 'https://api.mistral.ai/v1',
        apiKeyEnv: 'MISTRAL_API_KEY',
        // Prices of Mistral Medium 3.5 (https://mistral.ai/pricing).
        options: { prices: { asOf: '2026-05-22', inputPerMillion: 1.5, outputPerMillion: 7.5 } },
      },
    ],
    onlyWithCredentials: true,
  },
].map((provider, index) => ({ ...provider, aliases: [`provider_${index + 1}`] }))

/** Surfaces that people use but that no route reaches without further settings. */
export const UNREACHED_SURFACES: readonly { id: string; label: string; missing: MissingPart }[] = [
  {
    id: 'meta_ai',
    label: 'Meta AI',
    missing: {
      reason: 'Bright Data shows the id of its Meta AI scraper only to its customers',
      fix: 'add it to PROVIDERS_FILE: driver "brightdata", options {"surface": "meta_ai", "datasetId": "gd_…"}',
    },
  },
  {
    id: 'rufus',
    label: 'Amazon Rufus',
    missing: {
      reason: 'none of the supported vendors offers its answers',
      fix: 'wait for a route, or write a driver as CONTRIBUTING.md describes',
    },
  },
]

/** A way to ask a default provider, with the fields of an entry in PROVIDERS_FILE. */
interface DefaultRoute {
  driver: string
  model?: string
  baseUrl?: string
  apiKeyEnv?: string
  options?: object
}

/** A provider and its routes, in order of preference. */
export interface DefaultProvider {
  id: string
  label: string
  aliases: readonly string[]
  routes: readonly DefaultRoute[]
  /** Whether the provider only exists once the credentials of a route are set, and is never simulated. */
  onlyWithCredentials?: boolean
}
