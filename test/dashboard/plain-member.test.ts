import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { type DemoWorld, openDemoWorld } from './demo-world.ts'
import { settled } from './pages.ts'

let demo: DemoWorld
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  demo = await openDemoWorld()
  dashboard = await openDashboard(demo.world, demo)
}, 120_000)
afterAll(async () => {
  await dashboard?.close()
  await demo?.world.close()
})

/** Returns the names of the enabled buttons on the page. */
const PRESSABLE = `[...document.querySelectorAll('main button')]
  .filter((button) => !button.disabled && button.ariaDisabled !== 'true')
  .map((button) => button.ariaLabel ?? button.textContent.trim())`

/** Additional buttons for administrators by page. */
const FOR_ADMINS: Record<string, RegExp> = {
  projects: /^New project$/,
  members: /^(Invite|Actions for .*|Revoke the invitation for .*)$/,
  keys: /^(New key|Revoke .*)$/,
  credentials: /^Connect .*$/,
  'audit-log': /^Export/,
  'new-brand': /^Continue$/,
  'start-providers': /^Connect .*$/,
  deliveries: /^(Show|Replace …)$/,
  'settings-reports': /^Share a report$/,
  'settings-webhooks': /^Add webhook$/,
}

describe.skipIf(!program)('a plain member', () => {
  it('sees the same actions as an administrator on every page, except those that require an administrator', async () => {
    const { page: admin } = await dashboard.open('overview')
    const { page: member } = await dashboard.open('overview', { role: 'member' })
    const offered = async (page: Page, path: string): Promise<string[]> => {
      await page.goto(demo.world.url + path)
      await settled(page)
      return page.evaluate(PRESSABLE)
    }
    for (const { name, path } of demo.pages) {
      const allowed = FOR_ADMINS[name]
      const ofAdmin = await offered(admin, path)
      await offered(member, path)
      // Parts of a page may load later than the rest.
      const { own, missing } = await eventually(async () => {
        const own: string[] = await member.evaluate(PRESSABLE)
        const missing = ofAdmin.filter((button) => !own.includes(button))
        expect(
          missing.filter((button) => !allowed?.test(button)),
          name,
        ).toEqual([])
        return { own, missing }
      })
      if (allowed) {
        expect(missing, name).not.toEqual([])
        expect(
          own.filter((button) => allowed.test(button)),
          name,
        ).toEqual([])
      }
    }
  }, 180_000)

  it('cannot delete a project or resend a webhook', async () => {
    const { page } = await dashboard.open('overview', { role: 'member' })
    const pathOf = (name: string) => demo.pages.find((candidate) => candidate.name === name)?.path ?? ''
    await page.goto(demo.world.url + pathOf('projects'))
    await page.getByRole('button', { name: 'Actions for Taskfern' }).click()
    await page.getByRole('button', { name: 'Rename …' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete …' }).count()).toBe(0)
    await page.goto(demo.world.url + pathOf('deliveries'))
    await page.getByRole('button', { name: 'Analysis completed' }).click()
    expect(await page.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true)
  })
})
