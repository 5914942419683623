import { readResponseAnswer } from '../formats/responses.ts'
import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { PRICES } from './models.ts'
import { settingsSchema } from './settings.ts'

/**
 * OpenAI's Responses API with web search. It has the models behind ChatGPT, but its answers can differ from the
 * consumer interface.
 */
export const openAi = defineDriver({
  name: 'openai',
  surface: 'api',
  credentials: { apiKey: 'OPENAI_API_KEY' },
  vendor: { label: 'OpenAI', credentialsUrl: 'https://platform.openai.com/api-keys' },
  defaults: { concurrency: 10, locations: '*' },
  applies: ({ options }) => ({
    persona: 'system_prompt',
    ...(options.search !== 'never' && { city: 'native' }),
  }),
  settings: settingsSchema,
  prices: PRICES,
  connect: (settings) => createAsk(settings),
  read: (raw) => readResponseAnswer(raw, 'openai'),
})
