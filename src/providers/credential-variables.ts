import type { CredentialVariables } from '../core/provider-port/registry.ts'
import { DEFAULT_PROVIDERS } from './default-providers.ts'
import { DRIVERS } from './drivers.ts'

/** Returns the drivers that need credentials, with the environment variables that these are read from by default. */
export function credentialVariables(): CredentialVariables[] {
  const routes = DEFAULT_PROVIDERS.flatMap(({ id, routes }) => routes.map((route) => ({ ...route, id })))
  return DRIVERS.flatMap(({ name, variables }): CredentialVariables[] => {
    const ofDriver = routes.filter(({ driver }) => driver === name)
    // Vendors that share a driver have a variable each.
    const own = ofDriver.flatMap(({ id, apiKeyEnv }) =>
      apiKeyEnv === undefined ? [] : [{ driver: name, variables: [apiKeyEnv], tokens: [id] }],
    )
    if (variables.length === 0) return own
    return [{ driver: name, variables, tokens: ofDriver.map(({ id }) => id) }]
  })
}
