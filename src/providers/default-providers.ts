/**
 * The entries of the registry without PROVIDERS_FILE, in the form of that file. Their order gives the aliases `provider_1` to
 * `provider_7`.
 */
export const DEFAULT_PROVIDERS: readonly DefaultProvider[] = [
  { id: 'chatgpt', label: 'ChatGPT', driver: 'openai' },
  { id: 'perplexity', label: 'Perplexity', driver: 'perplexity' },
  { id: 'gemini', label: 'Gemini', driver: 'gemini' },
  { id: 'google_ai_overview', label: 'Google AI Overview', driver: 'dataforseo' },
  { id: 'google_ai_mode', label: 'Google AI Mode', driver: 'dataforseo' },
  { id: 'copilot', label: 'Microsoft Copilot', driver: 'brightdata' },
  { id: 'grok', label: 'Grok', driver: 'xai' },
].map((provider, index) => ({ ...provider, aliases: [`provider_${index + 1}`] }))

/** An entry in the form of PROVIDERS_FILE; `options` distinguishes several surfaces of one driver. */
export interface DefaultProvider {
  id: string
  label: string
  driver: string
  aliases: readonly string[]
  options?: object
}
