import { hash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { accessibilityProblems, THEMES_AND_SIZES, tooWideElements } from '../browser/accessibility.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { enter } from './keyboard.ts'

const PROMPTS = Array.from({ length: 12 }, (_, index) => `Which planner is best for team ${index + 1}?`)
const LOST = PROMPTS[0] ?? ''
const REVIEWS = 'https://reviews.example/planners'

const named: ScriptedAnswer = { text: 'Take Taskfern or Boardly.' }
const omitted: ScriptedAnswer = {
  text: 'The best planners:\n\n- Boardly is the best planner for most teams.\n- Others are fine.',
  citations: [{ url: REVIEWS, kind: 'cited', title: 'Planners compared' }],
}
const behind = ({ prompt, provider }: Unit) => (provider === 'gemini' || prompt === LOST ? omitted : named)

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
    prompts: PROMPTS.map((text) => ({ text, providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] })),
  })
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

const card = (page: Page, name: string) => page.getByRole('article', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!program)('the page “What to do next”', () => {
  it('shows an empty state before the first run', async () => {
    const { page } = await dashboard.open('opportunities')
    await page.getByText('No data yet').waitFor()
    await page.context().close()
  })

  it('ranks opportunities with their evidence, and quotes open the answers', async () => {
    await runWithAnswers(world, project, behind)
    await world.operator.db.prisma.citedPage.create({
      data: {
        projectId: project.projectId,
        url: REVIEWS,
        urlHash: new Uint8Array(hash('sha256', REVIEWS, 'buffer')),
        outcome: 'read',
        namesBrand: false,
        competitors: ['Boardly'],
        namesHash: new Uint8Array(),
        fetchedAt: new Date(),
      },
    })
    const { page, complaints } = await dashboard.open('opportunities')
    await card(page, 'Catch up on Gemini').waitFor()
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual([
      'Get mentioned on reviews.example',
      'Catch up on Gemini',
      `Be named for “${LOST}”`,
    ])
    const lost = card(page, `Be named for “${LOST}”`)
    await lost.getByText('4 of 4 answers to this prompt name competitors and not Taskfern').waitFor()
    await lost.getByText('reviews.example is cited in 4 of the 4 answers without you').waitFor()
    const site = card(page, 'Get mentioned on reviews.example')
    await site.getByText('You are not mentioned on the page that was read.').waitFor()
    await site
      .getByRole('listitem')
      .filter({ hasText: 'Planners compared cited in 26, does not name you, but Boardly' })
      .waitFor()
    await lost
      .getByRole('link', { name: /Boardly in the answer from ChatGPT/ })
      .first()
      .click()
    await page.getByText('is the best planner for most teams').first().waitFor()
    expect(page.url()).toMatch(/answers\?.*answer=/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(THEMES_AND_SIZES)('is accessible and fits: $colorScheme, $viewport.width', async (look) => {
    const { page } = await dashboard.open('opportunities', look)
    await card(page, 'Catch up on Gemini').waitFor()
    expect(await accessibilityProblems(page, { selector: 'main' })).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
    await page.context().close()
  })

  it('assigns an opportunity and keeps a note', async () => {
    const { page, complaints } = await dashboard.open('opportunities')
    const gemini = card(page, 'Catch up on Gemini')
    const assigned = gemini.getByLabel('Assigned to')
    await assigned.locator('option').nth(1).waitFor({ state: 'attached' })
    await assigned.selectOption({ index: 1 })
    await enter(page, gemini.getByRole('button', { name: 'Add note' }))
    await page.getByRole('dialog').getByLabel('Note of the team').fill('Ask for a listing')
    await button(page, 'Save note').click()
    await gemini.getByText('Ask for a listing').waitFor()
    await page.reload()
    await card(page, 'Catch up on Gemini').getByText('Ask for a listing').waitFor()
    expect(await card(page, 'Catch up on Gemini').getByLabel('Assigned to').inputValue()).not.toBe('')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('leads from the evidence over “done” and the next run to the comparison before and after', async () => {
    const { page, complaints } = await dashboard.open('opportunities')
    for (const name of ['Catch up on Gemini', `Be named for “${LOST}”`]) {
      await enter(page, card(page, name).getByRole('button', { name: 'Mark done' }))
      await page.getByText('Runs that start from now on show whether it helped').waitFor()
      await card(page, name).waitFor({ state: 'detached' })
    }
    await page.getByLabel('Status').selectOption('DONE')
    await card(page, 'Catch up on Gemini').getByText('The next run that starts after this date').waitFor()
    await runWithAnswers(world, project, () => named)
    await page.reload()
    const outcome = (name: string) => card(page, name).getByRole('region', { name: 'Before and after' })
    await outcome('Catch up on Gemini').getByText('+100 points').waitFor()
    await outcome('Catch up on Gemini')
      .getByText('The change is larger than chance alone explains.')
      .waitFor()
    await outcome(`Be named for “${LOST}”`).getByText('too few answers to tell').waitFor()
    await page.getByLabel('Status').selectOption('')
    await page.getByText('The answers support no advice').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('ignores an opportunity, and undoes it by keyboard', async () => {
    await runWithAnswers(world, project, ({ provider }) => (provider === 'gemini' ? omitted : named))
    const { page } = await dashboard.open('opportunities')
    const site = card(page, 'Get mentioned on reviews.example')
    await site.getByRole('button', { name: 'Ignore' }).click()
    await site.waitFor({ state: 'detached' })
    // The undo button has the focus.
    await page.getByText('is ignored.').waitFor()
    await page.keyboard.press('Enter')
    await site.waitFor()
    await page.context().close()
  })
})
