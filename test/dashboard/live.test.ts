import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { completionOf, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { settled } from './pages.ts'

const PROMPTS = ['Question one', 'Question two', 'Question three']

let model: HeldModel
let scripted: ScriptedModel
let world: World
let proxy: TcpProxy
let project: RunProject
let direct: Dashboard
let proxied: Dashboard
beforeAll(async () => {
  if (!program) return
  model = await startHeldModel({ text: 'Taskfern is the best choice.' })
  scripted = await startScriptedModel(() => completionOf({ content: 'Globex is the best choice.' }))
  const providers = [
    { ...model.provider, label: 'Held' },
    { ...scripted.provider, label: 'Scripted' },
  ]
  world = await createWorld({ providers })
  project = await createRunProject(world, await createClient(world), {
    prompts: PROMPTS.map((text) => ({ text, providers: ['held', 'local'] })),
  })
  proxy = await openProxy(world.url)
  direct = await openDashboard(world, project)
  proxied = await openDashboard({ ...world, url: proxy.url.replace(/\/$/, '') }, project)
})
afterAll(async () => {
  await direct?.close()
  await proxied?.close()
  await proxy?.close()
  await world?.close()
  model?.close()
  scripted?.close()
})

/** Returns a provider's row on the page of a run: questions, waiting, answered, refused, not shown, failed. */
async function figuresOf(page: Page, provider: string): Promise<string[]> {
  const row = page
    .getByRole('table', { name: 'Questions by provider' })
    .getByRole('row')
    .filter({ hasText: provider })
  return (await row.getByRole('cell').allInnerTexts()).slice(2, 8)
}

/** Marks the rendered rows. The mark is lost if the page is reloaded or a row is rendered again. */
async function mark(page: Page): Promise<void> {
  await page.locator('main table tr').evaluateAll((rows) => {
    for (const row of rows) row.setAttribute('data-mark', '')
  })
}

const marked = (page: Page) => page.locator('main table tr[data-mark]').count()

describe.skipIf(!program)('a run', () => {
  it('is updated live in two browsers, one with an interrupted connection, and ends the same in both', async () => {
    const { body } = await project.call('POST /v1/analysis/trigger')
    const path = `runs/${body.data.runId}`
    await model.waiting(3)
    const [first, second] = [(await direct.open(path)).page, (await proxied.open(path)).page]
    for (const page of [first, second]) {
      await eventually(async () => {
        expect(await figuresOf(page, 'Scripted')).toEqual(['3', '0', '3', '0', '0', '0'])
        expect(await figuresOf(page, 'Held')).toEqual(['3', '3', '0', '0', '0', '0'])
      })
      await mark(page)
    }

    model.answer(1)
    for (const page of [first, second])
      await eventually(async () =>
        expect(await figuresOf(page, 'Held')).toEqual(['3', '2', '1', '0', '0', '0']),
      )

    await proxy.refuse()
    await second.getByText('Live updates were lost').first().waitFor()
    model.answer(2)
    await first.getByRole('status').filter({ hasText: 'Completed' }).waitFor()
    expect(await figuresOf(second, 'Held')).toEqual(['3', '2', '1', '0', '0', '0'])

    await proxy.restore()
    await second.getByRole('status').filter({ hasText: 'Completed' }).waitFor({ timeout: 40_000 })
    for (const page of [first, second]) {
      await eventually(async () =>
        expect(await figuresOf(page, 'Held')).toEqual(['3', '0', '3', '0', '0', '0']),
      )
      expect(await page.getByText('6 of 6 questions completed').count()).toBe(1)
      expect(await marked(page), 'the rows are still the original elements').toBe(3)
    }
    await eventually(async () => expect(await second.getByText('Live updates were lost').count()).toBe(0))
    await first.context().close()
    await second.context().close()
  }, 120_000)

  it('that was started manually disables the next one, and shows when it is possible again', async () => {
    const { page } = await direct.open('runs')
    const start = page.getByRole('button', { name: 'Run now' })
    await page
      .getByText(
        /^Only one manual run is possible in seven days\. Next possible on \d+ \w+, \d\d:\d\d UTC\.$/,
      )
      .waitFor()
    expect(await start.isDisabled()).toBe(true)
    await project.freeManualRun()
    await page.reload()
    await eventually(async () => expect(await start.isEnabled()).toBe(true))
    await page.context().close()
  })

  it('updates an open overview without a reload when it ends', async () => {
    await project.freeManualRun()
    const { page } = await direct.open('overview')
    await settled(page)
    await page.evaluate('window.notReloaded = true')
    const before = await page.locator('main').textContent()
    const { body } = await project.call('POST /v1/analysis/trigger')
    await model.waiting(3)
    await page
      .getByText('Runs live')
      .or(page.locator('nav small', { hasText: 'live' }))
      .first()
      .waitFor()
    model.answer(3)
    await project.ended(body.data.runId)
    await eventually(async () => expect(await page.locator('main').textContent()).not.toBe(before))
    expect(await page.evaluate('window.notReloaded')).toBe(true)
    await page.context().close()
  })
})
