import type { DefaultProvider } from './default-providers.ts'
import type { DriverDefinition, ProviderEntry } from './foundation/define-driver.ts'
import type { Environment } from './foundation/missing-credentials.ts'

/**
 * Returns the entry of each route of a default provider, with base URLs and models from the environment.
 * @throws {Error} that names the environment variable with an invalid value
 */
export function defaultRoutes(
  { routes, ...provider }: DefaultProvider,
  { drivers, environment }: { drivers: readonly DriverDefinition[]; environment: Environment },
): [ProviderEntry, ...ProviderEntry[]] {
  const entries = routes.map(({ driver: name, options }) => {
    const driver = drivers.find((candidate) => candidate.name === name)
    if (!driver) throw new Error(`${provider.id} lists a route by ${name}, which is not a driver`)
    const variables = settingVariables(name)
    const baseUrl = environment[variables.baseUrl]
    const model = environment[variables.model]
    const entry = driver.entry.safeParse({
      ...provider,
      driver: name,
      ...(options && { options }),
      ...(baseUrl && { baseUrl }),
      ...(model && { model }),
    })
    if (entry.success) return entry.data
    const [issue] = entry.error.issues
    const variable = issue?.path[0] === 'model' ? variables.model : variables.baseUrl
    throw new Error(`${variable}: ${issue?.message}`)
  })
  // Every default provider lists at least one route.
  return entries as [ProviderEntry, ...ProviderEntry[]]
}

/** Returns the names of the environment variables that override the base URL and the model of a driver. */
function settingVariables(driver: string): { baseUrl: string; model: string } {
  const prefix = driver.toUpperCase().replaceAll('-', '_')
  return { baseUrl: `${prefix}_BASE_URL`, model: `${prefix}_MODEL` }
}
