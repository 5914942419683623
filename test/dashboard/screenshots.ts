/** Takes a picture of every page of the demo, light and dark, wide and narrow: `[SCREENSHOTS=folder] npm run dashboard:screenshots`. */

import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { startDemoServer } from './demo-server.ts'
import { settled } from './pages.ts'

const WIDTHS = [360, 1440]
const HEIGHT = 900

const program = findChromium()
if (!program) throw new Error('there is no Chromium')
const folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'answergraph-screenshots-'))
mkdirSync(folder, { recursive: true })
const demo = await startDemoServer()
const browser = await launchChromium(program)
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
await browser.close()
await demo.close()
console.log(folder)
