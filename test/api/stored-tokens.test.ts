import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { sendPasswordReset } from '../../src/core/password-resets/send.ts'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { dumpDatabase, formsOf } from '../database-dump.ts'
import { createWorld, type World } from '../world.ts'
import { askWith, createSignedIn, PASSWORD, tokenIn } from './member-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

let world: World
let cookie: string
/** Every secret that grants access, by what it is. */
let secrets: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  const { operator: ctx } = world
  const project = await createRunProject(world, await createClient(world))
  const { organizationId } = project
  const member = await createSignedIn(world, { organizationId })
  ;({ cookie } = member)
  const shared = await project.call('POST /v1/share-links', {
    json: { name: 'Board', password: 'a password of a link' },
  })
  secrets = {
    key: project.key,
    invitation: tokenIn(
      (await inviteMember({ ctx, input: { organizationId, email: 'new@example.com' } })).link,
    ),
    'password reset': tokenIn((await sendPasswordReset({ ctx, input: { memberId: member.memberId } })).link),
    'sign-in link': tokenIn((await createSignInLink({ ctx, input: { email: member.email } })).link),
    'shared report': new URL(shared.body.data.url, world.url).pathname.split('/').at(-1) ?? '',
  }
})
afterAll(() => world?.close())

describe('the database', () => {
  it('finds each key and token by the SHA-256 hash, so that no comparison sees the secret', async () => {
    const content = await dumpDatabase(world.databaseUrl)
    for (const [name, secret] of Object.entries(secrets))
      expect(content, name).toContain(createHash('sha256').update(secret).digest('hex'))
  })

  it('contains no key, token, password and cookie', async () => {
    const content = await dumpDatabase(world.databaseUrl)
    const hidden = { ...secrets, password: PASSWORD, 'password of a link': 'a password of a link', cookie }
    for (const [name, secret] of Object.entries(hidden))
      for (const form of formsOf(secret)) expect(content.includes(form), name).toBe(false)
  })

  it('does not let anyone sign in: the token of a session is worthless without its signature', async () => {
    const { token } = await world.operator.db.prisma.session.findFirstOrThrow()
    expect(cookie).toContain(token)
    const [, signature = ''] = /session_token=\w+\.([^;]+)/.exec(cookie) ?? []
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const value of [token, `${token}.`, `${token}.${forged}`, `${token}.${signature.slice(0, -4)}`]) {
      const { status } = await askWith(world, `answergraph.session_token=${value}`, '{ __typename }')
      expect([value, status]).toEqual([value, 401])
    }
    expect((await askWith(world, cookie, '{ __typename }')).status).toBe(200)
  })
})
