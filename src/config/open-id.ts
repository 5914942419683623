import type { z } from 'zod'
import type { OpenIdPolicy } from '../definitions/open-id-policy.ts'
import { ConfigError } from './error.ts'
import type { OPEN_ID_VARIABLES } from './open-id-variables.ts'

/** The identity provider for sign-in with OpenID Connect, and who may sign in. */
export interface OpenIdConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** Name of the identity provider on the button of the sign-in page. */
  label: string
  /** Scopes, separated by spaces. */
  scopes: string
  /** Name of the claim with the roles; dots separate the names of nested claims. Null without a role mapping. */
  roleClaim: string | null
  policy: OpenIdPolicy
}

type Variables = z.infer<z.ZodObject<typeof OPEN_ID_VARIABLES>> & { PUBLIC_URL?: string | undefined }

/** Names of the best known identity providers, by the end of their hosts. */
const IDENTITY_PROVIDERS = {
  'accounts.google.com': 'Google',
  'login.microsoftonline.com': 'Microsoft',
  'okta.com': 'Okta',
}

/**
 * Returns the settings of OpenID Connect; null without OIDC_ISSUER.
 * @throws {ConfigError} if a variable needs another one that is missing
 */
export function getOpenId(data: Variables): OpenIdConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = data
  if (issuer === undefined) {
    if (clientId !== undefined) throw new ConfigError('OIDC_ISSUER is required with OIDC_CLIENT_ID')
    return null
  }
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID is required with OIDC_ISSUER')
  if (clientSecret === undefined) throw new ConfigError('OIDC_CLIENT_SECRET is required with OIDC_ISSUER')
  if (data.PUBLIC_URL === undefined) {
    throw new ConfigError(
      'PUBLIC_URL is required with OIDC_ISSUER: the identity provider sends users back to this address',
    )
  }
  const organizationId = data.OIDC_ORGANIZATION ?? null
  if (organizationId !== null && data.OIDC_DOMAINS.length === 0) {
    throw new ConfigError(
      'OIDC_DOMAINS is required with OIDC_ORGANIZATION: otherwise every user of the identity provider could join it',
    )
  }
  const roleClaim = data.OIDC_ROLE_CLAIM ?? null
  if (roleClaim !== null && organizationId === null) {
    throw new ConfigError('OIDC_ORGANIZATION is required with OIDC_ROLE_CLAIM: the roles apply there')
  }
  if (roleClaim !== null && data.OIDC_ADMIN_ROLES.length === 0) {
    throw new ConfigError('OIDC_ADMIN_ROLES is required with OIDC_ROLE_CLAIM')
  }
  const host = new URL(issuer).hostname
  const known = Object.entries(IDENTITY_PROVIDERS).find(([end]) => host === end || host.endsWith(`.${end}`))
  return {
    issuer,
    clientId,
    clientSecret,
    label: data.OIDC_LABEL ?? known?.[1] ?? 'single sign-on',
    scopes: data.OIDC_SCOPES,
    roleClaim,
    policy: {
      domains: data.OIDC_DOMAINS.map((domain) => domain.toLowerCase()),
      trustEmail: data.OIDC_TRUST_EMAIL === 'true',
      organizationId,
      roles:
        roleClaim === null
          ? null
          : {
              admin: data.OIDC_ADMIN_ROLES,
              member: data.OIDC_MEMBER_ROLES.length > 0 ? data.OIDC_MEMBER_ROLES : null,
            },
    },
  }
}
