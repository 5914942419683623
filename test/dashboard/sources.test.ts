import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
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

/** ChatGPT cites a page of a forum twice over and lists an own page, Gemini cites a site of the competitor. */
function answerOf({ provider }: Unit): ScriptedAnswer {
  const forum = { domain: 'reddit.com', kind: 'cited', owner: 'third_party' } as const
  return provider === 'chatgpt'
    ? {
        brand: 1,
        sources: [
          { url: 'https://reddit.com/r/one', ...forum },
          { url: 'https://reddit.com/r/two', ...forum },
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

describe.skipIf(!program)('the sources of a run', () => {
  it('are listed with whose they are and in how many answers, cited apart from only listed', async () => {
    const { page, complaints } = await dashboard.open('sources')
    await eventually(async () =>
      expect(await rows(page)).toEqual([
        '▸ reddit.com social 50 % 19–81 , 3 of 6 answers 0 % 0–39 , 0 of 6 answers 6 0',
        '▸ globex.example Globex 50 % 19–81 , 3 of 6 answers 0 % 0–39 , 0 of 6 answers 3 0',
        '▸ taskfern.example Taskfern 0 % 0–39 , 0 of 6 answers 50 % 19–81 , 3 of 6 answers 0 3',
      ]),
    )
    await page
      .getByText('reddit.com is cited most: in 50 % of answers (19–81), 3 of 6. Answers name 3 sites.')
      .waitFor()
    expect(complaints).toEqual([])
  })

  it('open to their pages by keyboard, and the link keeps the site open', async () => {
    const { page } = await dashboard.open('sources')
    await page.getByRole('button', { name: 'reddit.com' }).press('Enter')
    const open = ['reddit.com/r/one', 'reddit.com/r/two']
    await eventually(async () =>
      expect((await rows(page)).slice(1, 3).map((row) => row.split(' ')[0])).toEqual(open),
    )
    expect((await rows(page))[1]).toContain('50 % 19–81 , 3 of 6 answers 3 0')
    await page.reload()
    await eventually(async () => expect(await rows(page)).toHaveLength(5))
    expect(await page.getByRole('link', { name: 'reddit.com/r/one' }).getAttribute('rel')).toBe(
      'noreferrer noopener',
    )
  })

  it('lead to the answers behind a figure', async () => {
    const { page } = await dashboard.open('sources?provider=chatgpt')
    await page
      .getByRole('row', { name: /reddit\.com/ })
      .getByRole('link')
      .click()
    await eventually(() => expect(page.url()).toMatch(/\/answers\?provider=chatgpt&domain=reddit\.com$/))
  })

  it('are filtered by a link, say when nothing matches, and are exported', async () => {
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

  it('are accessible and fit, light and dark, on a desktop and a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        const { page } = await dashboard.open('sources', { colorScheme, viewport: { width, height: 800 } })
        await page.getByRole('button', { name: 'reddit.com' }).waitFor()
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
