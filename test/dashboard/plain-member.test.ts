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

/** What can be pressed on the present page, by what is read of it. */
const PRESSABLE = `[...document.querySelectorAll('main button')]
  .filter((button) => !button.disabled && button.ariaDisabled !== 'true')
  .map((button) => button.ariaLabel ?? button.textContent.trim())`

/** What admins are offered besides on a page; on a page without an entry nothing. */
const FOR_ADMINS: Record<string, RegExp> = {
  projects: /^New project$/,
  members: /^(Invite|Actions for .*|Revoke the invitation of .*)$/,
  keys: /^(New key|Revoke .*)$/,
  deliveries: /^(Show|Replace …)$/,
}

describe.skipIf(!program)('a plain member', () => {
  it('is offered on every page what an admin is, except what needs an admin', async () => {
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
      // A part of the page may come later than the rest of it.
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

  it('cannot delete a project by its menu, nor send a webhook again', async () => {
    const { page } = await dashboard.open('overview', { role: 'member' })
    const pathOf = (name: string) => demo.pages.find((one) => one.name === name)?.path ?? ''
    await page.goto(demo.world.url + pathOf('projects'))
    await page.getByRole('button', { name: 'Actions for Taskfern' }).click()
    await page.getByRole('button', { name: 'Rename …' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete …' }).count()).toBe(0)
    await page.goto(demo.world.url + pathOf('deliveries'))
    await page.getByRole('button', { name: 'Analysis completed' }).click()
    expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true)
  })
})
