import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'
import { countriesOf } from './surfaces.ts'

/** Bright Data's scrapers of consumer interfaces, which ask from any supported country. Answers take minutes. */
export const brightData = defineDriver({
  name: 'brightdata',
  surface: 'consumer_ui',
  credentials: { apiKey: 'BRIGHTDATA_API_KEY' },
  vendor: { label: 'Bright Data', credentialsUrl: 'https://brightdata.com/cp/setting/users' },
  defaults: { concurrency: 20, locations: ({ options }) => countriesOf(options.surface) },
  applies: ({ options }) => (options.surface === 'google_ai_mode' ? {} : { persona: 'prefix' }),
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
