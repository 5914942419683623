import { readResponseAnswer } from '../formats/responses.ts'
import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { PRICES } from './models.ts'
import { settingsSchema } from './settings.ts'

/**
 * xAI's Responses API with web search. It has the models behind Grok, but its answers can differ from the consumer
 * interface.
 */
export const xai = defineDriver({
  name: 'xai',
  surface: 'api',
  credentials: { apiKey: 'XAI_API_KEY' },
  vendor: { label: 'xAI', credentialsUrl: 'https://console.x.ai' },
  defaults: { concurrency: 10, locations: '*' },
  applies: ({ options }) => ({
    persona: 'system_prompt',
    ...(options.locationHint && { language: 'prompt_hint', city: 'prompt_hint' }),
  }),
  settings: settingsSchema,
  prices: PRICES,
  reportsCost: true,
  connect: (settings) => createAsk(settings),
  read: (raw) => readResponseAnswer(raw, 'xai'),
})
