import { expect } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createMember } from '../../src/core/members/create.ts'
import type { World } from '../world.ts'
import { type GraphqlResult, send } from './graphql-client.ts'

export const PASSWORD = 'correct horse battery'

/** Sends a JSON body to an endpoint of /api/auth, as a page of the installation does. */
export function postAuth(
  { url }: Pick<World, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })
}

/** Returns the Cookie header that a browser sends after a response. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

let addresses = 0

/**
 * Returns a client address that no other request has, so that limits per address do not apply. Requires a world that
 * trusts the proxy 127.0.0.1.
 */
export function newAddress(): Record<string, string> {
  addresses += 1
  return { 'X-Forwarded-For': `198.18.${addresses >> 8}.${addresses & 255}` }
}

/** Signs in from a new address and returns the Cookie header of the session. */
export async function signIn(
  world: Pick<World, 'url'>,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await postAuth(
    world,
    '/sign-in/email',
    { email, password },
    { ...newAddress(), ...headers },
  )
  expect(response.status).toBe(200)
  return cookiesOf(response)
}

/** A user who is a member of an organization. */
export interface Person {
  userId: string
  memberId: string
  email: string
  organizationId: string
}

/** Creates a user with {@link PASSWORD}, by default a plain member of a new organization. */
export async function createPerson(
  world: World,
  { organizationId, role = 'member' }: { organizationId?: string; role?: 'admin' | 'member' } = {},
): Promise<Person> {
  const joinedId = organizationId ?? (await world.organization()).id
  const email = `${newId()}@example.com`
  const input = { organizationId: joinedId, email, password: PASSWORD, role }
  const { id: userId, memberId } = await createMember({ ctx: world.operator, input })
  return { userId, memberId, email, organizationId: joinedId }
}

/** Creates a user like {@link createPerson}, signs in, and returns the user with the Cookie header of the session. */
export async function createSignedIn(
  world: World,
  options: { organizationId?: string; role?: 'admin' | 'member' } = {},
): Promise<Person & { cookie: string }> {
  const person = await createPerson(world, options)
  return { ...person, cookie: await signIn(world, person.email) }
}

/** Returns the token in the link of an invitation or a password reset. */
export function tokenIn(link: string | null | undefined): string {
  const token = /#token=([0-9A-Z]{52})$/.exec(link ?? '')?.[1]
  if (!token) throw new Error(`no token in ${link}`)
  return token
}

/** Stores a session like sign-in does, for tests that need no cookie. It expires in an hour. */
export function createSession({ operator }: World, userId: string, userAgent: string) {
  const expiresAt = new Date(Date.now() + 3_600_000)
  return operator.db.prisma.session.create({
    data: { id: newId(), token: newId(), userId, userAgent, expiresAt },
  })
}

/** Sends an operation with a session cookie, as a page of the installation does. */
export function askWith(
  world: Pick<World, 'url'>,
  cookie: string,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<GraphqlResult & { status: number; headers: Headers }> {
  return send(world, null, { query, variables }, { cookie, origin: world.url, ...headers })
}
