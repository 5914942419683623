/**
 * Takes screenshots of all pages of the demo in both themes and three widths: `[SCREENSHOTS=folder] npm run
 * dashboard:screenshots`. With `-- --guides`, takes the screenshots for the guides and saves them to docs/pictures.
 */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'
import { settled } from './pages.ts'

const WIDTHS = [360, 900, 1440]
const HEIGHT = 900

/** Pages shown in the guides, by file name. */
const GUIDES = { overview: 'overview', answers: 'answer' }
/** WebP quality of 100. A readable screenshot has about 100 KB. */
const QUALITY = 80

const program = findChromium()
if (!program) throw new Error('Chromium was not found')
const guides = process.argv.includes('--guides')
const folder = guides
  ? join('docs', 'pictures')
  : (process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'answergraph-screenshots-')))
mkdirSync(folder, { recursive: true })
const demo = await startDemoServer()
const browser = await launchChromium(program)
try {
  await (guides ? takeForGuides(demo, browser) : takeAll(demo, browser))
  console.log(folder)
} finally {
  await browser.close()
  await demo.close()
}

async function takeAll(demo: DemoServer, browser: Browser): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of WIDTHS) {
      const context = await demo.context(browser, { colorScheme, viewport: { width, height: HEIGHT } })
      const page = await context.newPage()
      for (const { name, path } of demo.pages) {
        await page.goto(demo.url + path)
        await settled(page)
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true })
      }
      await context.close()
    }
}

/** Saves the visible part of the pages as WebP. */
async function takeForGuides(demo: DemoServer, browser: Browser): Promise<void> {
  const viewport = { width: Math.max(...WIDTHS), height: HEIGHT }
  const context = await demo.context(browser, { colorScheme: 'light', viewport })
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  for (const [file, shown] of Object.entries(GUIDES)) {
    await page.goto(demo.url + demo.pages.find(({ name }) => name === shown)?.path)
    await settled(page)
    await page.waitForLoadState('networkidle')
    const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    writeFileSync(join(folder, `${file}.webp`), Buffer.from(data, 'base64'))
  }
  await context.close()
}
