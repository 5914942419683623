import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { accessibilityProblems, THEMES_AND_SIZES, tooWideElements } from '../browser/accessibility.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { enter } from './keyboard.ts'

const TEXT = `The best task managers for small teams:

1. **Listwell** – the best choice for small teams.
2. **Taskfern** – a good second choice.
3. **Kanbee** – fine for boards.`

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
  const asked = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE', 'FR'] }
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex'],
    prompts: [{ text: 'Which planner is best?', ...asked }],
  })
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

/** Returns the rows of the table as text with normalized spaces. */
async function rows(page: Page): Promise<string[]> {
  const found = await page
    .getByRole('table', { name: 'Discovered brands' })
    .locator('tbody tr')
    .allInnerTexts()
  return found.map((row) =>
    row
      .replaceAll(/[\u202f\u00a0]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!program)('the discovered brands page', () => {
  it('shows an empty state before the first run, and offers to re-analyze answers that were not searched', async () => {
    const { page } = await dashboard.open('discovered')
    await page.getByText('No data yet').waitFor()
    await runWithAnswers(world, project, () => ({ brand: 1 }))
    await page.reload()
    await page.getByText('These answers have not been searched for new brands yet').waitFor()
    await button(page, 'Re-analyze past answers').waitFor()
    await page.context().close()
  })

  it('lists untracked brands with their mention rate, rank and providers, and links to the evidence', async () => {
    for (const _ of ['first', 'second'])
      await runWithAnswers(world, project, ({ provider }) => ({
        text: provider === 'gemini' ? TEXT.replace('Listwell', 'List-Well').replace(/3\..*/, '') : TEXT,
      }))
    const { page, complaints } = await dashboard.open('discovered')
    await page.getByText('is mentioned most: in 100 % of answers').waitFor()
    const found = await rows(page)
    expect(found).toHaveLength(2)
    expect(found[0]).toContain('List-Well also Listwell 100 %')
    expect(found[0]).toContain('6 of 6 answers')
    expect(found[0]).toContain('ChatGPT, Gemini')
    expect(found[1]).toContain('Kanbee')
    expect(found[1]).toContain('3 of 6 answers')
    await page.getByLabel('Answers from').selectOption('4')
    await eventually(async () => expect((await rows(page))[0]).toContain('12 of 12 answers'))
    expect(page.url()).toContain('runs=4')
    await page.getByLabel('Sort by').selectOption('RANK_ASC')
    await eventually(() => expect(page.url()).toContain('order=RANK_ASC'))
    await page.getByRole('link', { name: /Kanbee in the answer from ChatGPT/ }).click()
    await page.getByText('fine for boards').first().waitFor()
    expect(page.url()).toMatch(/answers\?.*answer=/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('exports all brands as CSV and JSON', async () => {
    const { page } = await dashboard.open('discovered')
    const download = async (format: string) => {
      await button(page, 'Export').click()
      const [saved] = await Promise.all([page.waitForEvent('download'), button(page, format).click()])
      return readFile(await saved.path(), 'utf8')
    }
    const [head, , line] = (await download('CSV')).split('\r\n')
    expect(head).toBe(
      '\uFEFFname,mentionRate_value,mentionRate_low,mentionRate_high,mentionRate_numerator,mentionRate_denominator,recommended,bestRank,providers,firstSeenAt,evidence',
    )
    expect(line).toMatch(/^Kanbee,0\.5,0\.\d+,0\.\d+,3,6,\d,\d,ChatGPT,2\d{3}-.*boards/)
    expect(JSON.parse(await download('JSON')).rows).toMatchObject([{ name: 'List-Well' }, { name: 'Kanbee' }])
    await page.context().close()
  })

  it.each(THEMES_AND_SIZES)('is accessible and fits: $colorScheme, $viewport.width', async (look) => {
    const { page } = await dashboard.open('discovered', look)
    await button(page, 'Track Kanbee').click()
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityProblems(page, { selector: 'dialog' })).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await accessibilityProblems(page, { selector: 'main' })).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
    await page.context().close()
  })

  it('dismisses a brand by keyboard, lists dismissed brands, and undoes it', async () => {
    const { page, complaints } = await dashboard.open('discovered')
    await enter(page, button(page, 'Dismiss Kanbee: not a brand'))
    await page.getByText('Kanbee is dismissed').waitFor()
    await eventually(async () => expect((await rows(page)).join()).not.toContain('Kanbee'))
    await page.getByRole('combobox', { name: /^Brands/ }).selectOption('DISMISSED')
    await eventually(async () => expect((await rows(page)).join()).toContain('Kanbee'))
    expect(page.url()).toContain('state=DISMISSED')
    await button(page, 'Restore Kanbee').click()
    await page.getByText('Kanbee is back in the list').waitFor()
    await page.getByText('No brands match these filters').waitFor()
    await button(page, 'Clear filters').click()
    await eventually(async () => expect((await rows(page)).join()).toContain('Kanbee'))
    await enter(page, button(page, 'Dismiss Kanbee: not a brand'))
    await page.getByText('Kanbee is dismissed').waitFor()
    // The undo button has the focus.
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await rows(page)).join()).toContain('Kanbee'))
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('tracks a brand by keyboard and shows the progress of the re-analysis, after which past answers include it', async () => {
    const { page, complaints } = await dashboard.open('discovered')
    await enter(page, button(page, 'Track List-Well'))
    const dialog = page.getByRole('dialog', { name: 'Track List-Well' })
    await dialog.getByText('No provider is asked again').waitFor()
    await dialog.getByLabel('Website').fill('ftp://listwell.example')
    await button(page, 'Track as competitor').click()
    await dialog.getByText('must be an http or https URL').waitFor()
    await dialog.getByLabel('Website').fill('https://listwell.example')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('List-Well is now a competitor.').waitFor()
    await page.getByText('0 of 18 answers re-analyzed.').waitFor()
    await eventually(async () => expect((await rows(page)).join()).not.toContain('List-Well'))
    const { prisma } = world.operator.db
    const where = { batch: { projectId: project.projectId } }
    for (const { id } of await prisma.reextraction.findMany({ where, orderBy: { id: 'asc' } }))
      await reextract({ ctx: world.operator, input: { reextractionId: id, tries: 1 } })
    await page.getByRole('link', { name: 'Past answers now include it.' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('List-Well').first().waitFor()
    expect(complaints).toEqual([])
    const trends = (await project.call('GET /v1/analysis/trends?includeEntities=true')).body.data
    const rates = trends.map(
      ({ entities }: { entities: { name: string; mentionRate: { numerator: number } }[] }) =>
        entities.find(({ name }) => name === 'List-Well')?.mentionRate.numerator,
    )
    expect(rates.slice(0, 2)).toEqual([6, 6])
    await page.context().close()
  })
})
