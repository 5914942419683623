import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { accessibilityProblems, THEMES_AND_SIZES, tooWideElements } from '../browser/accessibility.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

const DAY = 24 * 60 * 60 * 1000
const PROMPTS = Array.from({ length: 12 }, (_, index) => `Question ${index + 1}`)

let world: World
let dashboard: Dashboard
let first: string
let second: string
let competitorId: string

beforeAll(async () => {
  if (!program) return
  const providers = [
    { id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' },
    { id: 'gemini', label: 'Gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  const both = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex', 'Initech'],
    prompts: PROMPTS.map((text) => ({ text, ...both })),
  })
  const { prisma } = world.operator.db
  first = await runWithAnswers(world, project, before)
  const earlier = new Date(Date.now() - 14 * DAY)
  await prisma.batch.update({ where: { id: first }, data: { createdAt: earlier, finishedAt: earlier } })
  await project.freeManualRun()
  second = await runWithAnswers(world, project, now)
  await prisma.result.updateMany({ where: { batchId: second }, data: { simulated: true } })
  const globex = await prisma.competitor.findFirstOrThrow({
    where: { projectId: project.projectId, name: 'Globex' },
  })
  competitorId = globex.id
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

/** ChatGPT mentions the brand, Gemini does not: 24 of 48 answers. Globex is mentioned in all. */
function before({ provider }: Unit): ScriptedAnswer {
  return provider === 'chatgpt' ? { brand: 2, competitor: 1 } : { brand: null, competitor: 1, others: [2] }
}

/** Gemini mentions it for half of the prompts: 36 of 48 answers. */
function now({ provider, prompt }: Unit): ScriptedAnswer {
  return provider === 'chatgpt' || PROMPTS.indexOf(prompt) < 6
    ? { brand: 2, competitor: 1, recommended: true }
    : { brand: null, competitor: 1, others: [2] }
}

/** Returns the text of the page with normalized spaces. */
async function text(page: Page): Promise<string> {
  const [read = ''] = await page.locator('main').allInnerTexts()
  return read.replaceAll(/[\u202f\u00a0]/g, ' ').replaceAll(/\s+/g, ' ')
}

/** Clicks an export item and returns the name and content of the file. */
async function saved(page: Page, item: string, panel = 0): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).nth(panel).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: item, exact: true }).nth(panel).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

