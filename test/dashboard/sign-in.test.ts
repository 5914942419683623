import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, rowsOf, type Visitors } from './visitors.ts'

let world: World
let visitors: Visitors

beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  visitors = await openVisitors(world)
})
afterAll(async () => {
  await visitors?.close()
  await world?.close()
})

describe.skipIf(!program)('signing in', () => {
  it('rejects a wrong password, and opens the requested page with the right one', async () => {
    const person = await createPerson(world)
    const path = `/organizations/${person.organizationId}/credits`
    const page = await visitors.visit(path)
    await page.waitForURL('**/sign-in?to=*')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').textContent()).toMatch(/password is wrong/)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: 'Credits' }).waitFor()
  })

  it('is offered to a new visitor without a failed request', async () => {
    const page = await visitors.visit('/sign-in')
    const failed: string[] = []
    page.on('response', (response) => {
      if (!response.ok()) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(world.url)
    await page.waitForURL('**/sign-in')
    await page.getByLabel('Email address').waitFor()
    expect(failed).toEqual([])
  })

  it('a link signs in once; after that it offers the password instead', async () => {
    const { email, organizationId } = await createPerson(world)
    const { link } = await createSignInLink({ ctx: world.operator, input: { email } })
    const path = new URL(link, world.url)
    const first = await visitors.visit(path.pathname + path.hash)
    await first.waitForURL(`**/organizations/${organizationId}`)
    const second = await visitors.visit(path.pathname + path.hash)
    await second.getByText(/Sign in with your password, or request a new link/).waitFor()
    await second.getByLabel('Email address').fill(email)
    await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await second.keyboard.press('Enter')
    await second.waitForURL(`**/organizations/${organizationId}`)
  })

  it('explains whom to ask for a new password if the installation does not send email', async () => {
    const page = await visitors.visit('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText(/This installation does not send email\. Ask an administrator/).waitFor()
  })
})

describe.skipIf(!program)('an account', () => {
  it('ends another session, which signs that browser out', async () => {
    const person = await createPerson(world)
    const path = `/organizations/${person.organizationId}/account`
    const otherPage = await visitors.visit(path, person)
    await otherPage.getByRole('heading', { name: 'Sessions' }).waitFor()
    const page = await visitors.visit(path, person)
    expect(await rowsOf(page, 'Sessions')).toHaveLength(2)
    await page.getByRole('button', { name: /^End the session on/ }).click()
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'End all others …', disabled: true }).waitFor()
    expect(await rowsOf(page, 'Sessions')).toHaveLength(1)
    await otherPage.reload()
    await otherPage.waitForURL('**/sign-in?to=*')
    await page.reload()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
  })

  it('changes the password only if the current one is right, and shows errors at the field', async () => {
    const person = await createPerson(world)
    const page = await visitors.visit(`/organizations/${person.organizationId}/account`, person)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('another long password')
    await page.keyboard.press('Enter')
    await page.getByText('is not your password').waitFor()
    const field = page.getByLabel('Current password')
    await eventually(async () =>
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true),
    )
    await field.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Password changed. All other sessions have ended.').waitFor()
  })
})

describe.skipIf(!program)('a member of several organizations', () => {
  it('switches between them, and each opens its last project', async () => {
    const first = await createPerson(world)
    const { id: second } = await world.organization()
    await createMember({ ctx: world.operator, input: { organizationId: second, email: first.email } })
    const { id: firstProject } = await world.project({ organizationId: first.organizationId, name: 'Own' })
    await world.project({ organizationId: second, name: 'Earlier' })
    const { id: later } = await world.project({ organizationId: second, name: 'Later' })
    const laterPath = `/organizations/${second}/projects/${later}`
    const page = await visitors.visit(`${laterPath}/runs`, first)
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    const choice = page.getByLabel('Organization', { exact: true }).first()
    await choice.selectOption(first.organizationId)
    await page.waitForURL(`**/organizations/${first.organizationId}/projects/${firstProject}/overview`)
    await choice.selectOption(second)
    await page.waitForURL(`**${laterPath}/overview`)
  })

  it('who was removed from the remembered organization continues in another, or learns that there is none', async () => {
    const person = await createPerson(world)
    const { id: second } = await world.organization()
    const { memberId } = await createMember({
      ctx: world.operator,
      input: { organizationId: second, email: person.email },
    })
    const { id: projectId } = await world.project({ organizationId: second })
    const page = await visitors.visit(`/organizations/${second}/projects/${projectId}/runs`, person)
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    await removeMember({ ctx: world.operator, input: { id: memberId } })
    await page.goto(`${world.url}/`)
    await page.waitForURL(`**/organizations/${person.organizationId}`)
    await page.goto(`${world.url}/organizations/${second}`)
    await page.getByText('You are not a member of this organization').waitFor()
    await removeMember({ ctx: world.operator, input: { id: person.memberId } })
    await page.goto(`${world.url}/`)
    await page.waitForURL('**/sign-in')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('You are no longer a member of any organization').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
  })
})
