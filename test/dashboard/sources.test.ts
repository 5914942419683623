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

let world: World
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
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex'],
    prompts: [{ text: 'One question', ...asked }],
  })
  await runWithAnswers(world, project, answerOf)
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

const TWO = 'https://www.reddit.com/r/two/comments/which-planner-do-you-use-with-a-small-team-in-2026'

/** ChatGPT cites two pages of a forum and lists a page of the brand. Gemini cites a site of the competitor. */
function answerOf({ provider }: Unit): ScriptedAnswer {
  const forum = { domain: 'reddit.com', kind: 'cited', owner: 'third_party' } as const
  return provider === 'chatgpt'
    ? {
        brand: 1,
        sources: [
          { url: 'https://reddit.com/r/one', ...forum },
          { url: TWO, ...forum },
          {
            url: 'https://taskfern.example/a',
            domain: 'taskfern.example',
            kind: 'retrieved',
            owner: 'brand',
          },
        ],
      }
    : {
        brand: null,
        competitor: 1,
        sources: [
          { url: 'https://globex.example/', domain: 'globex.example', kind: 'cited', owner: 'competitor' },
        ],
      }
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

describe.skipIf(!program)('the sources of a run', () => {
  it('are listed with their owner, and with separate rates for cited and only listed', async () => {
    const { page, complaints } = await dashboard.open('sources')
    await eventually(async () =>
      expect(await rows(page)).toEqual([
        '▸ reddit.com social 50 % 15–85 , 3 of 6 answers 0 % 0–39 , 0 of 6 answers 6 0',
        '▸ globex.example Globex 50 % 15–85 , 3 of 6 answers 0 % 0–39 , 0 of 6 answers 3 0',
        '▸ taskfern.example Taskfern 0 % 0–39 , 0 of 6 answers 50 % 15–85 , 3 of 6 answers 0 3',
      ]),
    )
    await page
      .getByText(
        'reddit.com is cited most: in 50 % of answers (15–85), 3 of 6. Answers cite or list 3 sites.',
      )
      .waitFor()
    expect(complaints).toEqual([])
  })

  it('expand to their pages by keyboard, and keep the open site in the URL', async () => {
    const { page } = await dashboard.open('sources')
    await page.getByRole('button', { name: 'reddit.com' }).press('Enter')
    await eventually(async () => expect(await rows(page)).toHaveLength(5))
    const pageRow = (await rows(page)).find((row) => row.startsWith('reddit.com/r/one'))
    expect(pageRow).toContain('50 % 15–85 , 3 of 6 answers 3 0')
    await page.reload()
    await eventually(async () => expect(await rows(page)).toHaveLength(5))
    expect(await page.getByRole('link', { name: 'reddit.com/r/one' }).getAttribute('rel')).toBe(
      'noreferrer noopener',
    )
  })

  it('link values to their answers', async () => {
    const { page } = await dashboard.open('sources?provider=chatgpt')
    const row = page.getByRole('row', { name: /reddit\.com/ })
    await row.getByRole('link', { name: '6 citations: answers that cite reddit.com' }).waitFor()
    await row.getByRole('link', { name: 'too few (3 of 3)' }).click()
    await eventually(() => expect(page.url()).toMatch(/\/answers\?provider=chatgpt&domain=reddit\.com$/))
  })

  it('link to the answers that only list a site, which show that filter', async () => {
    const { page } = await dashboard.open('sources')
    const listings = '3 listings: answers that list taskfern.example without citing it'
    await page.getByRole('link', { name: listings }).click()
    await eventually(() => expect(page.url()).toMatch(/\/answers\?listedDomain=taskfern\.example/))
    await page
      .getByText('3 of 3 answers that list taskfern.example without citing it mention Taskfern')
      .waitFor()
    await page.getByRole('button', { name: 'Remove: lists taskfern.example without citing' }).click()
    await eventually(() => expect(page.url()).not.toContain('listedDomain'))
  })

  it('apply the filters of a link, say if nothing matches, and can be exported', async () => {
    const { page } = await dashboard.open('sources?category=COMPETITOR')
    await eventually(async () => expect(await rows(page)).toHaveLength(1))
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    const [head, line] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(head).toBe(
      '\uFEFFdomain,owner,citationRate_value,citationRate_low,citationRate_high,citationRate_numerator,citationRate_denominator,retrievedRate_value,retrievedRate_low,retrievedRate_high,retrievedRate_numerator,retrievedRate_denominator,cited,retrieved',
    )
    expect(line).toMatch(/^globex\.example,Globex,0\.5,0\.1\d+,0\.8\d+,3,6,0,0,0\.3\d+,0,6,3,0$/)
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('nothing like this')
    await page.getByText('No sites match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(async () => expect(await rows(page)).toHaveLength(3))
  })

  it('can be sorted by link, by filter and by column header', async () => {
    const { page } = await dashboard.open('sources?order=NAME_ASC')
    const sites = async () => (await rows(page)).map((row) => row.split(' ')[1])
    await eventually(async () =>
      expect(await sites()).toEqual(['globex.example', 'reddit.com', 'taskfern.example']),
    )
    expect(await page.getByRole('columnheader', { name: 'Site' }).getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Listings' }).click()
    await eventually(async () =>
      expect(await sites()).toEqual(['taskfern.example', 'globex.example', 'reddit.com']),
    )
    expect(page.url()).toContain('order=RETRIEVED_DESC')
    await page.getByLabel('Sort by').selectOption('')
    await eventually(async () =>
      expect(await sites()).toEqual(['reddit.com', 'globex.example', 'taskfern.example']),
    )
  })

  describe.each(THEMES_AND_SIZES)('$colorScheme, $viewport.width', (look) => {
    it.each(['sources?domain=reddit.com', 'sources?view=pages'])(
      '%s is accessible and fits',
      async (path) => {
        const { page } = await dashboard.open(path, look)
        await page.getByRole('link', { name: 'reddit.com/r/one' }).waitFor()
        expect(await accessibilityProblems(page, { selector: 'main' })).toEqual([])
        expect(await tooWideElements(page)).toEqual([])
        await page.context().close()
      },
    )
  })
})

describe.skipIf(!program)('the pages of the sites of a run', () => {
  const addresses = (page: Page) =>
    page
      .locator('table[aria-rowcount] tbody tr a[rel]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('title')))
  const ALL = ['https://globex.example/', 'https://reddit.com/r/one', 'https://taskfern.example/a', TWO]

  it('are in a second tab, with their owner, citation rate and number of listings', async () => {
    const { page, complaints } = await dashboard.open('sources?provider=chatgpt')
    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await eventually(async () => expect(await addresses(page)).toEqual(ALL.slice(1)))
    expect(page.url()).toMatch(/sources\?view=pages&provider=chatgpt|sources\?provider=chatgpt&view=pages/)
    const tabs = page.getByRole('navigation', { name: 'Sites or pages' })
    expect(await tabs.locator('[aria-current]').allInnerTexts()).toEqual(['Pages'])
    expect((await rows(page))[1]).toBe('taskfern.example/a taskfern.example Taskfern too few (0 of 3) 0 3')
    await page.getByText('Answers cite or list 3 pages.').waitFor()
    await page
      .getByRole('link', { name: '3 listings: answers that list this page without citing it' })
      .click()
    await eventually(() => expect(page.url()).toContain('listedUrl=https%3A%2F%2Ftaskfern.example%2Fa'))
    await page
      .getByRole('button', { name: 'Remove: lists https://taskfern.example/a without citing' })
      .waitFor()
    expect(complaints).toEqual([])
  })

  it('can be limited to one site by a link, until that filter is removed', async () => {
    const { page } = await dashboard.open('sources?view=pages&domain=reddit.com')
    await eventually(async () => expect(await addresses(page)).toEqual([ALL[1], TWO]))
    await page.getByRole('button', { name: 'pages of reddit.com' }).click()
    await eventually(async () => expect(await addresses(page)).toEqual(ALL))
    await page.getByRole('link', { name: 'Pages of globex.example' }).click()
    await eventually(async () => expect(await addresses(page)).toEqual(ALL.slice(0, 1)))
    expect(page.url()).toContain('domain=globex.example')
  })

  it('can be filtered by owner, searched by URL and sorted', async () => {
    const { page } = await dashboard.open('sources?view=pages&owner=THIRD_PARTY&order=NAME_ASC')
    await eventually(async () => expect(await addresses(page)).toEqual([ALL[1], TWO]))
    await page.getByRole('searchbox', { name: 'Search pages' }).fill('small-team')
    await eventually(async () => expect(await addresses(page)).toEqual([TWO]))
    await page.getByRole('searchbox', { name: 'Search pages' }).fill('nothing like this')
    await page.getByText('No pages match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(async () => expect((await addresses(page)).toSorted()).toEqual(ALL))
  })

  it('show both ends of a long URL, and the whole URL on hover and to screen readers', async () => {
    const { page } = await dashboard.open('sources?view=pages', { viewport: { width: 360, height: 800 } })
    const link = page.getByRole('link', { name: TWO.replace('https://www.', ''), exact: true })
    expect(await link.getAttribute('title')).toBe(TWO)
    const shown = await link.evaluate((element) =>
      [...element.querySelectorAll('[aria-hidden]')].map((part) => part.scrollWidth > part.clientWidth),
    )
    expect(shown).toEqual([true, false])
  })

  it('are exported with the columns of the table and their titles', async () => {
    const { page } = await dashboard.open('sources?view=pages&category=COMPETITOR')
    await eventually(async () => expect(await rows(page)).toHaveLength(1))
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON', exact: true }).click(),
    ])
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual({
      simulated: false,
      rows: [
        {
          url: 'https://globex.example/',
          title: null,
          domain: 'globex.example',
          owner: 'Globex',
          citationRate_value: 0.5,
          citationRate_low: expect.any(Number),
          citationRate_high: expect.any(Number),
          citationRate_numerator: 3,
          citationRate_denominator: 6,
          cited: 3,
          retrieved: 0,
        },
      ],
    })
  })
})
