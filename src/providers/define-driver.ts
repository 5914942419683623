import { z } from 'zod'
import { COUNTRY_CODES } from './countries/country-codes.ts'
import type { AnswerReader, Driver, Surface } from './driver.ts'
import { type Prices, pricesSchema, type SpendLimit, spendLimitSchema, UNLIMITED } from './prices.ts'

const TOKEN_RULE = 'write a lowercase snake_case token such as "my_model"'
const token = z.string(TOKEN_RULE).regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, TOKEN_RULE)
const positive = z.int('write a whole number above 0').positive('write a whole number above 0')

/** Fields of every entry of PROVIDERS_FILE. */
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

// The message must not repeat the value: it may be the key itself.
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'write the name of an environment variable, not the key itself')

/** `model` of an entry; a driver with a default model adds `.default(…)`, one that needs none adds `.optional()`. */
export const modelName = z.string().min(1, 'write the model name, or leave it out')

/** `baseUrl` of an entry, without user name and password; a driver of a hosted service adds `.default(…)`. */
export const baseUrl = z
  .string('write the address of the server, with /v1 where it has one')
  .refine(isPlainHttpUrl, {
    error:
      'write an http or https address without user name and password; the key belongs in the variable named by apiKeyEnv',
  })

/** `options` that every driver accepts; a driver spreads them into its own `z.strictObject`. */
export const sharedOptions = {
  /** Maximum number of concurrent questions. */
  concurrency: positive.optional(),
  /** At most `max` questions in `duration` milliseconds. */
  rateLimit: z.strictObject({ max: positive, duration: positive }).optional(),
  /** What a question costs, where the vendor does not report it. */
  prices: pricesSchema.optional(),
  /** What its questions may cost in a day. */
  spendLimit: spendLimitSchema.optional(),
}

interface SharedOptions {
  concurrency?: number | undefined
  rateLimit?: { max: number; duration: number } | undefined
  prices?: Prices | undefined
  spendLimit?: SpendLimit | undefined
}

/** Schema of `model`, `baseUrl` and `options` of an entry in PROVIDERS_FILE, with the defaults of the driver. */
type SettingsSchema = z.ZodObject<{
  model: z.ZodType<string | undefined>
  baseUrl: z.ZodType<string | undefined>
  options: z.ZodType<SharedOptions>
}>

/** What a driver receives in addition to its settings. */
export interface Connection<Credential extends string = string> {
  /** The token of the provider. */
  id: string
  /** The values of the environment variables; null where the entry names none. Required ones are not empty. */
  credentials: Readonly<Record<Credential, string | null>>
  /** The folder of PROVIDERS_FILE, from which relative paths in `options` start. */
  folder: string
}

/** ISO 3166-1 alpha-2 codes; `*` for every country. */
export type Countries = '*' | readonly string[]

/** The description of a driver, from which {@link defineDriver} makes a {@link DriverDefinition}. */
export interface DriverSpecification<Settings extends SettingsSchema, Credential extends string> {
  /** The value of `driver` in PROVIDERS_FILE. Stored with every raw answer, so it must never change. */
  name: string
  /** Where its answers are seen; a function where that depends on the options. */
  surface: Surface | ((settings: z.output<Settings>) => Surface)
  /**
   * The environment variable each credential is read from, unless the entry names another one in `<credential>Env`, such as
   * `apiKeyEnv`. Null: the credential is optional, and read only if the entry names a variable. The provider is unavailable
   * until all required variables are set.
   */
  credentials: Readonly<Record<Credential, string | null>>
  defaults: {
    /** Maximum number of concurrent questions. */
    concurrency: number
    /** The countries it can answer for; a function where that depends on the options. */
    locations: Countries | ((settings: z.output<Settings>) => Countries)
  }
  settings: Settings
  /** Returns the `ask` of one provider; called once per provider, and sends no request itself. */
  connect(settings: z.output<Settings> & Connection<Credential>): Driver['ask']
  /** Parses raw answers; has no settings, so that stored answers can be parsed whatever the current configuration is. */
  read: AnswerReader['read']
  /** See {@link Driver}; only for a surface whose citations are links that redirect. */
  redirects?: AnswerReader['redirects']
}

