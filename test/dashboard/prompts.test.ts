import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

const ASKED = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE', 'FR'] }

let world: World
let opened: { close(): Promise<void> }[] = []
beforeAll(async () => {
  if (!program) return
  world = await createWorld({
    workers: false,
    // Each test has a project, and so a sign-in, of its own: more than one address may have in a minute.
    environment: { TRUST_PROXY: '127.0.0.1' },
    providers: [
      { id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' },
      { id: 'gemini', label: 'Gemini', driver: 'simulated', locations: ['US', 'DE', 'FR'] },
    ],
  })
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await world?.close()
})

/** A project with these prompts, and the dashboard of it. */
async function open(prompts: readonly { text: string; tags?: string[] }[]) {
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex', 'Initech'],
    prompts: prompts.map((prompt) => ({ ...prompt, ...ASKED })),
  })
  const dashboard = await openDashboard(world, project)
  opened = [...opened, dashboard]
  return { project, dashboard }
}

/** Three prompts: one lost in all six answers, one in three of six, one won. */
async function openMeasured(): Promise<{ project: RunProject; dashboard: Dashboard; runId: string }> {
  const found = await open([
    { text: 'Won question', tags: ['easy'] },
    { text: 'Mixed question', tags: ['easy', 'crm'] },
    { text: 'Lost question', tags: ['crm'] },
  ])
  const runId = await runWithAnswers(world, found.project, answerOf)
  return { ...found, runId }
}

function answerOf({ prompt, provider }: Unit): ScriptedAnswer {
  if (prompt === 'Won question') return { brand: 1, sentiment: 1 }
  if (prompt === 'Mixed question' && provider === 'chatgpt') return { brand: 2, competitor: 1, sentiment: 1 }
  return { brand: null, competitor: 1, others: [2] }
}

/** The rows of the table, as they are read, with usual spaces. */
async function rows(page: Page): Promise<string[]> {
  const found = await page.locator('table[aria-rowcount] tbody tr[aria-rowindex]').allInnerTexts()
  return found.map((row) =>
    row
      .replaceAll(/[\u2009\u00a0]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** What is read there. */
// biome-ignore lint/performance/useDomNodeTextContent: a reader sees neither what is hidden nor how the source is broken into lines.
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
  it('begins with the question that is lost most often, each with its figures', async () => {
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
      /^Won question 100 % 61–100 , 6 of 6 answers 0 of 6 nobody 1.0 1.0–1.6 , over 6 answers \+1.00 \+0.41 to \+1.00 , over 6 answers Tags: easy/,
    )
    expect(await shown(page.locator('main'))).toContain(
      'Lost most often: Lost question – 6 of 6 answers name two competitors or more and not Taskfern. 3 prompts of 500 in your plan.',
    )
    expect(complaints).toEqual([])
  })

  it('is sorted by a click on a head, and the link keeps the order', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Named', exact: true }).click()
    await eventually(async () =>
      expect(await texts(page)).toEqual(['Lost question', 'Mixed question', 'Won question']),
    )
    expect(page.url()).toMatch(/\?order=MENTION_RATE_ASC$/)
    await page.getByRole('button', { name: 'Named', exact: true }).click()
    const won = ['Won question', 'Mixed question', 'Lost question']
    await eventually(async () => expect(await texts(page)).toEqual(won))
    await page.reload()
    await eventually(async () => expect(await texts(page)).toEqual(won))
    expect(await shown(page.locator('th[aria-sort="descending"]'))).toContain('Named')
    await page.getByRole('button', { name: 'Lost', exact: true }).click()
    await eventually(() => expect(page.url()).toMatch(/prompts$/))
  })

  it('opens filtered by a link, says when nothing matches, and shows all again', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts?tag=crm&q=mixed')
    await eventually(async () => expect(await texts(page)).toEqual(['Mixed question']))
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('nothing like this')
    await page.getByText('No prompts match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(async () => expect(await rows(page)).toHaveLength(3))
    expect(page.url()).toMatch(/prompts$/)
  })

  it('leads from a figure to the answers behind it', async () => {
    const { dashboard, project } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    const lost = (await promptsOf(project)).find(({ text }) => text === 'Lost question')
    await page.getByRole('link', { name: '6 of 6', exact: true }).click()
    await eventually(() => expect(page.url()).toContain(`/answers?prompt=${lost?.id}&named=no`))
  })

  it('reads further pages as one scrolls', async () => {
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

  it('on a narrow screen is ordered by a filter, since there are no heads of columns', async () => {
    const { dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts', { viewport: { width: 360, height: 740 } })
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'most named first' })
    await page.waitForURL(/order=MENTION_RATE_DESC/)
    await eventually(async () => expect((await rows(page))[0]).toContain('Won question'))
  })
})

