import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

const PROMPTS = Array.from({ length: 12 }, (_, index) => `Which planner is best for team ${index + 1}?`)
const PROVIDERS = ['chatgpt', 'gemini']

const named: ScriptedAnswer = { text: 'Taskfern is the best planner for most teams.' }
const replaced: ScriptedAnswer = {
  text: 'Boardly is the best planner for most teams.',
  citations: [{ url: 'https://reviews.example/planners', kind: 'cited', title: 'Planners compared' }],
}
/** Gemini answers with a competitor; ChatGPT still names the brand. */
const worse = ({ provider }: Unit) => (provider === 'gemini' ? replaced : named)

let world: World
let project: RunProject
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' },
      { id: 'gemini', label: 'Gemini', driver: 'simulated' },
    ],
  })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: PROMPTS.map((text) => ({ text, providers: PROVIDERS, locations: ['US', 'DE'] })),
  })
  await runWithAnswers(world, project, () => named)
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

const card = (page: Page, name: string) => page.getByRole('article', { name })

describe.skipIf(!program)('a brand manager', () => {
  it('gets from an alert over its evidence to an action, and sees in the next run that it helped', async () => {
    const { page, complaints } = await dashboard.open('overview')
    const inbox = page.getByRole('navigation').getByRole('link', { name: /^Alerts/ })
    await inbox.waitFor()
    expect(await inbox.textContent()).toBe('Alerts')

    // The alert: the number of unread alerts appears without a reload.
    await project.freeManualRun()
    await runWithAnswers(world, project, worse)
    await inbox.getByText(/^\d+ new$/).waitFor()
    await inbox.click()
    const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('link', { name: /Mention rate fell/ })
    await alert.first().click()

    // The evidence: both values, the interval, and an answer that shows it.
    await page.getByRole('heading', { name: 'Mention rate fell from 100 % to 50 %.' }).waitFor()
    await page.getByText(/95 % interval −\d+ to −\d+/).waitFor()
    await page.getByText('Boardly is the best planner').first().waitFor()
    await page.getByRole('link', { name: 'open the answer' }).first().click()
    await page.getByText('is the best planner for most teams').first().waitFor()
    await page.goBack()

    // The action.
    await page.getByRole('main').getByRole('link', { name: 'What to do next' }).click()
    await card(page, 'Catch up on Gemini').waitFor()
    await card(page, 'Get mentioned on reviews.example').waitFor()
    await card(page, 'Catch up on Gemini').getByRole('button', { name: 'Mark done' }).click()
    await card(page, 'Catch up on Gemini').waitFor({ state: 'detached' })

    // Before and after.
    await project.freeManualRun()
    await runWithAnswers(world, project, () => named)
    await page.getByLabel('Status').selectOption('DONE')
    await page.reload()
    const outcome = card(page, 'Catch up on Gemini').getByRole('region', { name: 'Before and after' })
    await outcome.getByText('+100 points').waitFor()
    await outcome.getByText('The change is larger than chance alone explains.').waitFor()

    // The recovery is an alert too, and the one that was opened is read.
    await inbox.click()
    await page
      .getByRole('link', { name: /Mention rate rose/ })
      .first()
      .waitFor()
    const read = page.getByRole('link', { name: /Mention rate fell from 100 % to 50 %\./ })
    expect(await read.getAttribute('data-unread')).toBeNull()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
