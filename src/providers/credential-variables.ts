import type { CredentialVariables } from '../core/provider-port/registry.ts'
import { DEFAULT_PROVIDERS } from './default-providers.ts'
import { DRIVERS } from './drivers.ts'

/** Returns the drivers that need credentials, with the environment variables that these are read from by default. */
export function credentialVariables(): CredentialVariables[] {
  return DRIVERS.filter(({ variables }) => variables.length > 0).map(({ name, variables }) => ({
    driver: name,
    variables,
    tokens: DEFAULT_PROVIDERS.filter(({ routes }) => routes.some(({ driver }) => driver === name)).map(
      ({ id }) => id,
    ),
  }))
}
