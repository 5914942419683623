import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'

/**
 * Perplexity's Sonar API. It has the models behind perplexity.ai, but its answers can differ from the consumer
 * interface.
 */
export const perplexity = defineDriver({
  name: 'perplexity',
  surface: 'api',
  credentials: { apiKey: 'PERPLEXITY_API_KEY' },
  defaults: { concurrency: 5, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
