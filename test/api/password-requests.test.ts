import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { mailPasswordReset } from '../../src/core/password-resets/request.ts'
import { createMailer } from '../../src/infra/mailer.ts'
import { eventually } from '../eventually.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { createWorld, type World } from '../world.ts'
import { createPerson, newAddress, PASSWORD, postAuth, signIn } from './member-client.ts'

let mail: MailServer
let world: World
let withoutMail: World
beforeAll(async () => {
  const options = { workers: false, environment: { TRUST_PROXY: '127.0.0.1' } }
  mail = await openMailServer()
  world = await createWorld(options)
  // Sets the mailer directly: SMTP_URL requires a PUBLIC_URL, and the port is known only now.
  world.application.services.deps.mailer = createMailer({ url: mail.url, from: 'noreply@example.com' })
  withoutMail = await createWorld(options)
})
afterAll(async () => {
  await world?.close()
  await withoutMail?.close()
  await mail?.close()
})

const request = (email: string, headers: Record<string, string> = {}, { url } = world) =>
  postAuth({ url }, '/request-password-reset', { email }, { ...newAddress(), ...headers })

const messagesTo = (email: string) => mail.received.filter(({ to }) => to.includes(email))

/** Waits for the only message to an address and returns its token. */
async function tokenSentTo(email: string): Promise<string> {
  await eventually(() => expect(messagesTo(email)).toHaveLength(1))
  const source = messagesTo(email)[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  return /\/reset-password#token=([0-9A-Z]{52})\r\n/.exec(source)?.[1] ?? ''
}

const optionsOf = async ({ url }: World) => (await fetch(`${url}/api/auth/options`)).json()

test('the options tell pages whether a password link can be sent by mail', async () => {
  expect(await optionsOf(world)).toEqual({ passwordResetByMail: true, openId: null })
  expect(await optionsOf(withoutMail)).toEqual({ passwordResetByMail: false, openId: null })
})

test('a user who forgot the password is sent a link that sets a new one', async () => {
  const { email } = await createPerson(world)
  const response = await request(` ${email.toUpperCase()} `)
  expect([response.status, await response.json()]).toEqual([200, { success: true }])
  const newPassword = `${PASSWORD}!`
  const body = { token: await tokenSentTo(email), newPassword }
  expect((await postAuth(world, '/reset-password', body, newAddress())).status).toBe(200)
  await signIn(world, email, newPassword)
})

test('an address without a member gets the same response but no message', async () => {
  const { email } = await createPerson(world)
  const stranger = `${newId()}@example.com`
  const { prisma } = world.operator.db
  const left = await createPerson(world)
  await prisma.member.delete({ where: { id: left.memberId } })
  const answers = await Promise.all([stranger, left.email, email].map((address) => request(address)))
  const [first, ...rest] = await Promise.all(
    answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })),
  )
  expect(rest).toEqual([first, first])
  // Its message was requested last, so the others would have arrived.
  await tokenSentTo(email)
  expect(await prisma.passwordReset.count({ where: { user: { email: left.email } } })).toBe(0)
  expect(messagesTo(stranger)).toEqual([])
})

test('an unreachable mail server does not change the response, and no link is kept', async () => {
  const unreachable = await openMailServer()
  await unreachable.close()
  const { deps } = world.application.services
  const { mailer } = deps
  deps.mailer = createMailer({ url: unreachable.url, from: 'noreply@example.com' })
  try {
    const { email, userId } = await createPerson(world)
    const response = await request(email)
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    await mailPasswordReset(world.operator, email)
    // The request itself sends its mail after the response.
    await eventually(async () =>
      expect(await world.operator.db.prisma.passwordReset.count({ where: { userId } })).toBe(0),
    )
  } finally {
    deps.mailer = mailer
  }
})

test('requests are limited per address, with or without a member, and per client', async () => {
  const { email } = await createPerson(world)
  for (const address of [email, `${newId()}@example.com`]) {
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await request(address)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  }
  const client = newAddress()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await request(`${newId()}@example.com`, client)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('a request is refused without a mail server, from pages of other sites, and for an invalid address', async () => {
  const refused = await request('somebody@example.com', {}, withoutMail)
  expect(refused.status).toBe(403)
  expect((await refused.json()).error).toEqual({
    code: 'FORBIDDEN',
    message: expect.stringContaining('Ask an admin'),
  })
  expect((await request('somebody@example.com', { Origin: 'https://evil.example' })).status).toBe(403)
  const wrong = await request('nobody')
  expect(wrong.status).toBe(400)
  expect((await wrong.json()).details.fieldErrors).toEqual({ email: expect.any(String) })
})
