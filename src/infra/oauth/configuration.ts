import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { SafeFetch } from '../safe-fetch.ts'
import { COOKIE_PREFIX } from '../session-cookie.ts'
import { createOAuthStorage } from './storage.ts'

/** Options of `createAuthorizationServer`. */
export interface AuthorizationServerOptions {
  prisma: PrismaClient
  /** Origin of the installation, such as `https://brands.example.com`. */
  issuer: string
  /** URL that the access tokens are for. */
  resource: string
  /** Scopes that apps may request. */
  scopes: readonly string[]
  /** Signs the cookies; see `cookieSecret`. */
  secret: string
  /** Fetches the description of an app, if its client id is a URL. */
  fetch: SafeFetch
  /** Returns the scopes of a connected app's key; null if the key is revoked or unknown. */
  scopesOfKey: (keyId: string) => Promise<readonly string[] | null>
  /** Called when an app has revoked its tokens, or used a code or token twice. */
  onRevoked: (keyIds: readonly string[]) => Promise<void>
  onError: (error: Error) => void
}

/** Lifetimes in seconds. A grant has no lifetime in practice: it ends with the key. */
const LIFETIMES = {
  Interaction: 1_800,
  Session: 1_800,
  AuthorizationCode: 60,
  AccessToken: 3_600,
  RefreshToken: 90 * 86_400,
  Grant: 10 * 365 * 86_400,
}

/** A client without a secret. Native clients may redirect to a program on the same machine, with any port (RFC 8252). */
const PUBLIC_CLIENT = { application_type: 'native', token_endpoint_auth_method: 'none' } as const

export const AUTHORIZE_PATH = '/oauth/authorize'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.oauth_session`

/** Limits for the description of an app, in bytes and milliseconds. */
const MAX_DOCUMENT_BYTES = 64_000
const DOCUMENT_TIMEOUT = 2_500

/** Returns the settings of oidc-provider. */
export async function configureOAuth({
  prisma,
  resource,
  scopes,
  secret,
  fetch,
  scopesOfKey,
  onRevoked,
}: AuthorizationServerOptions): Promise<Configuration> {
  const { errors, interactionPolicy } = await import('oidc-provider')
  const { Check, Prompt } = interactionPolicy
  const unapproved = new Check('unapproved', 'a member has to approve the app', (context) =>
    context.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  const scope = scopes.join(' ')
  return {
    adapter: createOAuthStorage(prisma, onRevoked),
    routes: {
      authorization: AUTHORIZE_PATH,
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/keys',
    },
    interactions: {
      // The page that asks the member answers both prompts, which apps may request by name.
      policy: [
        new Prompt({ name: 'login', requestable: true }, unapproved),
        new Prompt({ name: 'consent', requestable: true }),
      ],
      url: (_, { uid }) => `/oauth/requests/${uid}`,
    },
    cookies: {
      keys: [secret],
      names: {
        session: SESSION_COOKIE,
        interaction: `${COOKIE_PREFIX}.oauth_request`,
        resume: `${COOKIE_PREFIX}.oauth_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: LIFETIMES,
    clientAuthMethods: ['none'],
    clientDefaults: {
      ...PUBLIC_CLIENT,
      id_token_signed_response_alg: 'EdDSA',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    responseTypes: ['code'],
    scopes: [...scopes],
    claims: {},
    // The library requires a key for ID tokens, although none are issued.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] },
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    discovery: { scopes_supported: [...scopes] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        idFactory(context) {
          // All apps are registered as public clients that may ask for every scope, whatever they request (RFC 7591 §2).
          Object.assign(context.oidc.body ?? {}, PUBLIC_CLIENT)
          delete context.oidc.body?.scope
          return randomUUID()
        },
      },
      revocation: { enabled: true, allowedPolicy: () => true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_, requested) {
          if (requested !== resource) throw new errors.InvalidTarget(`the only resource is ${resource}`)
          return {
            scope,
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: LIFETIMES.AccessToken,
          }
        },
      },
    },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    async findAccount(_, keyId) {
      if (!(await scopesOfKey(keyId))) return undefined
      return { accountId: keyId, claims: async () => ({ sub: keyId }) }
    },
    async loadExistingGrant({ oidc: { session, client, provider } }) {
      const granted = await scopesOfKey(session?.accountId ?? '')
      if (!client || !session?.accountId || !granted) return undefined
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addResourceScope(resource, granted.join(' '))
      await grant.save()
      return grant
    },
    renderError,
    async fetch(url) {
      const { status, headers, body } = await fetch(String(url), {
        timeout: DOCUMENT_TIMEOUT,
        maxBytes: MAX_DOCUMENT_BYTES,
        redirects: 0,
        headers: { Accept: 'application/json' },
      })
      return new Response(body, { status, headers })
    },
  }
}

/** Shows an error that cannot be sent to the app, because the app or the address to return to is unknown. */
function renderError(context: KoaContextWithOIDC, { error, error_description: description }: ErrorOut): void {
  context.type = 'text/plain'
  context.body = `The app could not be connected: ${description ?? error} (${error}). Go back to the app and connect it again.\n`
}
