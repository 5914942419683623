import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request of an app to be connected, which a member approves or denies. */
export interface ConnectRequest {
  /** Part of the address of the page that asks the member. */
  id: string
  /** Name that the app gives itself; null if it gives none. */
  name: string | null
  /** Where the member is sent afterwards. */
  redirectUri: string
}

/** An OAuth authorization server. It answers the requests of apps; this process asks the member. */
export interface AuthorizationServer {
  /** Answers a request to one of its endpoints. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Returns the request that a browser has opened; null if there is none or it has expired. */
  readRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<ConnectRequest | null>
  /**
   * Ends the open request of a browser: approves it with a key, or denies it with null.
   * @returns the URL to open next
   */
  finishRequest(incoming: IncomingMessage, outgoing: ServerResponse, keyId: string | null): Promise<string>
}

/** The OAuth 2.1 side of an installation. */
export interface OAuth {
  /** Returns the origin that identifies this installation to apps; null without PUBLIC_URL, unless it is local. */
  getIssuer(): string | null
  /** Returns the server of the issuer, which is created with the first call. */
  getServer(issuer: string): Promise<AuthorizationServer>
}

/** Path of the resource that access tokens are issued for. */
export const RESOURCE_PATH = '/mcp'

/** Path of the protected resource metadata (RFC 9728 §3.1). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`
