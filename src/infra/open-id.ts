import type { ClientAuth } from 'openid-client'
import { z } from 'zod'
import type { OpenIdConfig } from '../config/open-id.ts'

/** Values of a started sign-in that must match the response of the identity provider. */
interface Flow {
  state: string
  nonce: string
  verifier: string
}

/** The identity provider is unavailable, as opposed to a response that cannot be trusted. */
export class OpenIdUnavailableError extends Error {
  override readonly name = 'OpenIdUnavailableError'
}

/** Time limit for one request to the identity provider, in seconds. */
const TIMEOUT = 10
/** Time for which the configuration of the identity provider is used before it is read again, in milliseconds. */
const MAX_AGE = 3_600_000

/** Claims about a user that the product uses. Providers send `email_verified` as a boolean or, rarely, as a text. */
const claimsSchema = z.looseObject({
  email: z.string().nullish(),
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish(),
  name: z.string().nullish(),
})

/**
 * Creates a client for sign-in with OpenID Connect Core 1.0: the authorization code flow with PKCE, state and nonce. It
 * verifies the signature of the ID token with the keys of the identity provider, and its issuer, audience, nonce and
 * expiry. better-auth only decodes the ID token, so this uses openid-client.
 * @param redirectUri where the identity provider sends users back
 */
export function createOpenIdClient(
  { issuer, clientId, clientSecret, scopes, roleClaim, label }: OpenIdConfig,
  redirectUri: string,
) {
  const discover = async () => {
    const client = await import('openid-client')
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    const authenticate: ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const method = methods.includes('client_secret_basic')
        ? client.ClientSecretBasic
        : client.ClientSecretPost
      return method(clientSecret)(server, ...rest)
    }
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, authenticate, {
      execute: [...insecure, client.enableNonRepudiationChecks],
      timeout: TIMEOUT,
    })
    return { client, configuration, at: Date.now() }
  }
  let discovered: ReturnType<typeof discover> | undefined
  const load = async () => {
    const last = await discovered?.catch(() => undefined)
    if (last && Date.now() - last.at <= MAX_AGE) return last
    discovered = discover()
    return discovered
  }
  return {
    label,
    /**
     * Starts a sign-in.
     * @returns the page of the identity provider to open, and the values to keep until the user comes back
     * @throws {OpenIdUnavailableError}
     */
    async begin(): Promise<{ url: string; flow: Flow }> {
      const { client, configuration } = await load().catch(unavailable)
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, flow }
    },
    /**
     * Exchanges the code that the identity provider sent for claims about the user.
     * @param query query string of the request, starting with `?`
     * @throws {OpenIdUnavailableError} if the identity provider does not answer; other errors if a check fails
     */
    async finish(query: string, { state, nonce, verifier }: Flow) {
      const { client, configuration } = await load().catch(unavailable)
      const tokens = await client
        .authorizationCodeGrant(configuration, new URL(query, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(unavailableIfUnreachable)
      const idToken = tokens.claims()
      if (!idToken) throw new Error('the response contains no ID token')
      // Some providers send the address only here.
      const more =
        idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client
              .fetchUserInfo(configuration, tokens.access_token, idToken.sub)
              .catch(unavailableIfUnreachable)
          : {}
      const claims = { ...more, ...idToken }
      const { email, email_verified, name } = claimsSchema.parse(claims)
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        email: email ?? null,
        emailVerified: email_verified === true,
        name: name ?? null,
        roles: roleClaim === null ? [] : textsAt(claims, roleClaim.split('.')),
      }
    },
  }
}

function unavailable(cause: unknown): never {
  throw new OpenIdUnavailableError('the identity provider cannot be reached', { cause })
}

/** Failed connections and timeouts, as opposed to responses that fail a check. They may be the cause of other errors. */
function unavailableIfUnreachable(error: unknown): never {
  const errors = error instanceof Error ? [error, error.cause] : []
  for (const { name, message } of errors.filter((one) => one instanceof Error))
    if (['TimeoutError', 'AbortError'].includes(name) || message === 'fetch failed') unavailable(error)
  throw error
}

/** Returns the texts at a path of nested claims: the elements of a list, or a single text. */
function textsAt(claims: unknown, path: readonly string[]): string[] {
  const value = path.reduce<unknown>(
    (parent, name) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined),
    claims,
  )
  return [value].flat().filter((entry) => typeof entry === 'string')
}
