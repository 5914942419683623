import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { HOSTILE, openAnswersWorld } from './answers-world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

let seeded: Awaited<ReturnType<typeof openAnswersWorld>>
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  seeded = await openAnswersWorld()
  dashboard = await openDashboard(seeded.world, seeded.project)
}, 120_000)
afterAll(async () => {
  await dashboard?.close()
  await seeded?.close()
})

const NARROW = { viewport: { width: 360, height: 740 } }

/** Returns the open answer from the URL, and its position in the list. */
async function openIn(page: Page): Promise<{ answer: string | null; place: string | null }> {
  const current = page.locator('[data-answer][aria-current]')
  return {
    answer: new URL(page.url()).searchParams.get('answer'),
    place:
      (await current.count()) > 0 ? await current.locator('xpath=..').getAttribute('aria-posinset') : null,
  }
}

/** Returns the summary sentence and the length of the list. */
async function seenOn(page: Page): Promise<{ sentence: string | null; total: string | null }> {
  const item = page.getByRole('region', { name: 'Answer list' }).locator('li').first()
  return {
    sentence: await page.locator('h1 ~ *, p').getByRole('status').first().textContent(),
    total: (await item.count()) > 0 ? await item.getAttribute('aria-setsize') : null,
  }
}

describe.skipIf(!program)('the answers page', () => {
  it('starts with a table of who is mentioned by prompt and provider; a cell leads to its answers', async () => {
    const { page, complaints } = await dashboard.open('answers')
    const cell = page
      .getByRole('row', { name: /Which board is best\?/ })
      .getByRole('link', { name: /Taskfern|not mentioned/ })
      .first()
    await cell.click()
    await page.waitForURL(/answers\?.*prompt=/)
    const list = page.getByRole('region', { name: 'Answer list' })
    await list.locator('[data-answer]').first().waitFor()
    await page.getByRole('heading', { level: 2, name: 'Which board is best?' }).waitFor()
    await page.getByRole('link', { name: 'By prompt and provider' }).click()
    await page.getByRole('row', { name: /Which board is best\?/ }).waitFor()
    await page
      .getByRole('button', { name: /Clear filters|Remove/ })
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('J, K and the arrow keys move through the list, and the open answer follows', async () => {
    const { page, complaints } = await dashboard.open('answers?view=list')
    await page.getByRole('heading', { level: 2, name: HOSTILE.prompt }).waitFor()
    await page.keyboard.press('j')
    await eventually(async () => expect((await openIn(page)).place).toBe('2'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await eventually(async () => expect((await openIn(page)).place).toBe('4'))
    await page.getByRole('heading', { level: 2, name: 'Which board is best?' }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowUp')
    await eventually(async () => expect((await openIn(page)).place).toBe('2'))
    await page.keyboard.press('Enter')
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.textContent')).toBe(HOSTILE.prompt),
    )
    await page.getByRole('searchbox', { name: 'Search answers' }).focus()
    await page.keyboard.type('j')
    expect((await openIn(page)).place).toBe('2')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('on a narrow screen Enter opens an answer in place of the list, Escape and Back return to it', async () => {
    const { page, complaints } = await dashboard.open('answers?view=list', NARROW)
    const list = page.getByRole('region', { name: 'Answer list' })
    await list.locator('[data-answer]').first().waitFor()
    expect(await openIn(page)).toEqual({ answer: null, place: null })
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Which board is best?' }).waitFor()
    expect(await list.isVisible()).toBe(false)
    expect((await openIn(page)).answer).toBe(await seeded.resultOf(seeded.runs.second, 'board', 'DE'))
    await page.keyboard.press('Escape')
    await list.waitFor()
    expect((await openIn(page)).answer).toBeNull()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await list.waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a link opens its answer, including from earlier runs, and an invalid link says so', async () => {
    const answer = await seeded.resultOf(seeded.runs.first, 'denied')
    const { page } = await dashboard.open(`answers?run=${seeded.runs.first}&answer=${answer}`)
    await page.getByRole('heading', { level: 2, name: 'What is Taskfern?' }).waitFor()
    await page.getByText('Says it does not know Taskfern.').waitFor()
    await page.context().close()
    const { page: secondPage } = await dashboard.open(`answers?answer=${seeded.runs.first}`)
    await secondPage.getByText('Answer not found').waitFor()
    await secondPage.context().close()
  })

  it.each([
    ['', '4 of 8 answers mention Taskfern: 50 %', '12'],
    ['named=no', '4 of 8 answers do not mention Taskfern: 50 %', '4'],
    ['named=yes&location=DE', '2 of 4 answers in Germany mention Taskfern – too few', '2'],
    ['absence=denied', '2 of 8 answers say they do not know Taskfern: 25 %', '2'],
    ['absence=notNamed', '2 of 8 answers do not mention Taskfern at all: 25 %', '2'],
    ['absence=refused', '2 of 10 questions were refused: 20 %', '2'],
    ['absence=failed', '2 of 12 questions failed: 17 %', '2'],
    [
      'domain=reviews.example&q=timer',
      '2 of 2 answers that cite reviews.example with “timer” mention Taskfern.',
      '2',
    ],
    [
      'sentiment=positive&q=reliable&location=US',
      '1 of 1 answer in United States with “reliable” praises Taskfern.',
      '1',
    ],
  ])('the filters “%s” show “%s” and as many answers', async (query, sentence, total) => {
    const { page, complaints } = await dashboard.open(`answers?view=list&${query}`)
    await eventually(async () => {
      const seen = await seenOn(page)
      expect(seen.sentence).toContain(sentence.replace(' %', '\u202f%'))
      expect(seen.total).toBe(total)
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('filters apply to the selected brand, and can be removed one by one', async () => {
    const { page } = await dashboard.open('answers?named=yes&location=US')
    await page.getByRole('button', { name: /More filters/ }).click()
    await page.getByRole('combobox', { name: /^Brand/ }).selectOption({ label: 'Planloom' })
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect((await seenOn(page)).sentence).toContain('1 of 4 answers in United States mention Planloom'),
    )
    await page.getByRole('button', { name: 'Remove: United States' }).click()
    await eventually(async () =>
      expect((await seenOn(page)).sentence).toContain('2 of 8 answers mention Planloom'),
    )
    await page.getByRole('combobox', { name: 'Planloom', exact: true }).selectOption({ label: 'recommended' })
    await eventually(async () => expect(new URL(page.url()).searchParams.get('named')).toBeNull())
    await page.getByRole('searchbox', { name: 'Search answers' }).fill('xyzzy')
    await page.waitForURL(/[?&]q=xyzzy/)
    await page.getByText('No answers match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await eventually(async () => expect((await seenOn(page)).total).toBe('12'))
    await page.context().close()
  })

  it('names are marked as often as they are counted, including across bold words', async () => {
    const { page } = await dashboard.open(
      `answers?answer=${await seeded.resultOf(seeded.runs.second, 'board')}`,
    )
    await page.locator('mark').first().waitFor()
    const marks = await page
      .locator('mark')
      .evaluateAll((found) =>
        found.map((mark) => [
          mark.getAttribute('data-mention')?.replace(/^.*-(\d+)$/, '$1'),
          mark.textContent,
        ]),
      )
    expect(marks).toEqual([
      ['0', 'Taskfern'],
      ['0', 'Quillstack'],
      ['1', 'Taskfern'],
    ])
    const facts = page.getByRole('complementary', { name: 'Answer details' })
    expect(await facts.getByText('1st of 2').textContent()).toContain('first choice')
    const rival = facts.getByRole('listitem').filter({ hasText: 'Quillstack' })
    expect(await rival.locator('q').allTextContents()).toEqual(['Quillstack is fine.'])
    const cited = facts
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'reviews.example/boards' }) })
    expect(await cited.textContent()).toMatch(/other$/)
    const evidence = page.locator('[data-note]').first()
    await evidence.focus()
    expect(
      await evidence.evaluate(
        (span) => document.getElementById(span.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toMatch(/Taskfern/)
    const source = page.locator('sup a').first()
    expect(await source.getAttribute('href')).toBe('https://reviews.example/boards')
    await page.context().close()
  })

  it('shows the answer of the previous run with the differences', async () => {
    const { page, complaints } = await dashboard.open(
      `answers?answer=${await seeded.resultOf(seeded.runs.second, 'board')}`,
    )
    await page.getByRole('button', { name: 'Compare with previous run' }).click()
    const changes = page.getByRole('region', { name: 'Differences' })
    await changes.waitFor()
    const rows = await changes
      .locator('dl > div')
      .evaluateAll((found) => found.map((row) => [...row.children].map(({ textContent }) => textContent)))
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Newly mentioned', 'Quillstack'],
        ['No longer mentioned', 'Planloom'],
        ['Taskfern ranked', '2nd of 2 → 1st of 2'],
        ['Newly cited', 'reviews.example'],
      ]),
    )
    expect(await page.locator('ins').allTextContents()).toContain(', fast and reliable')
    expect((await page.locator('del').allTextContents()).join(' ')).toContain('slow and expensive')
    expect(new URL(page.url()).searchParams.get('compare')).toBe('previous')
    await page.keyboard.press('Escape')
    await changes.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('questions without an answer explain why', async () => {
    const { page } = await dashboard.open(
      `answers?answer=${await seeded.resultOf(seeded.runs.second, 'refused')}`,
    )
    await page.getByText('Local model refused to answer').waitFor()
    await page.context().close()
    const failed = await seeded.resultOf(seeded.runs.second, 'failed')
    const { page: secondPage } = await dashboard.open(`answers?answer=${failed}`)
    await secondPage.getByText('This question failed').waitFor()
    await secondPage.getByText('The provider’s response could not be parsed.').waitFor()
    await secondPage.context().close()
  })

  it('an export contains all matching answers with their texts', async () => {
    const { page } = await dashboard.open('answers?named=yes')
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'JSON' }).click()
    const { rows } = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({ provider: 'local', location: 'DE', named: true, answer: HOSTILE.answer })
    await page.context().close()
  })

  it('prompts, names, answers and sources are only ever rendered as text', async () => {
    const answer = await seeded.resultOf(seeded.runs.second, 'hostile')
    const { page, complaints } = await dashboard.open('answers?q=Take')
    const asked: string[] = []
    const dialogs: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(page.url().replace('q=Take', `q=Take&answer=${answer}`))
    const text = page.getByRole('article')
    await text.getByText('<script>alert(4)</script>').waitFor()
    expect(await text.textContent()).toContain('(javascript:alert(5))')
    expect(await page.locator('main img, main script, main svg, main iframe').count()).toBe(0)
    const addresses = await page
      .locator('main a[target]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter((address) => !/^https?:/.test(address ?? ''))).toEqual([])
    for (const place of await page.locator('[data-note], mark, sup a').all()) await place.hover()
    await page.getByRole('button', { name: 'Compare with previous run' }).click()
    await page.getByRole('region', { name: 'Differences' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View raw response' }).click()
    await page.getByRole('dialog').getByText('alert(3)').waitFor()
    expect(dialogs).toEqual([])
    expect(complaints).toEqual([])
    expect(asked.filter((url) => !url.startsWith(seeded.world.url))).toEqual([])
    await page.context().close()
  })
})
