import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  AUTHORIZE_PATH,
  type AuthorizationServerOptions,
  configureOAuth,
  SESSION_COOKIE,
} from './configuration.ts'

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
  const server = new Provider(issuer, await configureOAuth(options))
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
