/** A surface the product knows by name, whose own driver does not exist yet. */
export interface AwaitedProvider {
  id: string
  label: string
  /** The driver it will have. */
  driver: string
  /** Where that driver will take its credentials from. */
  apiKeyEnv: string
  aliases: readonly string[]
}

/** The registry without PROVIDERS_FILE, in the order that gives the aliases `provider_1` to `provider_7`. */
export const DEFAULT_PROVIDERS: readonly AwaitedProvider[] = [
  { id: 'chatgpt', label: 'ChatGPT', driver: 'openai', apiKeyEnv: 'OPENAI_API_KEY' },
  { id: 'perplexity', label: 'Perplexity', driver: 'perplexity', apiKeyEnv: 'PERPLEXITY_API_KEY' },
  { id: 'gemini', label: 'Gemini', driver: 'gemini', apiKeyEnv: 'GEMINI_API_KEY' },
  {
    id: 'google_ai_overview',
    label: 'Google AI Overview',
    driver: 'dataforseo',
    apiKeyEnv: 'DATAFORSEO_LOGIN',
  },
  { id: 'google_ai_mode', label: 'Google AI Mode', driver: 'dataforseo', apiKeyEnv: 'DATAFORSEO_LOGIN' },
  { id: 'copilot', label: 'Microsoft Copilot', driver: 'brightdata', apiKeyEnv: 'BRIGHTDATA_API_KEY' },
  { id: 'grok', label: 'Grok', driver: 'xai', apiKeyEnv: 'XAI_API_KEY' },
].map((provider, index) => ({ ...provider, aliases: [`provider_${index + 1}`] }))
