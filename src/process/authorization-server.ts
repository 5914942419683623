import type { AppServices } from '../core/context.ts'
import { newId } from '../core/foundation/ids.ts'
import { APP_SCOPES, scopesOfKey } from '../core/keys/connected.ts'
import { disconnectApp } from '../core/keys/revoke.ts'
import { type AuthorizationServer, RESOURCE_PATH } from '../http/oauth-parts.ts'
import { createAuthorizationServer } from '../infra/oauth/authorization-server.ts'
import { cookieSecret } from '../infra/session-cookie.ts'

/** Creates the authorization server of an installation. @param issuer its origin */
export async function openAuthorizationServer(
  services: AppServices,
  secretKey: string,
  issuer: string,
): Promise<AuthorizationServer> {
  const { outbound, logger } = services.deps
  return createAuthorizationServer({
    prisma: services.db.prisma,
    issuer,
    resource: `${issuer}${RESOURCE_PATH}`,
    scopes: APP_SCOPES,
    secret: cookieSecret(secretKey, 'oauth'),
    fetch: outbound.fetch,
    scopesOfKey: (keyId) => scopesOfKey(services, keyId),
    async onRevoked(keyIds) {
      for (const id of keyIds)
        await disconnectApp({ ctx: { ...services, requestId: newId() }, input: { id } })
    },
    onError: (error) => logger.error({ error }, 'an OAuth request failed'),
  })
}
