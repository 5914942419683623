import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { COUNTRY_CODES } from './country-codes.ts'

const TOKEN_RULE = 'write a lowercase snake_case token such as "my_model"'
const token = z.string(TOKEN_RULE).regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, TOKEN_RULE)
const positive = z.int('write a whole number above 0').positive('write a whole number above 0')

const sharedOptions = {
  /** Questions in flight at a time. */
  concurrency: positive.optional(),
  /** At most `max` questions in `duration` milliseconds. */
  rateLimit: z.strictObject({ max: positive, duration: positive }).optional(),
}

const baseUrl = z
  .string('write the address of the server, with /v1 where it has one')
  .refine(isPlainHttpUrl, {
    error:
      'write an http or https address without user name and password; the key belongs in the variable named by apiKeyEnv',
  })

const sharedFields = {
  id: token,
  label: z.string().trim().min(1, 'write the name people shall read, or leave it out').optional(),
  model: z.string().min(1, 'write the model name, or leave it out').optional(),
  baseUrl: baseUrl.optional(),
  // The message must not repeat the value: it may be the key itself.
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'write the name of an environment variable, not the key itself')
    .optional(),
  locations: z
    .union(
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
    .default('*'),
  aliases: z.array(token).default([]),
}

const entrySchema = z.discriminatedUnion(
  'driver',
  [
    z.strictObject({
      ...sharedFields,
      driver: z.literal('simulated'),
      options: z.strictObject(sharedOptions).prefault({}),
    }),
    z.strictObject({
      ...sharedFields,
      driver: z.literal('replay'),
      options: z.strictObject(
        {
          ...sharedOptions,
          file: z
            .string('write the path of a file of JSON lines {prompt,text,citations?}')
            .min(1, 'write the path of a file of JSON lines {prompt,text,citations?}'),
        },
        { error: (issue) => (issue.code === 'invalid_type' ? 'replay needs options.file' : undefined) },
      ),
    }),
    z.strictObject({
      ...sharedFields,
      driver: z.literal('openai-compatible'),
      model: z.string('openai-compatible needs the name of a model').min(1, 'write the model name'),
      baseUrl,
      options: z.strictObject({ ...sharedOptions, locationHint: z.boolean().default(true) }).prefault({}),
    }),
  ],
  { error: 'unknown driver; write "simulated", "replay" or "openai-compatible"' },
)

const fileSchema = z.strictObject({
  providers: z.array(entrySchema).min(1, 'list at least one provider'),
})

/** One entry of PROVIDERS_FILE, checked and with its defaults filled in. */
export type ProviderEntry = z.infer<typeof entrySchema>

/**
 * Reads PROVIDERS_FILE: JSON `{"providers":[{"id","label","driver","model","baseUrl","apiKeyEnv","locations","aliases","options"}]}`. A
 * relative `options.file` is resolved against the folder of the file. Throws an Error that names the file, the path in the JSON of
 * every mistake, and what to write instead.
 */
export function readProvidersFile(file: string): ProviderEntry[] {
  const parsed = fileSchema.safeParse(parseJson(readText(file), file))
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues
        .flatMap(describeIssue)
        .map((line) => `${file}: ${line}`)
        .join('\n'),
    )
  }
  const { providers } = parsed.data
  const repeated = repeatedTokens(providers)
  if (repeated.length > 0) throw new Error(repeated.map((line) => `${file}: ${line}`).join('\n'))
  return providers.map((entry) =>
    entry.driver === 'replay'
      ? { ...entry, options: { ...entry.options, file: resolve(dirname(file), entry.options.file) } }
      : entry,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    throw new Error(`${file}: cannot be read (${messageOf(cause)}); correct PROVIDERS_FILE, or unset it`, {
      cause,
    })
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${file}: not valid JSON (${messageOf(cause)}); write {"providers":[…]}`, { cause })
  }
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${[...place, key].join('.')}: unknown field; remove it or correct its spelling`,
    )
  }
  // A union reports one list of issues for each of its forms; the one that got furthest knows what was meant.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nested = issue.errors.flat().filter((inner) => inner.path.length > 0)
    if (nested.length > 0) {
      return nested.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }))
    }
  }
  return [`${place.join('.') || 'the file'}: ${issue.message}`]
}

/** Ids and aliases share one space: each may stand for one provider only. */
function repeatedTokens(entries: ProviderEntry[]): string[] {
  const owners = new Map<string, string>()
  const repeated: string[] = []
  const claim = (name: string, place: string) => {
    const owner = owners.get(name)
    if (owner === undefined) owners.set(name, place)
    else repeated.push(`${place}: "${name}" is already used by ${owner}; write another one`)
  }
  entries.forEach((entry, index) => {
    claim(entry.id, `providers.${index}.id`)
  })
  entries.forEach((entry, index) => {
    entry.aliases.forEach((alias, position) => {
      claim(alias, `providers.${index}.aliases.${position}`)
    })
  })
  return repeated
}

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
