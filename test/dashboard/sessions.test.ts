import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignInLink } from '../../src/core/sign-in-links/create.ts'
import {
  askWith,
  createPerson,
  createSignedIn,
  newAddress,
  PASSWORD,
  type Person,
} from '../api/member-client.ts'
import { launchChromium } from '../browser/chromium.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, type Visitors } from './visitors.ts'

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

/** Signs in using the form on the page. */
async function signIn(page: Page, { email }: Pick<Person, 'email'>, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** Returns the Cookie header that the browser sends to the GraphQL API. */
async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies(`${world.url}/graphql`)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Returns the user of a session; null after the server has ended it. */
async function ownerOf(cookie: string): Promise<string | null> {
  const { status, data } = await askWith(world, cookie, '{ viewer { member { email } } }')
  return status === 200 ? data.viewer.member.email : null
}

async function signInLink({ email }: Person): Promise<string> {
  const { link } = await createSignInLink({ ctx: world.operator, input: { email } })
  return world.url + new URL(link, world.url).pathname + new URL(link, world.url).hash
}

describe.skipIf(!program)('a session in a browser', () => {
  it('that an attacker planted is replaced on sign-in, so the attacker gets no access', async () => {
    const [attacker, victim] = [await createSignedIn(world), await createPerson(world)]
    const page = await visitors.visit('/sign-in')
    const [name = '', value = ''] = attacker.cookie.split('; ')[0]?.split('=') ?? []
    await page.context().addCookies([{ name, value, url: world.url }])
    await signIn(page, victim)
    expect(await ownerOf(await cookieOf(page))).toBe(victim.email)
    expect(await cookieOf(page)).not.toContain(value)
    expect(await ownerOf(attacker.cookie)).toBe(attacker.email)
  })

  it('of another user is replaced by a sign-in link', async () => {
    const [first, second] = [await createPerson(world), await createPerson(world)]
    const page = await visitors.visit(`/organizations/${first.organizationId}/account`, first)
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.goto(await signInLink(second))
    await page.waitForURL(`**/organizations/${second.organizationId}`)
    expect(await ownerOf(await cookieOf(page))).toBe(second.email)
  })

  it('ends on the server and in all tabs after signing out, and “back” shows no data', async () => {
    if (!program) return
    // Playwright disables the back/forward cache by default.
    const browser = await launchChromium(program, { ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    const context = await browser.newContext({ extraHTTPHeaders: newAddress() })
    const person = await createPerson(world)
    const { id: projectId } = await world.project({ organizationId: person.organizationId })
    const home = `${world.url}/organizations/${person.organizationId}`
    const page = await context.newPage()
    await page.goto(`${world.url}/sign-in`)
    await signIn(page, person)
    const secondTab = await context.newPage()
    await secondTab.goto(`${home}/projects/${projectId}/runs`)
    await secondTab.getByRole('heading', { name: 'Runs' }).waitFor()
    await page.goto(`${home}/account`)
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    const cookie = await cookieOf(page)
    expect(await ownerOf(cookie)).toBe(person.email)

    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.waitForURL('**/sign-in')
    expect(await ownerOf(cookie)).toBeNull()
    await secondTab.waitForURL('**/sign-in?to=*')
    await page.goBack()
    await page.waitForURL('**/sign-in?to=*')
    expect(await page.content()).not.toContain(person.email)
    await browser.close()
  })

  it('ends if the password is changed in another browser, which stays signed in', async () => {
    const person = await createPerson(world)
    const path = `/organizations/${person.organizationId}/account`
    const [page, otherPage] = [await visitors.visit(path, person), await visitors.visit(path, person)]
    const [kept, ended] = [await cookieOf(page), await cookieOf(otherPage)]
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('another long password')
    await page.keyboard.press('Enter')
    await page.getByText('Password changed. All other sessions have ended.').waitFor()
    expect(await ownerOf(kept)).toBe(person.email)
    expect(await ownerOf(ended)).toBeNull()
    await otherPage.reload()
    await otherPage.waitForURL('**/sign-in?to=*')
  })
})

describe.skipIf(!program)('the token of a link', () => {
  it('is also used if the link is entered in the address bar of the sign-in page', async () => {
    const person = await createPerson(world)
    const page = await visitors.visit('/')
    await page.waitForURL('**/sign-in')
    await page.getByLabel('Email address').waitFor()
    const link = await signInLink(person)
    // Like the address bar, this does not reload the page, because only the fragment differs.
    await page.evaluate(`location.href = ${JSON.stringify(link)}`)
    await page.waitForURL(`**/organizations/${person.organizationId}`)
  })

  it('remains neither in the URL nor in the history, whether it is valid or not', async () => {
    const person = await createPerson(world)
    for (const path of ['/sign-in', '/reset-password', '/accept-invitation']) {
      const token = 'A'.repeat(52)
      const page = await visitors.visit(`${path}#token=${token}`)
      await page.locator('h1').waitFor()
      await eventually(() => expect(page.url()).toBe(world.url + path))
      await page.goto(`${world.url}/docs`)
      await page.goBack()
      expect(page.url()).toBe(world.url + path)
    }
    const page = await visitors.visit('/docs')
    await page.goto(await signInLink(person))
    await page.waitForURL(`**/organizations/${person.organizationId}`)
    await page.goBack()
    expect(page.url()).not.toContain('token')
  })
})
