import { z } from 'zod'
import { askerDefinition } from '../../core/provider-port/asker.ts'
import type { Prices, SpendLimit } from '../../core/provider-port/cost.ts'
import type { AnswerReader, Driver, DriverAnswer, Surface } from '../../core/provider-port/driver.ts'
import type { Countries, Provider } from '../../core/provider-port/registry.ts'
import { COUNTRY_CODES } from '../../definitions/countries/country-codes.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import { LOCATIONS_APPLIED, SEARCH_MODES, type SearchMode } from '../../definitions/vocabulary.ts'
import { type PriceList, pricesSchema, spendLimitSchema, UNLIMITED } from './prices.ts'

const TOKEN_RULE = 'write a lowercase snake_case token such as "my_model"'
const token = z.string(TOKEN_RULE).regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, TOKEN_RULE)
const positive = z.int('write a whole number above 0').positive('write a whole number above 0')

/** Fields of every entry in PROVIDERS_FILE. */
const sharedFields = {
  id: token,
  label: z.string().trim().min(1, 'write the name to display, or leave it out').optional(),
  aliases: z.array(token).default([]),
}

const locations = z.union(
  [
    z.literal('*'),
    z
      .array(
        z.string().refine((code) => COUNTRY_CODES.has(code), {
          error: (issue) =>
            `unknown country code ${JSON.stringify(issue.input)}; write ISO 3166-1 alpha-2 in capitals, such as "US"`,
        }),
      )
      .min(1, 'write "*" for every country, or at least one country code'),
  ],
  { error: 'write "*" or a list of country codes' },
)

// The message must not repeat the value, because it might be the key itself.
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'write the name of an environment variable, not the key itself')

/**
 * `model` of an entry. A driver with a default model adds `.default(…)`; a driver that needs no model adds
 * `.optional()`.
 */
export const modelName = z.string().min(1, 'write the model name, or leave it out')

/** `baseUrl` of an entry, without user name and password. A driver for a hosted service adds `.default(…)`. */
export const baseUrl = z
  .string('write the address of the server, with /v1 where it has one')
  .refine(isPlainHttpUrl, {
    error:
      'write an http or https address without user name and password; the key belongs in the variable named by apiKeyEnv',
  })

/** `options.search` of a driver whose vendor lets the question choose. Adds `.default(…)`. */
export function searchMode<Mode extends SearchMode>(...modes: readonly [Mode, ...Mode[]]) {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    modes.map((mode) => JSON.stringify(mode)),
  )
  return z.enum(modes, { error: `write ${names}` })
}

/** `options` that every driver accepts. Drivers spread them into their `z.strictObject`. */
export const sharedOptions = {
  /** Maximum number of concurrent questions. */
  concurrency: positive.optional(),
  /** At most `max` questions per `duration` milliseconds. */
  rateLimit: z.strictObject({ max: positive, duration: positive }).optional(),
  /** Price of a question, for vendors that do not report the cost. */
  prices: pricesSchema.optional(),
  /** Limits on the daily cost of questions. */
  spendLimit: spendLimitSchema.optional(),
}

interface SharedOptions {
  concurrency?: number | undefined
  rateLimit?: { max: number; duration: number } | undefined
  prices?: Prices | undefined
  spendLimit?: SpendLimit | undefined
  search?: SearchMode | undefined
}

/** Schema of `model`, `baseUrl` and `options` of an entry in PROVIDERS_FILE, with the driver's defaults. */
type SettingsSchema = z.ZodObject<{
  model: z.ZodType<string | undefined>
  baseUrl: z.ZodType<string | undefined>
  options: z.ZodType<SharedOptions>
}>

/** What a driver receives in addition to its settings. */
export interface Connection<Credential extends string = string> {
  /** Id of the provider. */
  id: string
  /** Values of the environment variables; null if the entry does not name one. Required values are not empty. */
  credentials: Readonly<Record<Credential, string | null>>
  /** Folder of PROVIDERS_FILE. Relative paths in `options` start there. */
  folder: string
}

