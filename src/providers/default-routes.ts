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
  const entries = routes.map(({ driver: name, options }) => {
    const driver = drivers.find((candidate) => candidate.name === name)
    if (!driver) throw new Error(`${provider.id} lists a route by ${name}, which is not a driver`)
    const baseUrl = environment[settingVariables(name).baseUrl]
    const model = environment[settingVariables(name).model]
    const entry = driver.entry.safeParse({
      ...provider,
      driver: name,
      ...(options && { options }),
      ...(baseUrl && { baseUrl }),
      ...(model && { model }),
    })
    if (entry.success) return entry.data
    const [issue] = entry.error.issues
    throw new Error(`${settingVariable(name, String(issue?.path[0]))}: ${issue?.message}`)
  })
  // Every default provider lists at least one route.
  return entries as [ProviderEntry, ...ProviderEntry[]]
}

/** Returns the environment variable that overrides a setting of a driver; null if there is none. */
export function settingVariable(driver: string, field: string): string | null {
  const variables: Readonly<Record<string, string>> = settingVariables(driver)
  return variables[field] ?? null
}

/** Returns the names of the environment variables that override the base URL and the model of a driver. */
function settingVariables(driver: string): { baseUrl: string; model: string } {
  const prefix = driver.toUpperCase().replaceAll('-', '_')
  return { baseUrl: `${prefix}_BASE_URL`, model: `${prefix}_MODEL` }
}
