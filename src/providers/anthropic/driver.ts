import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { PRICES } from './models.ts'
import { parseAnswer } from './parse.ts'
import { COUNTRIES, settingsSchema } from './settings.ts'

/**
 * Anthropic's Messages API with web search. It has the models behind Claude, but its answers can differ from the
 * consumer interface.
 */
export const anthropic = defineDriver({
  name: 'anthropic',
  surface: 'api',
  credentials: { apiKey: 'ANTHROPIC_API_KEY' },
  vendor: { label: 'Anthropic', credentialsUrl: 'https://console.anthropic.com/settings/keys' },
  defaults: { concurrency: 5, locations: COUNTRIES },
  applies: ({ options }) => ({
    persona: 'system_prompt',
    ...(options.search !== 'never' && { city: 'native' }),
  }),
  settings: settingsSchema,
  prices: PRICES,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
