/**
 * Measures the production build of the dashboard with the demo's data: `npm run dashboard:measure`. It prints results
 * and does not check limits.
 */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'
import { firstPageScripts } from './first-page.ts'
import { runLighthouse } from './lighthouse.ts'
import { scrollAnswers, scrollPrompts } from './scrolling.ts'

/** Number of cold starts. The fastest one is disturbed least by other processes. */
const STARTS = 8
const WINDOW = { width: 1440, height: 900 }

const program = findChromium()
if (!program) throw new Error('Chromium was not found')
const scripts = firstPageScripts(join('dist', 'dashboard'))
for (const [coding, ending] of Object.entries({ gzip: 'gz', brotli: 'br' })) {
  const bytes = scripts.map((name) => statSync(join('dist', 'dashboard', 'assets', `${name}.${ending}`)).size)
  console.log(
    `JavaScript of the overview: ${(sum(bytes) / 1024).toFixed(1)} KB in ${scripts.length} files, ${coding}`,
  )
}

const demo = await startDemoServer()
const browser = await launchChromium(program)
try {
  await measureStarts(demo, browser)
  const context = await demo.context(browser, { viewport: WINDOW })
  console.log(await scrollAnswers(demo, context))
  console.log(await scrollPrompts(demo, context))
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await browser.close()
  const overview = demo.url + (demo.pages[0]?.path ?? '')
  for (const colorScheme of ['light', 'dark'] as const)
    for (const device of ['desktop', 'mobile'] as const)
      console.log(runLighthouse({ program, address: overview, cookies, colorScheme, device }))
} finally {
  await browser.close()
  await demo.close()
}

/** Measures cold starts of the overview: their duration, and the CPU time of the browser and the gateway. */
async function measureStarts(demo: DemoServer, browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const busyBrowser = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return sum(processInfo.map(({ cpuTime }) => cpuTime * 1000))
  }
  const starts: Record<'time' | 'browser' | 'gateway', number>[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const context = await demo.context(browser, { viewport: WINDOW })
    const before = [await busyBrowser(), busyGateway(demo)] as const
    const time = await timeToOverview(demo, context)
    starts.push({
      time,
      browser: (await busyBrowser()) - before[0],
      gateway: busyGateway(demo) - before[1],
    })
    await context.close()
  }
  const summarize = (name: 'time' | 'browser' | 'gateway') => {
    const times = starts.map((start) => start[name])
    return `${Math.min(...times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`
  }
  console.log(`Overview usable, with nothing cached, after ${summarize('time')}`)
  console.log(`  CPU time of the browser ${summarize('browser')}`)
  console.log(`  CPU time of the gateway ${summarize('gateway')}`)
}

/** Returns the gateway's CPU time in milliseconds. Linux counts it in hundredths of a second. */
function busyGateway({ pid }: DemoServer): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}

/** Returns the time in milliseconds until the overview shows its headline, with an empty cache. */
async function timeToOverview(demo: DemoServer, window: BrowserContext): Promise<number> {
  const page = await window.newPage()
  const started = performance.now()
  await page.goto(demo.url + (demo.pages[0]?.path ?? ''), { waitUntil: 'commit' })
  await page
    .getByText(/is mentioned in/)
    .first()
    .waitFor()
  return performance.now() - started
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