/** One provider as configured. */
export interface ProviderEntry {
  id: string
  label: string
  aliases: readonly string[]
  locations: Countries
  surface: Surface
  /** Null when the surface chooses the model. */
  model: string | null
  /** Null for the default of the driver. */
  concurrency: number | null
  rateLimit: { max: number; duration: number } | null
  /** Null for the list prices. */
  prices: Prices | null
  spendLimit: SpendLimit
  driver: DriverDefinition
  /** The environment variable of each credential; null where none is needed. */
  variables: Readonly<Record<string, string | null>>
  connect(connection: Omit<Connection, 'id'>): Driver['ask']
}

/** A driver as the registry sees it. */
export interface DriverDefinition {
  name: string
  /** The environment variables of its credentials, unless an entry names others. */
  variables: readonly string[]
  /** Default maximum number of concurrent questions. */
  concurrency: number
  /** Parses an entry of PROVIDERS_FILE with this driver. */
  entry: z.ZodPipe<z.ZodObject, z.ZodTransform<ProviderEntry, Record<string, unknown>>>
  reader: AnswerReader
}

/** Makes the definition of a driver: the one export of a driver folder, which drivers.ts lists. */
export function defineDriver<Settings extends SettingsSchema, Credential extends string>(
  specification: DriverSpecification<Settings, Credential>,
): DriverDefinition {
  const { name, credentials, defaults, settings, connect, read, redirects } = specification
  const names = Object.keys(credentials) as Credential[]
  const fields = z.strictObject({
    ...sharedFields,
    driver: z.literal(name),
    locations: locations.optional(),
    // Accepted everywhere, so that an entry can change its driver without losing its key.
    apiKeyEnv: variableName.optional(),
    ...Object.fromEntries(names.map((credential) => [fieldOf(credential), variableName.optional()])),
    ...settings.shape,
  })
  const definition: DriverDefinition = {
    name,
    variables: Object.values<string | null>(credentials).filter((variable) => variable !== null),
    concurrency: defaults.concurrency,
    reader: { read, ...(redirects && { redirects }) },
    entry: fields.transform((entry): ProviderEntry => {
      const { id, label = id, aliases, model = null, options } = entry
      const named = entry as Partial<Record<string, unknown>>
      const variables = Object.fromEntries(
        names.map((credential) => [credential, named[fieldOf(credential)] ?? credentials[credential]]),
      ) as Record<Credential, string | null>
      // The cast holds because these are the fields of the schema's shape; the compiler cannot derive it for a generic shape.
      const own = { model: entry.model, baseUrl: entry.baseUrl, options } as unknown as z.output<Settings>
      return {
        id,
        label,
        aliases,
        locations: entry.locations ?? valueFor(own, defaults.locations),
        surface: valueFor(own, specification.surface),
        model,
        concurrency: options.concurrency ?? null,
        rateLimit: options.rateLimit ?? null,
        prices: options.prices ?? null,
        spendLimit: options.spendLimit ?? UNLIMITED,
        driver: definition,
        variables,
        connect: ({ credentials: values, folder }) => {
          const ask = connect({ ...own, id, credentials: values, folder })
          return async (question) => ({ ...(await ask(question)), driver: name })
        },
      }
    }),
  }
  return definition
}

/** A value of a driver that may depend on the settings of an entry. */
function valueFor<Settings, Value extends string | readonly string[]>(
  settings: Settings,
  value: Value | ((settings: Settings) => Value),
): Value {
  return typeof value === 'function' ? value(settings) : value
}

/** The field of an entry that names the variable of a credential: `apiKeyEnv` for `apiKey`. */
function fieldOf(credential: string): string {
  return `${credential}Env`
}

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
