import type { DefaultProvider } from './default-providers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'
import type { Environment } from './foundation/missing-credentials.ts'

/**
 * Returns the entry of each route of a default provider, with base URLs and models from the environment.
 * @throws {Error} that names the environment variable with an invalid value
 */
export function defaultRoutes(
  { routes, onlyWithCredentials: _, ...provider }: DefaultProvider,
  { drivers, environment }: { drivers: readonly DriverDefinition[]; environment: Environment },
): [ProviderEntry, ...ProviderEntry[]] {
  const entries = routes.map(({ driver: name, ...route }) => {
    const driver = drivers.find((candidate) => candidate.name === name)
    if (!driver) throw new Error(`${provider.id} lists a route by ${name}, which is not a driver`)
    const variables = settingVariables(name, provider.id)
    const baseUrl = environment[variables.baseUrl]
    const model = environment[variables.model]
    const entry = driver.entry.safeParse({
      ...provider,
      driver: name,
      ...route,
      ...(baseUrl && { baseUrl }),
      ...(model && { model }),
    })
    if (entry.success) return entry.data
    const [issue] = entry.error.issues
    throw new Error(`${settingVariable(name, provider.id, String(issue?.path[0]))}: ${issue?.message}`)
  })
  // Every default provider lists at least one route.
  return entries as [ProviderEntry, ...ProviderEntry[]]
}

/** Returns the environment variable that overrides a setting of a default provider; null if there is none. */
export function settingVariable(driver: string, provider: string, field: string): string | null {
  const variables: Readonly<Record<string, string>> = settingVariables(driver, provider)
  return variables[field] ?? null
}

/**
 * Returns the names of the environment variables that override the base URL and the model. They start with the driver,
 * or with the provider if several vendors share the driver.
 */
function settingVariables(driver: string, provider: string): { baseUrl: string; model: string } {
  const prefix = (driver === 'openai-compatible' ? provider : driver).toUpperCase().replaceAll('-', '_')
  return { baseUrl: `${prefix}_BASE_URL`, model: `${prefix}_MODEL` }
}
