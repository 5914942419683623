import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppServices } from '../core/context.ts'
import { AppError, notFound } from '../core/foundation/errors.ts'
import { uuidSchema } from '../core/foundation/ids.ts'
import { parse } from '../core/foundation/parse.ts'
import { nameSchema } from '../core/foundation/text.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import { APP_SCOPES } from '../core/keys/connected.ts'
import { connectApp } from '../core/keys/create.ts'
import { KEY_PRESETS } from '../core/keys/definition.ts'
import { valuesOf } from '../definitions/fields/enumeration.ts'
import { authenticated } from './authenticate.ts'
import { readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { type ConnectRequest, type OAuth, RESOURCE_METADATA_PATH, RESOURCE_PATH } from './oauth-parts.ts'
import { originAllowed } from './origin.ts'
import { countAddress } from './rate.ts'
import { MAX_BODY_SIZE } from './sign-in-parts.ts'

/** What a member decides about a request. */
const approvalSchema = z.strictObject({
  /** By default, the app gets access to the organization. */
  projectId: uuidSchema.optional(),
  preset: z.enum(valuesOf(KEY_PRESETS)).exclude(['admin']),
})

/** Paths that the authorization server answers (RFC 8414 §3, and its endpoints). */
const SERVER_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/oauth/authorize',
  '/oauth/authorize/*',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/keys',
]

/**
 * Creates the app with which hosted MCP clients connect through OAuth 2.1. The authorization server answers their requests. The
 * page at /oauth/requests/{id} asks a signed-in admin, who chooses what the app may access; that creates a key for the app.
 */
export function createOAuthApp({
  services,
  gate,
  registrations,
  oauth,
  publicUrl,
}: {
  services: AppServices
  gate: RequestGate
  /** Limits the registrations of apps by client address. */
  registrations: RequestGate['limiter']
  oauth: OAuth
  publicUrl: string | null
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const getServer = () => oauth.getServer(requireIssuer(oauth))
  const handle = async ({ env: { incoming, outgoing } }: Context<HttpEnv>): Promise<Response> => {
    await (await getServer()).handle(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  }
  for (const path of SERVER_PATHS)
    app.all(path, async (context) => {
      await countAddress(context, gate.limiter)
      return handle(context)
    })
  app.all('/oauth/register', async (context) => {
    await countAddress(context, registrations, 'registration')
    return handle(context)
  })

  // Clients that do not read the header WWW-Authenticate try the path with and without the path of the resource.
  for (const path of [RESOURCE_METADATA_PATH, '/.well-known/oauth-protected-resource'])
    app.get(path, async (context) => {
      await countAddress(context, gate.limiter)
      const issuer = requireIssuer(oauth)
      context.header('Access-Control-Allow-Origin', '*')
      return context.json({
        resource: `${issuer}${RESOURCE_PATH}`,
        resource_name: 'Answergraph',
        authorization_servers: [issuer],
        scopes_supported: APP_SCOPES,
        bearer_methods_supported: ['header'],
        resource_documentation: `${issuer}/docs/mcp`,
      })
    })

  const session = authenticated(services, {
    gate,
    originAllowed: ({ headers: { host, origin } }) => originAllowed({ host, origin, publicUrl }),
  })
  /** Returns the request of the path. The browser must have opened it: its cookie names the same request. */
  const requestOf = async (context: Context<HttpEnv>) => {
    const { incoming, outgoing } = context.env
    const server = await getServer()
    const request = await server.readRequest(incoming, outgoing)
    if (!request || request.id !== context.req.param('id')) throw notFound('Request')
    return { server, request }
  }
  app.get('/oauth/requests/:id/details', async (context) => {
    await countAddress(context, gate.limiter)
    const { request } = await requestOf(context)
    return context.json({ name: request.name, redirectsTo: siteOf(request.redirectUri) })
  })
  app.post('/oauth/requests/:id/approve', session, async (context) => {
    const { incoming, outgoing } = context.env
    const ctx = context.get('ctx')
    const input = parse(approvalSchema, await readJson(incoming, MAX_BODY_SIZE))
    const { server, request } = await requestOf(context)
    const { id } = await connectApp({ ctx, input: { ...input, name: nameOf(request) } })
    return context.json({ next: await server.finishRequest(incoming, outgoing, id) })
  })
  app.post('/oauth/requests/:id/deny', session, async (context) => {
    const { incoming, outgoing } = context.env
    const { server } = await requestOf(context)
    return context.json({ next: await server.finishRequest(incoming, outgoing, null) })
  })
  return app
}

/** Returns the name of the app's key: the name that the app gives itself or, if it is no valid name, the site it redirects to. */
function nameOf({ name, redirectUri }: ConnectRequest): string {
  return nameSchema.safeParse(name).data ?? siteOf(redirectUri)
}

/** Returns the host that an address leads to, or the scheme of an address that opens a program, such as `cursor:`. */
function siteOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return protocol.startsWith('http') ? host : protocol
}

function requireIssuer(oauth: OAuth): string {
  const issuer = oauth.getIssuer()
  if (issuer !== null) return issuer
  throw new AppError(
    'NOT_FOUND',
    'OAuth is not available: set PUBLIC_URL to the address under which users reach this installation.',
  )
}