describe.skipIf(!program)('editing prompts', () => {
  it('by keyboard: Enter opens and saves the text, Esc leaves it, and a text that exists is refused at the field', async () => {
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
    await page.getByText('It is the text of another prompt of the project.').waitFor()
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

  it('a text that is being written stays when its row is scrolled away, and is there again with the row', async () => {
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

  it('tags are added and removed by keyboard, and known ones are suggested', async () => {
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

  it('the switch takes a prompt out of the runs', async () => {
    const { project, dashboard } = await openMeasured()
    const { page } = await dashboard.open('prompts')
    await page.getByRole('switch', { name: 'Runs ask: Won question' }).click()
    await page.getByText('Runs no longer ask it.').waitFor()
    expect((await promptsOf(project)).map(({ active }) => active)).toEqual([false, true, true])
  })
})

describe.skipIf(!program)('adding prompts', () => {
  it('shows what was understood of pasted lines, saves the right ones and keeps those with errors', async () => {
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
        '1 new, 1 left out, 1 with errors, which stay here. Your plan allows 500 prompts in a project; 499 more fit.',
      ),
    )
    const preview = await dialog.locator('tbody tr').allInnerTexts()
    expect(preview.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
      ['4', 'Bad question', '', 'NOWHERE', 'Not a country code: NOWHERE.'],
      ['2', 'Known question', '', 'as usual', 'already in the project, left out'],
      ['3', 'New question', 'a, b', 'United States', 'new'],
    ])
    await page.getByRole('button', { name: 'Add 1 prompt' }).click()
    await eventually(async () =>
      expect(await shown(dialog)).toContain('1 prompt was added; those below were not.'),
    )
    const [, added] = await promptsOf(project)
    expect(added).toMatchObject({ text: 'New question', locations: ['US'] })
    expect(added?.tags.map(({ tag }) => tag.name).sort()).toEqual(['a', 'b'])
  })

  it('says at the line what the server refuses', async () => {
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

  it('shows the limit of the plan before anything is saved', async () => {
    const { project, dashboard } = await open([])
    await world.operator.db.prisma.organization.update({
      where: { id: project.organizationId },
      data: { plan: 'free' },
    })
    const { page } = await dashboard.open('prompts')
    await page.getByRole('button', { name: 'Add prompts' }).first().click()
    const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}`)
    await page.getByRole('textbox', { name: 'Prompts' }).fill(lines.join('\n'))
    await page.getByText('Your plan allows 10 prompts in a project: only 10 more fit. Take away 2.').waitFor()
    expect(await page.getByRole('button', { name: 'Add 12 prompts' }).isDisabled()).toBe(true)
  })

  it('takes an export back as it was', async () => {
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
      'text,tags,locations,providers,active,mentionRate_value,mentionRate_low,mentionRate_high,mentionRate_numerator,mentionRate_denominator,lostRate_value,lostRate_low,lostRate_high,lostRate_numerator,lostRate_denominator,named,averagePosition_value,averagePosition_low,averagePosition_high,averagePosition_answers,sentiment_value,sentiment_low,sentiment_high,sentiment_answers,runId,promptId',
    )
    expect(lines[1]).toMatch(
      new RegExp(
        `^Lost question,crm,US; DE; FR,chatgpt; gemini,true,0,0,0\\.39\\d+,0,6,1,0\\.6\\d+,1,6,6,Globex 6; Initech 6,,,,0,,,,0,${runId},${lost?.id}$`,
      ),
    )
    expect(lines[2]).toContain(`Mixed question,crm; easy,US; DE; FR,chatgpt; gemini,true,0.5,`)
    expect(lines).toHaveLength(4)

    await world.operator.db.prisma.prompt.deleteMany({ where: { projectId: project.projectId } })
    await page.reload()
    await page.getByRole('button', { name: 'Add prompts' }).first().click()
    await page.getByLabel('Or a CSV file').setInputFiles({
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
  it('are tagged and deleted after they were selected with the shift key', async () => {
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
    expect(await shown(page.getByRole('dialog'))).toContain('Answers so far stay in their runs')
    await page.getByRole('button', { name: 'Delete 2 prompts' }).click()
    await page.getByText('2 prompts were deleted. Their answers stay in their runs.').waitFor()
    expect((await promptsOf(project)).map(({ text }) => text)).toEqual(['Mixed question'])
    await eventually(async () => expect(await texts(page)).toEqual(['Mixed question']))
  })

  it('all that match are selected, also those that are not on the page', async () => {
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
  it('says what to do in a project without prompts', async () => {
    const { dashboard } = await open([])
    const { page } = await dashboard.open('prompts')
    await page.getByText('No prompts yet').waitFor()
  })

  it('is accessible and fits, light and dark, on a desktop and a phone', async () => {
    const { dashboard } = await openMeasured()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        const { page } = await dashboard.open('prompts', { colorScheme, viewport: { width, height: 800 } })
        await page.getByRole('button', { name: 'Lost question' }).first().waitFor()
        await page.evaluate(axe.source)
        const found = await page.evaluate<axe.Result[]>(
          'axe.run("main").then(({ violations }) => violations)',
        )
        const wrong = found.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
        )
        expect(wrong, `${colorScheme}, ${width}`).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${width}`).toBe(0)
        await page.context().close()
      }
  })
})
