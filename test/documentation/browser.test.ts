import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, tooWideElements } from '../browser/accessibility.ts'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { createWorld, type World } from '../world.ts'

/** One page of each type. */
const PAGES = [
  '/docs',
  '/docs/readme',
  '/docs/api',
  '/docs/metrics',
  '/docs/rest',
  '/docs/rest/async-analysis',
  '/docs/rest/analysis',
  '/docs/graphql-reference/objects',
  '/docs/graphql-reference/mutations',
  '/docs/nowhere',
]
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const program = findChromium()
let world: World
let browser: Browser
beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: false })
  browser = await launchChromium(program)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** Opens a page in a new window. Errors in the console and requests to other origins fail the test. */
async function visit(
  path: string,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: SIZES.desktop, ...options })
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    // The browser logs the status of missing pages.
    if (!(path === '/docs/nowhere' && message.text().includes('404'))) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url)) complaints.push(`requests ${request.url()}`)
  })
  await page.goto(`${world.url}${path}`, { waitUntil: 'networkidle' })
  await act(page)
  await context.close()
  expect(complaints).toEqual([])
}

describe.skipIf(!program)('in a browser', () => {
  it.each(PAGES)('%s is accessible and fits the window: light and dark, desktop and phone', async (path) => {
    await visit(path, {}, async (page) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [name, size] of Object.entries(SIZES)) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize(size)
          expect(await accessibilityProblems(page), `${colorScheme}, ${name}`).toEqual([])
          expect(await tooWideElements(page), name).toEqual([])
        }
    })
  })

  it.each(PAGES)('%s has no layout shift while it loads', async (path) => {
    await visit(path, {}, async (page) => {
      const moved = await page.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
      })`)
      expect(moved).toEqual([])
    })
  })

  it.each([
    ['an operation', 'start an async analysis', '/docs/rest/async-analysis#startAsyncAnalysis'],
    ['a heading of a guide', 'order of checks', '/docs/api#order-of-checks'],
    ['a GraphQL type', 'EntitySummary', '/docs/graphql-reference/objects#EntitySummary'],
  ])('the search finds %s by keyboard', async (_, words, address) => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      const target = page.locator(`.found a[href="${address}"]`)
      await target.waitFor()
      expect(await target.locator('mark').count()).toBeGreaterThan(0)
      expect(await accessibilityProblems(page)).toEqual([])
      const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("href")')
      for (let presses = 0; presses < 20 && (await focused()) !== address; presses += 1)
        await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(address)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}${address}`)
    })
  })

  it('Enter opens the first search result; Escape closes the search and restores the focus', async () => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('wilson')
      await page.locator('.found li').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      expect(await page.locator('.found').isVisible()).toBe(false)
      expect(await page.evaluate('document.activeElement.type')).toBe('search')
      await page.keyboard.type(' ')
      const first = page.locator('.found a').first()
      const address = await first.getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}${address}`)
    })
  })

  it('the search shows a message if there are no results', async () => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('xyzzyplugh')
      await page.getByText('No results for “xyzzyplugh”.').waitFor()
    })
  })

  it.each([
    ['share of voice', '/docs/metrics#definitions'],
    ['api key', '/docs/api#api-keys-members-permissions'],
    ['webhook signature', '/docs/api#webhooks'],
    ['nginx', '/docs/operations#behind-a-reverse-proxy'],
    ['cancel', '/docs/graphql-reference/mutations#cancelRun'],
    ['confidence interval', '/docs/metrics#intervals'],
  ])('“%s” leads to the right part among the first three results', async (words, address) => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      await page.locator(`.found li:nth-child(-n + 3) a[href="${address}"]`).waitFor()
    })
  })

  it('a button copies a block of code', async () => {
    await visit(
      '/docs/rest/project',
      { permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        const block = page.locator('.sample .code').first()
        await block.hover()
        await block.getByRole('button', { name: 'Copy' }).click()
        await block.getByRole('button', { name: 'Copied' }).waitFor()
        const copied = await page.evaluate('navigator.clipboard.readText()')
        expect(copied).toBe(await block.locator('pre').textContent())
        expect(copied).toMatch(/^curl /)
      },
    )
  })

  it('on a phone, the menu opens, links to a page, and closes with Escape', async () => {
    await visit('/docs/api', { viewport: SIZES.phone }, async (page) => {
      const link = page
        .getByRole('navigation', { name: 'Documentation' })
        .getByRole('link', { name: 'Operations' })
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await link.isVisible()).toBe(true)
      // The menu starts below the bar, so its button stays visible.
      expect((await page.locator('#navigation').boundingBox())?.y).toBe(56)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await link.click()
      await page.waitForURL(`${world.url}/docs/operations`)
    })
  })

  it('without JavaScript, everything works except the search', async () => {
    await visit('/docs/rest/analysis', { javaScriptEnabled: false }, async (page) => {
      expect(await page.getByRole('searchbox').isVisible()).toBe(false)
      const closed = page.locator('.nested:not([open])').first()
      const fields = await closed.locator(':scope > .fields').elementHandle()
      expect(await fields?.isVisible()).toBe(false)
      await closed.locator(':scope > summary').click()
      expect(await fields?.isVisible()).toBe(true)
    })
  })

  it('the first link for keyboard users skips the navigation', async () => {
    await visit('/docs/api', {}, async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('content')
    })
  })
})
