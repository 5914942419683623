import { DEFAULT_PROVIDERS } from '../../providers/default-providers.ts'
import { DRIVERS } from '../../providers/drivers.ts'

/** What to set for a driver, and which default providers can then be asked by it. */
export interface CredentialVariables {
  driver: string
  variables: readonly string[]
  tokens: readonly string[]
}

/** The drivers that need credentials, with the environment variables these are read from by default. */
export function credentialVariables(): CredentialVariables[] {
  return DRIVERS.filter(({ variables }) => variables.length > 0).map(({ name, variables }) => ({
    driver: name,
    variables,
    tokens: DEFAULT_PROVIDERS.filter(({ routes }) => routes.some(({ driver }) => driver === name)).map(
      ({ id }) => id,
    ),
  }))
}
