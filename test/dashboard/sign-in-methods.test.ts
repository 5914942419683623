import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { accessibilityProblems } from '../browser/accessibility.ts'
import type { IdentityProvider } from '../identity-provider.ts'
import { createOpenIdWorld } from '../open-id-world.ts'
import type { World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, type Visitors } from './visitors.ts'

let world: World
let provider: IdentityProvider
let visitors: Visitors
beforeAll(async () => {
  if (!program) return
  const opened = await createOpenIdWorld()
  world = opened.world
  provider = opened.provider
  visitors = await openVisitors(world)
})
afterAll(async () => {
  await visitors?.close()
  await world?.close()
  provider?.close()
})

describe.skipIf(!program)('an identity provider', () => {
  it('signs a member in with one click and opens the requested page', async () => {
    const { email, organizationId } = await createPerson(world)
    provider.user = { sub: newId(), email, email_verified: true, name: 'Ann' }
    const path = `/organizations/${organizationId}/credits`
    const page = await visitors.visit(path)
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: 'Credits' }).waitFor()
  })

  it('leads back to the sign-in page with the reason if the sign-in is refused', async () => {
    provider.user = { sub: newId(), email: `${newId()}@example.com`, email_verified: true, name: 'Ann' }
    const page = await visitors.visit('/sign-in')
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click()
    await page.getByText(/You have no account here yet\. Ask an administrator/).waitFor()
    await page.getByLabel('Email address').waitFor()
  })
})

describe.skipIf(!program)('two-factor authentication', () => {
  it('is turned on with a QR code, asks for a code at the next sign-in, and is turned off', async () => {
    const person = await createPerson(world)
    const path = `/organizations/${person.organizationId}/account`
    const page = await visitors.visit(path, person)
    await page.getByRole('button', { name: 'Turn on …' }).click()
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByText('is not your password').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
    const codeOf = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Code from the app').fill(codeOf(0))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const recoveryCodes = ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').split('\n')
    expect(recoveryCodes).toHaveLength(10)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Turn off …' }).waitFor()

    const other = await visitors.visit(path)
    await other.getByLabel('Email address').fill(person.email)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect(await accessibilityProblems(other)).toEqual([])
    await other.getByLabel('Code').fill('000000')
    await other.keyboard.press('Enter')
    await other.getByText(/is wrong, or was already used/).waitFor()
    await other.getByLabel('Code').fill(codeOf(1))
    await other.keyboard.press('Enter')
    await other.waitForURL(`**${path}`)

    await other.getByRole('button', { name: 'Turn off …' }).click()
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByLabel('Code').fill(recoveryCodes[0] ?? '')
    await other.getByRole('button', { name: 'Turn off', exact: true }).click()
    await other.getByRole('button', { name: 'Turn on …' }).waitFor()
  })
})
