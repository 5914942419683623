import { z } from 'zod'
import type { ProviderCredential } from '../../generated/prisma/client.ts'
import { SecretError } from '../../infra/secret-box.ts'
import type { CommonDeps, Ctx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import type { OrganizationCredentials } from '../provider-port/accounts.ts'
import type { CredentialValues } from '../provider-port/vendor.ts'

/** What is needed to load credentials. */
interface CredentialReader extends Pick<Ctx, 'db'> {
  deps: SecretDeps & Pick<CommonDeps, 'providers' | 'logger'>
}

const valuesSchema = z.record(z.string(), z.string())

/** Decrypts the values of a credential. Returns null if they were encrypted with another SECRET_KEY. */
export function openCredential(
  { secrets }: SecretDeps,
  { sealed }: Pick<ProviderCredential, 'sealed'>,
): CredentialValues | null {
  try {
    return valuesSchema.parse(JSON.parse(secrets.open(sealed)))
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** Reads all stored credentials, and makes this process use them. Logs which of them cannot be decrypted. */
export async function loadCredentials({ db, deps }: CredentialReader): Promise<void> {
  // The version is read first: if a credential changes in between, it is loaded again.
  const version = await storedVersion({ db })
  const installation: Record<string, string> = {}
  const organizations = new Map<string, OrganizationCredentials>()
  for (const row of await db.prisma.providerCredential.findMany({ orderBy: { id: 'asc' } })) {
    const { organizationId, vendor, dailySpendUsd } = row
    const values = openCredential(deps, row)
    if (!values) {
      deps.logger.error(
        { organizationId, vendor },
        'stored credentials cannot be decrypted; restore the SECRET_KEY they were stored with, or enter them again',
      )
    } else if (organizationId === null) Object.assign(installation, values)
    else {
      const before = organizations.get(organizationId)
      organizations.set(organizationId, {
        values: { ...before?.values, ...values },
        dailySpendUsd: new Map([...(before?.dailySpendUsd ?? []), [vendor, dailySpendUsd]]),
      })
    }
  }
  deps.providers.use({ version, installation, organizations })
}

/** Loads the stored credentials again if any process has changed them. */
export async function loadCredentialsIfChanged(services: CredentialReader): Promise<void> {
  if ((await storedVersion(services)) !== services.deps.providers.version()) await loadCredentials(services)
}

async function storedVersion({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await db.pool.query<{ version: number }>({
    name: 'credentials-version',
    text: 'SELECT credentials_version AS version FROM installation',
  })
  return rows[0]?.version ?? 0
}