describe.skipIf(!program)('the overview', () => {
  it('states how often the brand is mentioned and whether that changed', async () => {
    const { page, complaints } = await dashboard.open('overview')
    await page.getByText('Up from').first().waitFor()
    const read = await text(page)
    expect(read).toContain(
      'Taskfern is mentioned in 75 % of answers, 36 of 48. Up from 50 % in the previous run.',
    )
    expect(read).toContain('Across the prompts in both runs, the difference is +25 points')
    expect(read).toContain('Simulated answers')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows each metric with its sample', async () => {
    const { page } = await dashboard.open('overview')
    await page.getByRole('term').filter({ hasText: 'Mention rate' }).waitFor()
    const read = await text(page)
    expect(read).toMatch(/Mention rate \? 75 % \d+–\d+ 36 of 48 answers/)
    expect(read).toMatch(/Recommended \? 75 % \d+–\d+ 36 of 48 answers/)
    expect(read).toMatch(/Position \? 2\.0 .*in 36 answers that mention it/)
    expect(read).toContain('Not mentioned answers that leave it out 12 of 48 25 %')
    expect(read).toContain('Answered 48')
    await page.context().close()
  })

  it('has titles that state what the charts show, and marks weeks without a run', async () => {
    const { page } = await dashboard.open('overview')
    await page.getByRole('heading', { name: 'Globex is just ahead of Taskfern' }).waitFor()
    await page.getByRole('heading', { name: '1 of 2 competitors is ahead of Taskfern' }).waitFor()
    await page.getByRole('heading', { name: 'Where you fall behind: Gemini' }).waitFor()
    await page.context().close()
  })

  it('lists prompts with answers that mention two competitors but not the brand', async () => {
    const { page } = await dashboard.open('overview')
    const table = page.getByRole('table', { name: 'Prompts you are missing from' })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(7)
    expect((await table.getByRole('row').nth(1).allInnerTexts()).join()).toMatch(
      /Question \d+\s+Globex, Initech\s+2 of 4/,
    )
    await page.context().close()
  })

  it('links a cell of the heat map to its answers', async () => {
    const { page } = await dashboard.open('overview')
    const cell = page.getByRole('link', { name: /^Globex, Gemini: 100.%, .*24 of 24 answers$/ })
    await cell.click()
    await page.waitForURL('**/answers?*')
    const query = new URL(page.url()).searchParams
    expect(Object.fromEntries(query)).toEqual({
      run: second,
      provider: 'gemini',
      entity: competitorId,
      named: 'yes',
    })
    await page.goBack()
    await cell.waitFor()
    await page.context().close()
  })

  it('applies the filters of its URL, and says which panels are not filtered', async () => {
    const { page } = await dashboard.open('overview?provider=gemini')
    await page.getByText('12 of 24.').first().waitFor()
    expect(await text(page)).toContain(
      'Taskfern is mentioned in 50 % of answers, 12 of 24. Up from 0 % in the previous run.',
    )
    await page.getByText('Not filtered by the filters above.').waitFor()
    await page.getByLabel('Provider').selectOption('')
    await page.getByText('36 of 48.').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.context().close()
  })

  it('shows an earlier run from its URL', async () => {
    const { page } = await dashboard.open(`overview?run=${first}`)
    await page.getByText('24 of 48.').first().waitFor()
    expect(await text(page)).toContain('This is the first run, so there is nothing to compare it with yet.')
    await page.context().close()
  })

  it('announces the points of a chart by keyboard, and opens the answers of a point', async () => {
    const { page } = await dashboard.open('overview')
    const chart = page.getByRole('application').first()
    await chart.focus()
    const said = chart.getByRole('status')
    const reads = (pattern: RegExp) =>
      eventually(async () =>
        expect((await said.allInnerTexts()).join().replaceAll('\u202f', ' ')).toMatch(pattern),
      )
    await page.keyboard.press('ArrowLeft')
    await reads(/^\d+ \w+, Taskfern: 75 %, \d+–\d+, 36 of 48 answers$/)
    await page.keyboard.press('ArrowLeft')
    await reads(/Taskfern: 50 %, .*24 of 48 answers$/)
    await page.keyboard.press('ArrowUp')
    await reads(/Globex: 100 %, .*48 of 48 answers$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/answers?*')
    const query = new URL(page.url()).searchParams
    expect(Object.fromEntries(query)).toEqual({ run: first, entity: competitorId, named: 'yes' })
    await page.context().close()
  })

  it('toggles between a chart and its table with one key', async () => {
    const { page } = await dashboard.open('overview')
    const chart = page.getByRole('application').first()
    await chart.focus()
    await page.keyboard.press('t')
    const table = page.getByRole('table', { name: 'Globex is just ahead of Taskfern' })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(7)
    expect((await table.getByRole('row').nth(1).allInnerTexts()).join()).toMatch(
      /Taskfern\s+75.% \d+–\d+ · 36 of 48 answers/,
    )
    await page.keyboard.press('t')
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.role')).toBe('application'),
    )
    await page.context().close()
  })

  it('exports a chart as a table and as an image, marked as simulated', async () => {
    const { page } = await dashboard.open('overview')
    await page.getByRole('application').first().waitFor()
    const csv = await saved(page, 'CSV')
    expect(csv.name).toBe('mention-rate-over-runs-simulated.csv')
    const lines = csv.content.toString().trim().split('\r\n')
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'run,brand,mentionRate_value,mentionRate_low,mentionRate_high,mentionRate_numerator,mentionRate_denominator,simulated',
    )
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Taskfern,0\.75,0\.\d+,[01](\.\d+)?,36,48,true$/)
    expect(lines).toHaveLength(7)

    const json = JSON.parse((await saved(page, 'JSON')).content.toString())
    expect(json).toMatchObject({
      simulated: true,
      rows: [{ brand: 'Taskfern', mentionRate_numerator: 36 }, {}, {}, {}, {}, {}],
    })

    const svg = (await saved(page, 'Image (SVG)')).content.toString()
    for (const part of ['Globex is just ahead of Taskfern', 'SIMULATED', 'no run', 'Globex 100'])
      expect(svg).toContain(part)
    expect(svg).not.toMatch(/var\(|class=/)

    const png = await saved(page, 'Image (PNG)')
    expect(png.name).toBe('mention-rate-over-runs-simulated.png')
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
    expect(png.content.readUInt32BE(16)).toBe(1920)
    await page.context().close()
  })

  it.each(THEMES_AND_SIZES)('is accessible and fits: $colorScheme, $viewport.width', async (look) => {
    const { page } = await dashboard.open('overview', look)
    await page.getByRole('application').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
    await page.context().close()
  })
})
