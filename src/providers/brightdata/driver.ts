import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer } from './read.ts'
import { settingsSchema } from './settings.ts'
import { countriesOf } from './surfaces.ts'

/** Bright Data's scrapers of the interfaces that people use, each asked from a country: answers come after minutes. */
export const brightData = defineDriver({
  name: 'brightdata',
  surface: 'consumer_ui',
  credentials: { apiKey: 'BRIGHTDATA_API_KEY' },
  defaults: { concurrency: 20, locations: ({ options }) => countriesOf(options.surface) },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
})
