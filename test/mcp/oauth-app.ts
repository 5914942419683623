import {
  Client,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { newAddress } from '../api/member-client.ts'
import { startRedirectBrowser } from '../redirect-browser.ts'

/** The app's address for authorization codes. No server listens there, because the tests read the redirect. */
export const REDIRECT_URI = 'http://127.0.0.1:33418/callback'

/** An MCP client that connects through OAuth, as hosted clients do, with the official SDK. */
export interface OAuthApp {
  /** What the SDK stores for the app. */
  stored: { client?: object; tokens?: { access_token: string; refresh_token?: string; scope?: string } }
  /** The verifier of the last {@link begin}, which proves that the app itself redeems the code (PKCE). */
  verifier(): string
  /** Starts to connect. Returns the page that the app opens in the person's browser. */
  begin(): Promise<string>
  /** Ends the connection with the query of the redirect back to the app. */
  finish(query: URLSearchParams): Promise<void>
  /** Connects with the stored tokens. The caller must close the client. */
  connect(): Promise<Client>
}

/**
 * Creates an app.
 * @param url of the installation, with the host that its metadata name
 * @param metadata what the app registers, instead of the defaults
 */
export function createOAuthApp(url: string, metadata: Partial<OAuthClientMetadata> = {}): OAuthApp {
  const stored: OAuthApp['stored'] = {}
  let page = ''
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  const authProvider: OAuthClientProvider = {
    redirectUrl: metadata.redirect_uris?.[0] ?? REDIRECT_URI,
    clientMetadata: {
      client_name: 'Claude',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
    state: () => 'state of the app',
    clientInformation: () => stored.client as never,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens as never,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      page = address.href
    },
    saveCodeVerifier: (value) => {
      verifier = value
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovery = state
    },
    discoveryState: () => discovery,
  }
  // Registrations are limited by client address.
  const address = newAddress()
  const fromAddress: FetchLike = (target, init) =>
    fetch(target, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...address } })
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider, fetch: fromAddress })
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    return client
  }
  return {
    stored,
    verifier: () => verifier,
    async begin() {
      await connect().catch((error) => {
        if (!(error instanceof UnauthorizedError)) throw error
      })
      return page
    },
    finish: (query) => transport().finishAuth(query),
    connect,
  }
}

/** A member's browser that answers requests of apps. */
export interface Approver {
  /** Opens the page of an app and returns the path of the request that asks the member. */
  open(page: string): Promise<string>
  /** Sends a decision, such as `approve` with a body. */
  decide(path: string, decision: 'approve' | 'deny', body?: object): Promise<Response>
  /** Reads what the page shows. */
  details(path: string): Promise<Response>
  /** Opens the URL after a decision. Returns the query of the redirect to the app. */
  follow(response: Response): Promise<URLSearchParams>
}

/** Starts a browser with the session of a member; null for a visitor who is not signed in. */
export function startApprover(url: string, session: string | null): Approver {
  const browser = startRedirectBrowser({})
  const cookies = () => [session, browser.cookiesOf(url)].filter(Boolean).join('; ')
  const send = (path: string, init: RequestInit) =>
    fetch(`${url}${path}`, { ...init, headers: { cookie: cookies(), origin: url, ...init.headers } })
  return {
    open: async (page) => (await browser.openUntil(page, '/oauth/requests/')).pathname,
    details: (path) => send(`${path}/details`, {}),
    decide: (path, decision, body = {}) =>
      send(`${path}/${decision}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    async follow(response) {
      const { next } = (await response.json()) as { next: string }
      return (await browser.openUntil(next, REDIRECT_URI)).searchParams
    },
  }
}
