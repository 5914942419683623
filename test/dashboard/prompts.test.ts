import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { accessibilityProblems, THEMES_AND_SIZES, tooWideElements } from '../browser/accessibility.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

const ASKED = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE', 'FR'] }

let world: World
let opened: Dashboard[] = []
beforeAll(async () => {
  if (!program) return
  world = await createWorld({
    workers: false,
    // Each test has a separate project and signs in separately, more often than one address may per minute.
    environment: { TRUST_PROXY: '127.0.0.1' },
    providers: [
      { id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' },
      { id: 'gemini', label: 'Gemini', driver: 'simulated', locations: ['US', 'DE', 'FR'] },
    ],
  })
})
// A browser per test that stays open would slow down the following tests.
afterEach(async () => {
  for (const dashboard of opened) await dashboard.close()
  opened = []
})
afterAll(() => world?.close())

/** Creates a project with these prompts and opens its dashboard. */
async function open(prompts: readonly { text: string; tags?: string[] }[]) {
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex', 'Initech'],
    prompts: prompts.map((prompt) => ({ ...prompt, ...ASKED })),
  })
  const dashboard = await openDashboard(world, project)
  opened = [...opened, dashboard]
  return { project, dashboard }
}

/** Creates three prompts: one lost in all six answers, one in three of six, and one in none. */
async function openMeasured(): Promise<{ project: RunProject; dashboard: Dashboard; runId: string }> {
  const created = await open([
    { text: 'Won question', tags: ['easy'] },
    { text: 'Mixed question', tags: ['easy', 'crm'] },
    { text: 'Lost question', tags: ['crm'] },
  ])
  const runId = await runWithAnswers(world, created.project, answerOf)
  return { ...created, runId }
}

function answerOf({ prompt, provider }: Unit): ScriptedAnswer {
  if (prompt === 'Won question') return { brand: 1, sentiment: 1 }
  if (prompt === 'Mixed question' && provider === 'chatgpt') return { brand: 2, competitor: 1, sentiment: 1 }
  return { brand: null, competitor: 1, others: [2] }
}

