import { freePort } from './free-port.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { createWorld, type World } from './world.ts'

/** Opens a world whose users can sign in with an identity provider of its own. Close both. */
export async function createOpenIdWorld(
  environment: Record<string, string> = {},
): Promise<{ world: World; provider: IdentityProvider }> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const provider = await startIdentityProvider(`${publicUrl}/api/auth/open-id/callback`)
  const world = await createWorld({
    port,
    workers: false,
    environment: {
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '127.0.0.1',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_LABEL: 'Example SSO',
      ...environment,
    },
  })
  return { world, provider }
}