/** How a surface receives the parts of a location and a persona; `none` by default. */
type Applies = Partial<Provider['applies']>

/** The vendor of a driver. */
export interface DriverVendor {
  label: string
  /** Web page where customers create credentials. */
  credentialsUrl: string
}

/** Description of a driver, the input of {@link defineDriver}. */
export interface DriverSpecification<Settings extends SettingsSchema, Credential extends string> {
  /** Value of `driver` in PROVIDERS_FILE. It is stored with every raw answer, so it must never change. */
  name: string
  /** Where users see its answers; a function if it depends on the options. */
  surface: Surface | ((settings: z.output<Settings>) => Surface)
  /**
   * Default environment variable of each credential. An entry can name another one in `<credential>Env`, such as
   * `apiKeyEnv`. Null makes the credential optional: it is only read if the entry names a variable. The provider is
   * unavailable until all required variables are set.
   */
  credentials: Readonly<Record<Credential, string | null>>
  /** The vendor of the credentials; omit it if there is none, or if several vendors offer the API. */
  vendor?: DriverVendor
  defaults: {
    /** Maximum number of concurrent questions. */
    concurrency: number
    /** The countries it can answer for; a function if they depend on the options. */
    locations: Countries | ((settings: z.output<Settings>) => Countries)
  }
  /** How `ask` passes on the language and the city of a location, and a persona; by default not at all. */
  applies?: Applies | ((settings: z.output<Settings>) => Applies)
  /** The languages that the vendor lists, as in `Location.language`; omit it if the vendor has no such list. */
  supportsLanguage?(language: string): boolean
  settings: Settings
  /** List prices of its models. Omit them if the vendor reports the cost, or does not publish prices. */
  prices?: PriceList
  /** Whether the vendor reports the cost of each answer. */
  reportsCost?: boolean
  /** Returns the `ask` function of one provider. Called once per provider, and must not send a request itself. */
  connect(settings: z.output<Settings> & Connection<Credential>): Driver['ask']
  /** Parses raw answers. It has no access to settings, so stored answers can be parsed under any configuration. */
  read(...answer: Parameters<AnswerReader['read']>): DriverAnswer
  /** See {@link Driver}. Only for surfaces with citations that are redirecting links. */
  redirects?: AnswerReader['redirects']
}

/** One configured provider. */
export interface ProviderEntry {
  id: string
  label: string
  aliases: readonly string[]
  locations: Countries
  applies: Provider['applies']
  supportsLanguage(language: string): boolean
  surface: Surface
  /** Null if the surface chooses the model. */
  model: string | null
  /** Null for the driver's default. */
  concurrency: number | null
  rateLimit: { max: number; duration: number } | null
  /** Null for the list prices. */
  prices: Prices | null
  spendLimit: SpendLimit
  driver: DriverDefinition
  /** Environment variable of each credential; null if none is needed. */
  variables: Readonly<Record<string, string | null>>
  connect(connection: Omit<Connection, 'id'>): Driver['ask']
}

/** A driver as the registry sees it. */
export interface DriverDefinition {
  name: string
  /** Default environment variables of its credentials. */
  variables: readonly string[]
  /** Null if it needs no credentials, or if several vendors offer its API. */
  vendor: DriverVendor | null
  /** Default maximum number of concurrent questions. */
  concurrency: number
  /** List prices of its models; empty if there are none. */
  prices: PriceList
  /** Whether the vendor reports the cost of each answer. */
  reportsCost: boolean
  /** Parses an entry of PROVIDERS_FILE that uses this driver. */
  entry: z.ZodPipe<z.ZodObject, z.ZodTransform<ProviderEntry, Record<string, unknown>>>
  reader: AnswerReader
}

/** What is stored with every raw answer about its question. Older answers lack fields. */
const storedRequest = z.looseObject({
  searchMode: z.enum(valuesOf(SEARCH_MODES)).nullable().catch(null),
  languageApplied: z.enum(valuesOf(LOCATIONS_APPLIED)).nullable().catch(null),
  cityApplied: z.enum(valuesOf(LOCATIONS_APPLIED)).nullable().catch(null),
  asker: askerDefinition.nullable().catch(null),
})

