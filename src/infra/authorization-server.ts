import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { createOAuthStorage } from './oauth-storage.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

/** Options of {@link createAuthorizationServer}. */
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
  /** Fetches the description of an app whose client id is a URL. */
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

const AUTHORIZE_PATH = '/oauth/authorize'
const SESSION_COOKIE = `${COOKIE_PREFIX}.oauth_session`

/** Limits for the description of an app, in bytes and milliseconds. */
const MAX_DOCUMENT_BYTES = 64_000
const DOCUMENT_TIMEOUT = 2_500

/**
 * Creates an OAuth 2.1 authorization server for apps that a member connects, as the MCP authorization specification requires
 * (2025-11-25): authorization code with PKCE, refresh tokens that can be used once, dynamic registration (RFC 7591), client id
 * metadata documents, and revocation (RFC 7009). All apps are public clients: they have no secret. The account of a token is
 * the id of the key that was created when a member approved the app. The library is imported on demand, because few
 * installations need it.
 */
export async function createAuthorizationServer(options: AuthorizationServerOptions) {
  const { default: Provider } = await import('oidc-provider')
  const { issuer, onError } = options
  const server = new Provider(issuer, await configure(options))
  server.on('server_error', (_, error) => onError(error))
  // Makes the server build its URLs from the headers that `prepare` sets.
  server.proxy = true
  const answer = server.callback()
  const { protocol, host } = new URL(issuer)
  const prepare = (incoming: IncomingMessage) => {
    Object.assign(incoming.headers, {
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
    })
    return incoming
  }
  return {
    /** Answers a request to an endpoint of the server. */
    async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      // The library would remember the last member in a session. Each app has another key, so none is kept.
      dropCookie(incoming, SESSION_COOKIE)
      const [path, query] = incoming.url?.split('?', 2) ?? []
      if (path === AUTHORIZE_PATH) {
        const parameters = new URLSearchParams(query)
        if (!parameters.get('scope')) parameters.set('scope', options.scopes.join(' '))
        incoming.url = `${path}?${parameters}`
      }
      await answer(prepare(incoming), outgoing)
    },
    /** Returns the request to connect an app that this browser has opened; null if there is none or it has expired. */
    async readRequest(incoming: IncomingMessage, outgoing: ServerResponse) {
      const request = await findRequest(() => server.interactionDetails(prepare(incoming), outgoing))
      if (!request) return null
      const { client_id: clientId, redirect_uri: redirectUri } = request.params
      const client = await server.Client.find(String(clientId))
      return client
        ? { id: request.uid, name: client.clientName ?? null, redirectUri: String(redirectUri) }
        : null
    },
    /**
     * Ends the open request: approves it with a key, or denies it.
     * @returns the URL to open next, which leads back to the app
     */
    async finishRequest(
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      keyId: string | null,
    ): Promise<string> {
      const result =
        keyId === null
          ? { error: 'access_denied' }
          : { login: { accountId: keyId, remember: false }, consent: {} }
      return server.interactionResult(prepare(incoming), outgoing, result)
    },
  }
}

async function configure({
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
    // Native clients may redirect to a program on the same machine, with any port (RFC 8252).
    clientDefaults: {
      application_type: 'native',
      id_token_signed_response_alg: 'EdDSA',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    responseTypes: ['code'],
    // Some apps register with the scopes of OpenID Connect. They are never granted.
    scopes: [...scopes, 'openid', 'offline_access'],
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
      registration: { enabled: true },
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

/** Returns null instead of the error for a missing or expired request. */
async function findRequest<T>(read: () => Promise<T>): Promise<T | null> {
  const { errors } = await import('oidc-provider')
  return read().catch((error) => {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  })
}

function dropCookie({ headers }: IncomingMessage, name: string): void {
  const kept = headers.cookie
    ?.split(';')
    .filter((part) => !part.trim().startsWith(`${name}=`) && !part.trim().startsWith(`${name}.sig=`))
  if (kept) headers.cookie = kept.join(';')
}
