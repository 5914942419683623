/** The simulated providers that benchmarks ask. */
export const PROVIDERS = [
  'chatgpt',
  'perplexity',
  'gemini',
  'google_ai_overview',
  'google_ai_mode',
  'copilot',
  'grok',
]