/** Defines a driver. Each driver folder exports one definition, which drivers.ts lists. */
export function defineDriver<Settings extends SettingsSchema, Credential extends string>(
  specification: DriverSpecification<Settings, Credential>,
): DriverDefinition {
  const { name, credentials, defaults, settings, connect, read, redirects } = specification
  const { prices = {}, reportsCost = false } = specification
  const names = Object.keys(credentials) as Credential[]
  const fields = z.strictObject({
    ...sharedFields,
    driver: z.literal(name),
    locations: locations.optional(),
    // Every driver accepts this field, so that switching an entry to another driver does not lose its key.
    apiKeyEnv: variableName.optional(),
    ...Object.fromEntries(names.map((credential) => [fieldOf(credential), variableName.optional()])),
    ...settings.shape,
  })
  const definition: DriverDefinition = {
    name,
    variables: Object.values<string | null>(credentials).filter((variable) => variable !== null),
    vendor: specification.vendor ?? null,
    concurrency: defaults.concurrency,
    prices,
    reportsCost,
    reader: {
      read: (raw, question) => {
        const { searchMode, languageApplied, cityApplied, asker } = storedRequest.parse(raw)
        return { placements: [], ...read(raw, question), searchMode, languageApplied, cityApplied, asker }
      },
      ...(redirects && { redirects }),
    },
    entry: fields.transform((entry): ProviderEntry => {
      const { id, label = id, aliases, model = null, options } = entry
      const named = entry as Partial<Record<string, unknown>>
      const variables = Object.fromEntries(
        names.map((credential) => [credential, named[fieldOf(credential)] ?? credentials[credential]]),
      ) as Record<Credential, string | null>
      // The cast is safe because these are the fields of the schema's shape. The compiler cannot derive that for a
      // generic shape.
      const settingsOfEntry = {
        model: entry.model,
        baseUrl: entry.baseUrl,
        options,
      } as unknown as z.output<Settings>
      const applies = {
        language: 'none',
        city: 'none',
        persona: 'none',
        ...valueFor(settingsOfEntry, specification.applies ?? {}),
      } as const
      return {
        id,
        label,
        aliases,
        locations: entry.locations ?? valueFor(settingsOfEntry, defaults.locations),
        applies,
        supportsLanguage: specification.supportsLanguage ?? (() => true),
        surface: valueFor(settingsOfEntry, specification.surface),
        model,
        concurrency: options.concurrency ?? null,
        rateLimit: options.rateLimit ?? null,
        prices: options.prices ?? null,
        spendLimit: options.spendLimit ?? UNLIMITED,
        driver: definition,
        variables,
        connect: ({ credentials: values, folder }) => {
          const ask = connect({ ...settingsOfEntry, id, credentials: values, folder })
          const surface = valueFor(settingsOfEntry, specification.surface)
          const isAsked = !['simulated', 'replay'].includes(surface)
          const account = surface === 'api' ? 'api' : 'logged_out'
          const searchMode = isAsked ? (options.search ?? 'auto') : null
          return async (question) => {
            const { language, city } = partsOf(question.location)
            return {
              ...(await ask(question)),
              driver: name,
              searchMode,
              ...(isAsked && {
                asker: {
                  account,
                  history: false,
                  persona: question.persona === null ? 'none' : applies.persona,
                  sampling: 'default',
                },
              }),
              ...(language !== null && { languageApplied: applies.language }),
              ...(city !== null && { cityApplied: applies.city }),
            }
          }
        },
      }
    }),
  }
  return definition
}

/** Resolves a value of a driver that may depend on the settings of an entry. */
function valueFor<Settings, Value extends string | readonly string[] | Applies>(
  settings: Settings,
  value: Value | ((settings: Settings) => Value),
): Value {
  return typeof value === 'function' ? value(settings) : value
}

/** Returns the field that names the variable of a credential: `apiKeyEnv` for `apiKey`. */
function fieldOf(credential: string): string {
  return `${credential}Env`
}

function isPlainHttpUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
