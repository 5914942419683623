import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { PRICES } from './models.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'

/**
 * Perplexity's Agent API. It has the model behind perplexity.ai, but its answers can differ from the consumer
 * interface.
 */
export const perplexity = defineDriver({
  name: 'perplexity',
  surface: 'api',
  credentials: { apiKey: 'PERPLEXITY_API_KEY' },
  vendor: { label: 'Perplexity', credentialsUrl: 'https://console.perplexity.ai' },
  defaults: { concurrency: 5, locations: '*' },
  applies: { city: 'native', persona: 'system_prompt' },
  settings: settingsSchema,
  prices: PRICES,
  reportsCost: true,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
