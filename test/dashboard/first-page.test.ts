import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { type DemoWorld, openDemoWorld } from './demo-world.ts'
import { firstPageScripts } from './first-page.ts'

/** Queries that the overview and its layout send without waiting for other results. */
const AT_ONCE = [
  'Counts',
  'OverviewModels',
  'OverviewRuns',
  'OverviewTrends',
  'Project',
  'Runnable',
  'Viewer',
]

let demo: DemoWorld
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  demo = await openDemoWorld()
  dashboard = await openDashboard(demo.world, demo)
})
afterAll(async () => {
  await dashboard?.close()
  await demo?.world.close()
})

/** Loads the overview in a signed-in window with an empty browser cache. */
async function coldStart(prepare: (page: Page) => unknown): Promise<Page> {
  const { page: first } = await dashboard.open('overview')
  const address = first.url()
  const context = await first.context().browser()?.newContext()
  if (!context) throw new Error('The browser is closed')
  await context.addCookies(await first.context().cookies())
  const page = await context.newPage()
  await prepare(page)
  await page.goto(address)
  return page
}

const shown = (page: Page) =>
  page
    .getByText(/is mentioned in/)
    .first()
    .waitFor()

const operationOf = (body: string | null) => /query (\w+)/.exec(body ?? '')?.[1] ?? ''

describe.skipIf(!program)('a cold start of the overview', () => {
  it('loads exactly the scripts that the size limit counts, all named in its document', async () => {
    const loaded: string[] = []
    const page = await coldStart((page) => {
      page.on('request', (request) => {
        const [, name] = /\/assets\/([\w.-]+\.js)$/.exec(request.url()) ?? []
        if (name) loaded.push(name)
      })
    })
    await shown(page)
    await page.waitForLoadState('networkidle')
    expect(loaded.toSorted()).toEqual(firstPageScripts(join('dist', 'dashboard')).toSorted())
    const named = await page
      .locator('script[src], link[rel=modulepreload]')
      .evaluateAll((elements) =>
        elements.map((element) =>
          (element.getAttribute('src') ?? element.getAttribute('href') ?? '').split('/').at(-1),
        ),
      )
    expect(named).toEqual(expect.arrayContaining(loaded))
    await page.context().close()
  })

  it('sends all queries before the first response', async () => {
    const asked: string[] = []
    const held: Route[] = []
    let released = false
    const page = await coldStart(async (page) => {
      // Live updates would trigger more queries.
      await page.routeWebSocket('**/graphql', () => undefined)
      await page.route('**/graphql', async (route) => {
        asked.push(operationOf(route.request().postData()))
        if (released) await route.continue()
        else held.push(route)
      })
    })
    // No query has been answered yet.
    await eventually(() => expect(asked.toSorted()).toEqual(AT_ONCE))
    released = true
    await Promise.all(held.map((route) => route.continue()))
    await shown(page)
    // Only queries that depend on the shown run have to wait.
    await eventually(() =>
      expect([...new Set(asked)].toSorted()).toEqual([...AT_ONCE, 'OverviewLost'].toSorted()),
    )
    await page.context().close()
  })

  it('does not shift its layout when data arrives', async () => {
    const page = await coldStart(() => undefined)
    await shown(page)
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0))),
          ).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
        }),
    )
    // Relative to the window: 0.01 is about one line of text.
    expect(shifts.filter((value) => value > 0.01)).toEqual([])
    await page.context().close()
  })
})