/** Returns the rows of the table as text with normalized spaces. */
async function rows(page: Page): Promise<string[]> {
  const found = await page.locator('table[aria-rowcount] tbody tr[aria-rowindex]').allInnerTexts()
  return found.map((row) =>
    row
      .replaceAll(/[\u202f\u00a0]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** Returns the visible text of an element. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent would include hidden text and source line breaks.
const shown = (place: Locator) => place.innerText()

const texts = async (page: Page) =>
  (await rows(page)).map((row) => /^(.*? question[^0-9]*?) (?:\d|no answers|–)/.exec(row)?.[1] ?? row)

const promptsOf = ({ projectId }: RunProject) =>
  world.operator.db.prisma.prompt.findMany({
    where: { projectId, deletedAt: null },
    include: { tags: { include: { tag: true } } },
    orderBy: { id: 'asc' },
  })

describe.skipIf(!program)('the list of prompts', () => {
  it('starts with the prompt lost most often, and shows the metrics of each', async () => {
    const { dashboard } = await openMeasured()
    const { page, complaints } = await dashboard.open('prompts')
    await eventually(async () => expect(await rows(page)).toHaveLength(3))
    const found = await rows(page)
    expect(found[0]).toMatch(
      /^Lost question 0 % 0–39 , 0 of 6 answers 6 of 6 Globex 6 Initech 6 – – Tags: crm 2 providers US, DE, FR/,
    )
    expect(found[1]).toMatch(
      /^Mixed question 50 % 15–85 , 3 of 6 answers 3 of 6 Globex 6 Initech 3 too few \(3\) too few \(3\) Tags: crm easy/,
    )
    expect(found[2]).toMatch(
      /^Won question 100 % 61–100 , 6 of 6 answers 0 of 6 none 1.0 1.0–1.6 , over 6 answers \+1.00 \+0.41 to \+1.00 , over 6 answers Tags: easy/,
    )
    expect(await shown(page.locator('main'))).toContain(
      'Lost most often: Lost question – 6 of 6 answers mention two or more competitors but not Taskfern. 3 prompts of 500 in your plan.',
    )
    expect(complaints).toEqual([])
  })

  it('is sorted by a click on a column header, and keeps the order in the URL', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Mentioned', exact: true }).click()
    await eventually(async () =>
      expect(await texts(page)).toEqual(['Lost question', 'Mixed question', 'Won question']),
    )
    expect(page.url()).toMatch(/\?order=MENTION_RATE_ASC$/)
    await page.getByRole('button', { name: 'Mentioned', exact: true }).click()
    const won = ['Won question', 'Mixed question', 'Lost question']
    await eventually(async () => expect(await texts(page)).toEqual(won))
    await page.reload()
    await eventually(async () => expect(await texts(page)).toEqual(won))
    expect(await shown(page.locator('th[aria-sort="descending"]'))).toContain('Mentioned')
    await page.getByRole('button', { name: 'Lost', exact: true }).click()
    await eventually(() => expect(page.url()).toMatch(/prompts$/))
  })

  it('applies the filters of a link, and can clear them if nothing matches', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts?tag=crm&q=mixed')
    await eventually(async () => expect(await texts(page)).toEqual(['Mixed question']))
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('nothing like this')
    await page.getByText('No prompts match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(async () => expect(await rows(page)).toHaveLength(3))
    expect(page.url()).toMatch(/prompts$/)
  })

  it('links a value to its answers', async () => {
    const { dashboard, project } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    const lost = (await promptsOf(project)).find(({ text }) => text === 'Lost question')
    await page.getByRole('link', { name: '6 of 6', exact: true }).click()
    await eventually(() => expect(page.url()).toContain(`/answers?prompt=${lost?.id}&named=no`))
  })

  it('loads more pages while scrolling', async () => {
    const { project, dashboard } = await open([])
    const { prisma } = world.operator.db
    await prisma.prompt.createMany({
      data: Array.from({ length: 250 }, (_, index) => ({
        id: newId(),
        projectId: project.projectId,
        text: `Question ${String(index + 1).padStart(3, '0')}`,
        ...ASKED,
      })),
    })
    const { page } = await dashboard.open('prompts?order=TEXT_ASC')
    await page.getByText('Question 001', { exact: true }).waitFor()
    expect(await page.locator('table').first().getAttribute('aria-rowcount')).toBe('251')
    expect((await rows(page)).length).toBeLessThan(80)
    await page.getByRole('region', { name: 'Prompts' }).focus()
    await eventually(async () => {
      await page.keyboard.press('End')
      expect((await rows(page)).at(-1)).toContain('Question 250')
    })
  })

  it('has a sort filter on narrow screens, which have no column headers', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts', { viewport: { width: 360, height: 740 } })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'most mentioned first' })
    await page.waitForURL(/order=MENTION_RATE_DESC/)
    await eventually(async () => expect((await rows(page))[0]).toContain('Won question'))
  })
})

describe.skipIf(!program)('editing prompts', () => {
  it('by keyboard: Enter opens and saves the text, Escape cancels, and a duplicate text is rejected at the field', async () => {
    const { project, dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Lost question', exact: true }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' never saved')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Text' })
    await field.fill('Won question')
    await page.keyboard.press('Enter')
    await page.getByText('It is already the text of another prompt in the project.').waitFor()
    await field.fill('Mixed question, changed')
    await page.keyboard.press('Enter')
    await page.getByText('The text was changed.').waitFor()
    expect((await promptsOf(project)).map(({ text }) => text)).toEqual([
      'Won question',
      'Mixed question, changed',
      'Lost question',
    ])
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Mixed question, changed'),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect((await promptsOf(project)).map(({ text }) => text)).toContain('Mixed question')
  })

  it('keeps an unsaved text when its row is scrolled away, and shows it when the row is back', async () => {
    const { project, dashboard } = await open([])
    await world.operator.db.prisma.prompt.createMany({
      data: Array.from({ length: 90 }, (_, index) => ({
        id: newId(),
        projectId: project.projectId,
        text: `Question ${String(index + 1).padStart(3, '0')}`,
        ...ASKED,
      })),
    })
    const { page } = await dashboard.open('prompts?order=TEXT_ASC')
    await page.getByRole('button', { name: 'Question 001', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Text' })
    await field.fill('Question 001, half written')
    const list = page.getByRole('region', { name: 'Prompts' })
    await list.evaluate((region) => region.scrollTo(0, region.scrollHeight))
    await field.waitFor({ state: 'detached' })
    await list.evaluate((region) => region.scrollTo(0, 0))
    await field.waitFor()
    expect(await field.inputValue()).toBe('Question 001, half written')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Question 001', exact: true }).click()
    expect(await field.inputValue()).toBe('Question 001')
  })

  it('adds and removes tags by keyboard, and suggests existing ones', async () => {
    const { project, dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Tags: easy', exact: true }).click()
    await page.getByRole('option', { name: 'crm' }).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('new one')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Tags were changed.').waitFor()
    const [won] = await promptsOf(project)
    expect(won?.tags.map(({ tag }) => tag.name).sort()).toEqual(['crm', 'new one'])
  })

  it('excludes a prompt from runs with its switch', async () => {
    const { project, dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('switch', { name: 'Active: Won question' }).click()
    await page.getByText('The prompt is inactive.').waitFor()
    expect((await promptsOf(project)).map(({ active }) => active)).toEqual([false, true, true])
  })
})

describe.skipIf(!program)('adding prompts', () => {
  it('previews pasted lines, saves the valid ones and keeps those with errors', async () => {
    const { project, dashboard } = await open([{ text: 'Known question' }])
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Add prompts' }).click()
    const pasted = [
      'text;tags;locations',
      'Known question;;',
      'New question;a, b;US',
      'Bad question;;Nowhere',
    ]
    await page.getByRole('textbox', { name: 'Prompts' }).fill(pasted.join('\n'))
    const dialog = page.getByRole('dialog')
    await eventually(async () =>
      expect(await shown(dialog)).toContain(
        '1 new, 1 skipped, 1 with errors, which will not be added. Your plan allows 500 prompts per project. You can add 499 more.',
      ),
    )
    const preview = await dialog.locator('tbody tr').allInnerTexts()
    expect(preview.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
      ['4', 'Bad question', '', 'Nowhere', 'Not a country code: Nowhere.'],
      ['2', 'Known question', '', 'default', 'already in the project, skipped'],
      ['3', 'New question', 'a, b', 'United States', 'new'],
    ])
    await page.getByRole('button', { name: 'Add 1 prompt' }).click()
    await eventually(async () =>
      expect(await shown(dialog)).toContain('1 prompt was added. The prompts below were not.'),
    )
    const [, added] = await promptsOf(project)
    expect(added).toMatchObject({ text: 'New question', locations: ['US'] })
    expect(added?.tags.map(({ tag }) => tag.name).sort()).toEqual(['a', 'b'])
  })

  it('shows server errors at their line', async () => {
    const { project, dashboard } = await open([])
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Add prompts' }).first().click()
    const csv = 'text,providers,locations\nFirst,chatgpt,JP\nSecond,gemini,JP'
    await page.getByRole('textbox', { name: 'Prompts' }).fill(csv)
    await page.getByRole('button', { name: 'Add 2 prompts' }).click()
    const row = page.getByRole('dialog').getByRole('row', { name: /Second/ })
    await eventually(async () =>
      expect(await shown(row)).toContain('locations: JP is not supported by gemini.'),
    )
    expect(await shown(row)).toMatch(/^3\t/)
    expect(await promptsOf(project)).toEqual([])
  })

  it('shows the plan’s limit before saving', async () => {
    const { project, dashboard } = await open([])
    await world.operator.db.prisma.organization.update({
      where: { id: project.organizationId },
      data: { plan: 'free' },
    })
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Add prompts' }).first().click()
    const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}`)
    await page.getByRole('textbox', { name: 'Prompts' }).fill(lines.join('\n'))
    await page
      .getByText('Your plan allows 10 prompts per project. You can only add 10 more. Remove 2.')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Add 12 prompts' }).isDisabled()).toBe(true)
  })

  it('imports an export unchanged', async () => {
    const { project, dashboard, runId } = await openMeasured()
    const { page } = await dashboard.open('prompts?tag=crm')
    await eventually(async () => expect(await rows(page)).toHaveLength(2))
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('prompts.csv')
    const csv = await readFile(await download.path(), 'utf8')
    const lost = (await promptsOf(project)).find(({ text }) => text === 'Lost question')
    const lines = csv.replace('\uFEFF', '').split('\r\n')
    expect(lines[0]).toBe(
      'text,tags,locations,providers,active,mentionRate_value,mentionRate_low,mentionRate_high,mentionRate_numerator,mentionRate_denominator,lostRate_value,lostRate_low,lostRate_high,lostRate_numerator,lostRate_denominator,named,averagePosition_value,averagePosition_low,averagePosition_high,averagePosition_answers,sentiment_value,sentiment_low,sentiment_high,sentiment_answers,placementRate_value,placementRate_low,placementRate_high,placementRate_numerator,placementRate_denominator,runId,promptId',
    )
    expect(lines[1]).toMatch(
      new RegExp(
        `^Lost question,crm,US; DE; FR,chatgpt; gemini,true,0,0,0\\.39\\d+,0,6,1,0\\.6\\d+,1,6,6,Globex 6; Initech 6,,,,0,,,,0,,,,0,0,${runId},${lost?.id}$`,
      ),
    )
    expect(lines[2]).toContain(`Mixed question,crm; easy,US; DE; FR,chatgpt; gemini,true,0.5,`)
    expect(lines).toHaveLength(4)

    await world.operator.db.prisma.prompt.deleteMany({ where: { projectId: project.projectId } })
    await page.reload()
    await page.getByRole('button', { name: 'Add prompts' }).first().click()
    await page.getByLabel('Or upload a CSV file').setInputFiles({
      name: 'prompts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await page.getByRole('button', { name: 'Add 2 prompts' }).click()
    await eventually(async () => expect(await promptsOf(project)).toHaveLength(2))
    const back = await promptsOf(project)
    expect(back.map(({ text, locations, providers }) => ({ text, locations, providers }))).toEqual([
      { text: 'Lost question', ...reversed(ASKED) },
      { text: 'Mixed question', ...reversed(ASKED) },
    ])
  })
})

const reversed = ({ providers, locations }: typeof ASKED) => ({ locations, providers })

describe.skipIf(!program)('many prompts at once', () => {
  it('are tagged and deleted after a range selection with the shift key', async () => {
    const { project, dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('checkbox', { name: 'Select: Lost question' }).click()
    await page.getByRole('checkbox', { name: 'Select: Won question' }).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('all of them')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add to 3 prompts' }).click()
    await page.getByText('all of them was added to 3 prompts.').waitFor()
    const tagged = await promptsOf(project)
    expect(tagged.every(({ tags }) => tags.some(({ tag }) => tag.name === 'all of them'))).toBe(true)
    await page.getByRole('checkbox', { name: 'Select: Mixed question' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete …' }).click()
    expect(await shown(page.getByRole('dialog'))).toContain('Existing answers and metrics are kept')
    await page.getByRole('button', { name: 'Delete 2 prompts' }).click()
    await page.getByText('2 prompts were deleted. Existing answers are kept.').waitFor()
    expect((await promptsOf(project)).map(({ text }) => text)).toEqual(['Mixed question'])
    await eventually(async () => expect(await texts(page)).toEqual(['Mixed question']))
  })

  it('can all be selected, including those not loaded yet', async () => {
    const { project, dashboard } = await open([])
    for (let index = 0; index < 120; index += 1)
      await insertPrompt(world, project.projectId, { text: `Question ${index}`, ...ASKED })
    const { page } = await dashboard.open('prompts?q=question')
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Select all 120' }).click()
    await page.getByText('120 selected').waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('120 prompts are inactive now.').waitFor()
    expect((await promptsOf(project)).filter(({ active }) => active)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect((await promptsOf(project)).filter(({ active }) => !active)).toEqual([])
  })
})

describe.skipIf(!program)('the page', () => {
  it('explains the next step in a project without prompts', async () => {
    const { dashboard } = await open([])
    const { page } = await dashboard.open('prompts')
    await page.getByText('No prompts yet').waitFor()
  })

  it.each(THEMES_AND_SIZES)('is accessible and fits: $colorScheme, $viewport.width', async (look) => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts', look)
    await page.getByRole('button', { name: 'Lost question' }).first().waitFor()
    expect(await accessibilityProblems(page, { selector: 'main' })).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
    await page.context().close()
  })
})
