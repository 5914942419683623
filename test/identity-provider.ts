import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

/** A user of the identity provider, with the claims that it sends. */
export interface IdentityUser {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

/** An OpenID Connect provider on loopback that signs in one user without asking anything. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The user that signs in next; null if they cancel. */
  user: IdentityUser | null
  /** Changes the claims of the next ID tokens before they are signed, and the key and algorithm. */
  tamper: ((claims: Record<string, unknown>) => Tampered) | null
  close(): void
}

/** Claims for a changed ID token. */
interface Tampered {
  claims: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  otherKey?: boolean
  /** Leaves the token unsigned. */
  unsigned?: boolean
}

const KEY_ID = 'test'
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Starts a provider that sends users back to `redirectUri`. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [key, otherKey] = [newKey(), newKey()]
  const users = new Map<string, IdentityUser>()
  const client = { client_id: 'answergraph', client_secret: 'a secret of the client' }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key for cookies'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ ...users.get(accountId), sub: accountId }),
    }),
    async loadExistingGrant({ oidc: { session, client, provider, params } }) {
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: client?.clientId ?? '',
      })
      grant.addOIDCScope(String(params?.scope))
      await grant.save()
      return grant
    },
  })
  const server: IdentityProvider = {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    user: null,
    tamper: null,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  provider.use(async (context, next) => {
    await next()
    const body: unknown = context.body
    if (!server.tamper || typeof body !== 'object' || body === null || !('id_token' in body)) return
    const { claims, otherKey: isOther, unsigned } = server.tamper(claimsOf(String(body.id_token)))
    context.body = { ...body, id_token: sign(claims, unsigned ? null : isOther ? otherKey : key) }
  })
  const handle = provider.callback()
  const http = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { user } = server
    if (user) users.set(user.sub, user)
    const result = user ? { login: { accountId: user.sub, remember: false } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  return server
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function sign(claims: Record<string, unknown>, key: KeyObject | null): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = key ? { alg: 'RS256', kid: KEY_ID } : { alg: 'none' }
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${key ? createSign('RSA-SHA256').update(signed).sign(key, 'base64url') : ''}`
}
