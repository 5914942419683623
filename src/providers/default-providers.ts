/**
 * The providers without PROVIDERS_FILE. Their order defines the aliases `provider_1` to `provider_8`. Each provider
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
].map((provider, index) => ({ ...provider, aliases: [`provider_${index + 1}`] }))

/** A provider and its routes, in order of preference. */
export interface DefaultProvider {
  id: string
  label: string
  aliases: readonly string[]
  routes: readonly { driver: string; options?: object }[]
  /** Whether the provider only exists once the credentials of a route are set, and is never simulated. */
  onlyWithCredentials?: boolean
}
