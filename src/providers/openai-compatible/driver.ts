import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'

/**
 * Any server with OpenAI's chat completions API, such as Ollama or vLLM. Supports sources from servers that search
 * the web.
 */
export const openAiCompatible = defineDriver({
  name: 'openai-compatible',
  surface: 'api',
  credentials: { apiKey: null },
  defaults: { concurrency: 10, locations: '*' },
  applies: ({ options }) => ({
    persona: 'system_prompt',
    ...(options.locationHint && { language: 'prompt_hint', city: 'prompt_hint' }),
  }),
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
