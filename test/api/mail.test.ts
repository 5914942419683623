import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { acceptInvitation } from '../../src/core/invitations/accept.ts'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { createMember } from '../../src/core/members/create.ts'
import { sendPasswordReset } from '../../src/core/password-resets/send.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { createWorld, type World } from '../world.ts'
import { asMember } from './graphql-member.ts'
import { createPerson, PASSWORD } from './member-client.ts'

const PUBLIC_URL = 'https://brands.example.com'

let mail: MailServer
let world: World
let organizationId: string
beforeAll(async () => {
  mail = await openMailServer()
  world = await createWorld({
    workers: false,
    environment: { PUBLIC_URL, SMTP_URL: mail.url, MAIL_FROM: 'Answergraph <noreply@example.com>' },
  })
  organizationId = (await world.organization()).id
})
afterAll(async () => {
  await world?.close()
  await mail?.close()
})

/** Returns the latest message to an address, with the soft line breaks and equals signs of its source decoded. */
function latestTo(address: string) {
  const message = mail.received.findLast(({ to }) => to.includes(address))
  if (!message) throw new Error(`no message to ${address}`)
  const source = message.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return { ...message, source }
}

test('with a mail server, an invitation is mailed, and the response contains no link', async () => {
  const email = `${newId()}@example.com`
  const { data, codes } = await asMember(world, organizationId)(
    'mutation ($email: String!) { inviteMember(input: { email: $email }) { link invitation { email } } }',
    { email },
  )
  expect(codes).toEqual([])
  expect(data).toEqual({ inviteMember: { link: null, invitation: { email } } })
  const { from, to, source } = latestTo(email)
  expect([from, to]).toEqual(['noreply@example.com', [email]])
  expect(source).toContain('From: Answergraph <noreply@example.com>')
  const token = new RegExp(`${PUBLIC_URL}/accept-invitation#token=([0-9A-Z]{52})\\r\\n`).exec(source)?.[1]
  const input = { token, name: 'Ann', password: PASSWORD }
  expect(await acceptInvitation({ ctx: world.operator, input })).toEqual({ email, organizationId })
})

test('with a mail server, an admin can send a password link even to a user of several organizations', async () => {
  const user = await createPerson(world)
  const { memberId } = await createMember({
    ctx: world.operator,
    input: { organizationId, email: user.email },
  })
  const { link } = await sendPasswordReset({ ctx: world.member(organizationId), input: { memberId } })
  expect(link).toBeNull()
  expect(latestTo(user.email).source).toMatch(
    /https:\/\/brands\.example\.com\/reset-password#token=[0-9A-Z]{52}\r\n/,
  )
})

test('an address that the mail server refuses is named in the error, and no invitation is kept', async () => {
  const email = `refused.${newId()}@example.com`
  const invited = inviteMember({ ctx: world.member(organizationId), input: { email } })
  await expect(invited).rejects.toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: expect.stringContaining(email),
  })
  expect(await world.operator.db.prisma.invitation.count({ where: { email } })).toBe(0)
})

test('while the mail server is unreachable, mails fail with SERVICE_UNAVAILABLE, and no invitation or reset is kept', async () => {
  const unreachable = await openMailServer()
  await unreachable.close()
  const unmailedWorld = await createWorld({
    workers: false,
    environment: { PUBLIC_URL, SMTP_URL: unreachable.url, MAIL_FROM: 'noreply@example.com' },
  })
  try {
    const { id } = await unmailedWorld.organization()
    const email = 'somebody@example.com'
    await expect(inviteMember({ ctx: unmailedWorld.member(id), input: { email } })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfter: 60,
    })
    const { prisma } = unmailedWorld.operator.db
    expect(await prisma.invitation.count()).toBe(0)
    const { memberId } = await createMember({
      ctx: unmailedWorld.operator,
      input: { organizationId: id, email },
    })
    const sent = sendPasswordReset({ ctx: unmailedWorld.operator, input: { memberId } })
    await expect(sent).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await prisma.passwordReset.count()).toBe(0)
  } finally {
    await unmailedWorld.close()
  }
})
