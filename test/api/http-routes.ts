import { MARK, type Tenant } from './two-tenants.ts'

/** Callers that must not get more than they own, in the order of the columns of {@link ROUTES}. */
export const ACTORS = [
  'a stranger',
  'a made-up key',
  'an admin key of another organization',
  'a key of another project',
  'a read-only key of the organization',
  'an admin of another organization',
  'a plain member',
] as const

export type Actor = (typeof ACTORS)[number]

/** A request that tries to reach the data of a tenant. */
export interface RouteRequest {
  path: string
  body?: unknown
}

/** What the actors get from a route. */
export interface RouteEntry {
  request(theirs: Tenant): RouteRequest
  /** One status for all actors, or one for each of {@link ACTORS}. */
  statuses: number | readonly number[]
  /** Actors that may read data of the tenant. */
  readers?: readonly Actor[]
  /** Whether the request ends the session of the actor. */
  endsSession?: boolean
}

const at = (path: string, statuses: number | readonly number[] = 200): RouteEntry => ({
  request: () => ({ path }),
  statuses,
})
const post = (path: string, body: unknown, statuses: number | readonly number[]): RouteEntry => ({
  request: () => ({ path, body }),
  statuses,
})

/** A token that was never created. */
const TOKEN = 'A'.repeat(52)
/** Only requests with a session get further. A key is not enough. */
const SESSION = (status: number) => [401, 401, 403, 403, 403, status, status]
/** Only a browser that an app has sent here gets further. */
const FLOW = [401, 401, 404, 404, 404, 404, 404]
/** Address of a member of the tenant. */
const EMAIL = `${MARK}@example.com`

/** Routes that other tests check for each operation and actor, and middleware. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'ALL /*': 'middleware that opens a span for each request',
  'ALL /api/auth/*': 'middleware that refuses requests of other sites',
  'ALL /exports/*': 'middleware that authenticates the caller',
  'ALL /docs/*': 'middleware that shows the rate limit',
  'ALL /graphql': 'test/parity/refusals.test.ts and test/api/graphql-isolation.test.ts have each root field',
  'ALL /mcp': 'test/parity/refusals.test.ts has each tool',
}

/** All routes except REST, GraphQL and MCP. */
export const ROUTES: Readonly<Record<string, RouteEntry>> = {
  'GET /healthz': at('/healthz'),
  'GET /readyz': at('/readyz'),
  'GET /metrics': at('/metrics', 401),
  'GET /api/auth/get-session': at('/api/auth/get-session'),
  'GET /api/auth/options': at('/api/auth/options'),
  'POST /api/auth/sign-in/email': post(
    '/api/auth/sign-in/email',
    { email: EMAIL, password: 'a wrong password' },
    401,
  ),
  'POST /api/auth/sign-out': { ...post('/api/auth/sign-out', {}, 200), endsSession: true },
  'POST /api/auth/change-password': post(
    '/api/auth/change-password',
    { currentPassword: 'a wrong password', newPassword: 'another long password' },
    SESSION(400),
  ),
  'POST /api/auth/two-factor/start': post('/api/auth/two-factor/start', {}, SESSION(400)),
  'POST /api/auth/two-factor/confirm': post('/api/auth/two-factor/confirm', { code: '000000' }, SESSION(409)),
  'POST /api/auth/two-factor/disable': post('/api/auth/two-factor/disable', { password: 'x' }, SESSION(400)),
  'GET /api/auth/open-id/start': at('/api/auth/open-id/start', 302),
  'GET /api/auth/open-id/callback': at('/api/auth/open-id/callback?code=x&state=x', 302),
  'POST /api/auth/read-invitation': post('/api/auth/read-invitation', { token: TOKEN }, 400),
  'POST /api/auth/accept-invitation': post('/api/auth/accept-invitation', { token: TOKEN }, 400),
  // The installation has no mail server.
  'POST /api/auth/request-password-reset': post('/api/auth/request-password-reset', { email: EMAIL }, 403),
  'POST /api/auth/reset-password': post(
    '/api/auth/reset-password',
    { token: TOKEN, newPassword: 'another long password' },
    400,
  ),
  'POST /api/auth/read-setup-link': post('/api/auth/read-setup-link', { token: TOKEN }, 400),
  'POST /api/auth/set-up': post('/api/auth/set-up', { token: TOKEN }, 400),
  'POST /api/auth/use-sign-in-link': post('/api/auth/use-sign-in-link', { token: TOKEN }, 400),
  'ALL /.well-known/oauth-authorization-server': at('/.well-known/oauth-authorization-server'),
  'ALL /.well-known/openid-configuration': at('/.well-known/openid-configuration'),
  'GET /.well-known/oauth-protected-resource/mcp': at('/.well-known/oauth-protected-resource/mcp'),
  'GET /.well-known/oauth-protected-resource': at('/.well-known/oauth-protected-resource'),
  'ALL /oauth/authorize': at('/oauth/authorize?client_id=x', 400),
  'ALL /oauth/authorize/*': at('/oauth/authorize/x', 400),
  'ALL /oauth/token': post('/oauth/token', {}, 400),
  'ALL /oauth/revoke': post('/oauth/revoke', {}, 400),
  'ALL /oauth/keys': at('/oauth/keys'),
  'ALL /oauth/register': post('/oauth/register', { redirect_uris: [] }, 400),
  'GET /oauth/requests/:id/details': at('/oauth/requests/x/details', 404),
  'POST /oauth/requests/:id/approve': {
    request: ({ projectId }) => ({ path: '/oauth/requests/x/approve', body: { projectId, preset: 'full' } }),
    statuses: FLOW,
  },
  'POST /oauth/requests/:id/deny': post('/oauth/requests/x/deny', {}, FLOW),
  // The id of a link is not its token.
  'ALL /share/:token': {
    request: ({ samples }) => ({
      path: `/share/${samples.find(({ typename }) => typename === 'ShareLink')?.databaseId}`,
    }),
    statuses: 404,
  },
  'ALL /unsubscribe/:token': {
    request: ({ projectId }) => ({ path: `/unsubscribe/${projectId}`, body: { action: 'unsubscribe' } }),
    statuses: 404,
  },
  'GET /exports/:table': {
    request: ({ projectId, organizationId }) => ({
      path: `/exports/answers?format=csv&projectId=${projectId}&organizationId=${organizationId}`,
    }),
    // A key reads its own project, and may not name another one.
    statuses: [401, 401, 403, 400, 403, 403, 200],
    readers: ['a plain member'],
  },
  'GET /': at('/'),
  'GET /organizations/:organization/projects/:project/overview': {
    request: ({ projectId, organizationId }) => ({
      path: `/organizations/${organizationId}/projects/${projectId}/overview`,
    }),
    statuses: 200,
  },
  'GET /setup': at('/setup'),
  'GET /sign-in': at('/sign-in'),
  'GET /forgot-password': at('/forgot-password'),
  'GET /reset-password': at('/reset-password'),
  'GET /accept-invitation': at('/accept-invitation'),
  'GET /organizations/*': {
    request: ({ projectId, organizationId }) => ({
      path: `/organizations/${organizationId}/projects/${projectId}/prompts`,
    }),
    statuses: 200,
  },
  'GET /oauth/requests/:request': at('/oauth/requests/x'),
  'GET /assets/:name': at('/assets/x', 404),
  'GET /docs': at('/docs', 200),
  'GET /docs/*': at('/docs/api'),
}
