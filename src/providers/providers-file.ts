import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DEFAULT_PROVIDERS } from './default-providers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'

/**
 * Reads and validates PROVIDERS_FILE: JSON
 * `{"providers":[{"id","label","driver","model","baseUrl","apiKeyEnv","locations","aliases","options"}]}`. The driver
 * decides which of `model`, `baseUrl` and `options` are required.
 * @throws {Error} that names the file, the JSON path of every mistake, and what to write instead
 */
export function readProvidersFile(file: string, drivers: readonly DriverDefinition[]): ProviderEntry[] {
  const parsed = fileSchema(drivers).safeParse(parseJson(readText(file), file))
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
  return providers
}

function fileSchema(drivers: readonly DriverDefinition[]) {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    drivers.map(({ name }) => JSON.stringify(name)),
  )
  const entry = z.discriminatedUnion(
    'driver',
    drivers.map((driver) => driver.entry) as [DriverDefinition['entry'], ...DriverDefinition['entry'][]],
    { error: `unknown driver; write ${names}` },
  )
  return z.strictObject({
    providers: z.array(z.preprocess(withRouteOptions, entry)).min(1, 'list at least one provider'),
  })
}

/**
 * Adds the options of the default route, such as the surface, to an entry that uses the id of a default provider and
 * one of its drivers. Options of the entry take precedence.
 */
function withRouteOptions(entry: unknown): unknown {
  const parsed = routeOwnerSchema.safeParse(entry)
  if (!parsed.success) return entry
  const { id, driver, options } = parsed.data
  const routes = DEFAULT_PROVIDERS.find((provider) => provider.id === id)?.routes
  const route = routes?.find((candidate) => candidate.driver === driver)
  return { ...parsed.data, options: { ...route?.options, ...options } }
}

const routeOwnerSchema = z.looseObject({
  id: z.unknown(),
  driver: z.unknown(),
  options: z.looseObject({}).optional(),
})

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
  // A union reports a list of issues for each alternative. Nested issues belong to the alternative that was meant.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nested = issue.errors.flat().filter((inner) => inner.path.length > 0)
    if (nested.length > 0) {
      return nested.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }))
    }
  }
  return [`${place.join('.') || 'the file'}: ${issue.message}`]
}

/** Returns an error for each id or alias that is used twice. A token must identify a single provider. */
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
