import { defineDriver } from '../foundation/define-driver.ts'
import { hasGoogleLanguage } from '../foundation/google-language.ts'
import { createAsk } from './ask.ts'
import { LOCATIONS } from './locations.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'
import { ASKED_SURFACES } from './surfaces.ts'

/** DataForSEO: the consumer interfaces of Google's AI Overview and AI Mode, ChatGPT and Gemini. */
export const dataForSeo = defineDriver({
  name: 'dataforseo',
  surface: ({ options }) => ASKED_SURFACES[options.surface].seen,
  credentials: { login: 'DATAFORSEO_LOGIN', password: 'DATAFORSEO_PASSWORD' },
  vendor: { label: 'DataForSEO', credentialsUrl: 'https://app.dataforseo.com/api-access' },
  defaults: { concurrency: 10, locations: LOCATIONS },
  applies: ({ options }) => ({
    language: 'native',
    ...(['chatgpt', 'gemini'].includes(options.surface) && { persona: 'prefix' }),
  }),
  supportsLanguage: hasGoogleLanguage,
  settings: settingsSchema,
  reportsCost: true,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
