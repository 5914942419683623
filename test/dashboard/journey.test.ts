import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { completionOf, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { enter, tabTo } from './keyboard.ts'

const PROMPTS = ['Which board is best?', 'Which planner is cheap?', 'What do agencies use?']

let held: HeldModel
let scripted: ScriptedModel
let world: World
let project: RunProject
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  held = await startHeldModel({ text: 'Taskfern is the best choice.' })
  scripted = await startScriptedModel(() => completionOf({ content: 'Globex is the best choice.' }))
  const providers = [
    { ...held.provider, label: 'Held' },
    { ...scripted.provider, label: 'Scripted' },
  ]
  world = await createWorld({ providers })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex'],
    prompts: PROMPTS.map((text) => ({ text, providers: ['held', 'local'] })),
  })
  held.answer(PROMPTS.length)
  await project.run()
  await project.freeManualRun()
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
  held?.close()
  scripted?.close()
})

/** Returns the text of the page with normalized spaces. */
async function text(page: Page): Promise<string> {
  const [read = ''] = await page.locator('main').allInnerTexts()
  return read.replaceAll(/[\u202f\u00a0]/g, ' ').replaceAll(/\s+/g, ' ')
}

/** Returns a provider's numbers of questions on the page of a run: total, waiting, answered. */
async function progressOf(page: Page, provider: string): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Questions by provider' })
  const cells = table.getByRole('row').filter({ hasText: provider }).getByRole('cell')
  return (await cells.allInnerTexts()).slice(2, 5)
}

const link = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!program)('the journey from sign-in to sign-out', () => {
  it('works with the keyboard alone', async () => {
    const { email } = await createPerson(world, { organizationId: project.organizationId, role: 'admin' })
    const page = await dashboard.visit('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })

    // Sign in.
    await tabTo(page, page.getByLabel('Email address'))
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')

    // Open the overview of the project.
    await page.waitForURL(`**/projects/${project.projectId}/overview`)
    await eventually(async () =>
      expect(await text(page)).toMatch(/Taskfern is mentioned in 50 % of answers, 3 of 6/),
    )

    // Filter the answers by provider, open one, and export all of them.
    await enter(page, link(page, 'Answers'))
    await tabTo(page, page.getByRole('combobox', { name: 'Provider' }))
    await page.keyboard.type('Scr')
    await page.waitForURL(/\/answers\?.*provider=local/)
    await page.getByRole('row', { name: PROMPTS[0] ?? '' }).waitFor()
    await enter(page, link(page, 'One by one'))
    const list = page.getByRole('region', { name: 'Answer list' })
    await eventually(async () => expect(await list.getByRole('link').count()).toBe(PROMPTS.length))
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Globex is the best choice.').waitFor()
    await enter(page, button(page, 'Export'))
    const download = page.waitForEvent('download')
    await enter(page, button(page, 'CSV'))
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(1 + PROMPTS.length)
    for (const prompt of PROMPTS) expect(lines.filter((line) => line.includes(prompt))).toHaveLength(1)
    for (const line of lines.slice(1)) expect(line).toContain('Globex is the best choice.')

    // Start a run and watch it to its end without reloading the page.
    await page.evaluate('window.notReloaded = true')
    await enter(page, link(page, /^Runs/))
    await enter(page, button(page, 'Run now'))
    await page.waitForURL('**/runs/*')
    await eventually(async () => {
      expect(await progressOf(page, 'Scripted')).toEqual(['3', '0', '3'])
      expect(await progressOf(page, 'Held')).toEqual(['3', '3', '0'])
    })
    held.answer(1)
    await eventually(async () => expect(await progressOf(page, 'Held')).toEqual(['3', '2', '1']))
    held.answer(2)
    await page.getByText('6 of 6 questions completed').waitFor()
    await eventually(async () => expect(await text(page)).toContain('Completed'))
    expect(await progressOf(page, 'Held')).toEqual(['3', '0', '3'])

    // Change the settings.
    await enter(page, link(page, 'Settings'))
    await tabTo(page, page.getByLabel('Other names'))
    await page.keyboard.type('Task Fern')
    await enter(page, button(page, 'Save'))
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    const stored = await world.operator.db.prisma.project.findUniqueOrThrow({
      where: { id: project.projectId },
    })
    expect(stored.aliases).toEqual(['Task Fern'])

    // Create an API key, copy it, use it, revoke it, and check that it is rejected.
    await enter(page, link(page, 'API keys'))
    await enter(page, button(page, 'New key'))
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.type('Weekly report')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your new API key' }).waitFor()
    await enter(page, button(page, 'Copy'))
    const key = await eventually(async () => {
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).toMatch(/^svc_/)
      return copied
    })
    await enter(page, button(page, 'Done'))
    expect(await page.content()).not.toContain(key)
    const ask = () => fetch(`${world.url}/v1/project`, { headers: { Authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    await enter(page, page.getByRole('button', { name: /^Revoke Weekly report/ }))
    await enter(page, button(page, 'Revoke permanently'))
    await page.getByText('1 revoked key').waitFor()
    await eventually(async () => expect((await ask()).status).toBe(401))
    expect(await page.evaluate('window.notReloaded')).toBe(true)

    // Sign out, and check that pages require signing in again.
    await enter(page, button(page, 'Sign out'))
    await page.waitForURL('**/sign-in')
    await page.goto(`${world.url}/organizations/${project.organizationId}/keys`)
    await page.waitForURL('**/sign-in?to=*')
    await page.context().close()
  }, 120_000)
})
