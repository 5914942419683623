import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, tooWideElements } from '../browser/accessibility.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { type DemoWorld, openDemoWorld } from './demo-world.ts'
import { settled } from './pages.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 740 }

let demo: DemoWorld
let dashboard: Dashboard
let page: Page
let complaints: string[]
beforeAll(async () => {
  if (!program) return
  demo = await openDemoWorld()
  dashboard = await openDashboard(demo.world, demo)
  const opened = await dashboard.open('overview')
  page = opened.page
  complaints = opened.complaints
  await settled(page)
})
afterAll(async () => {
  await dashboard?.close()
  await demo?.world.close()
})

/** Finds headings that skip a level, and a wrong number of first-level headings. */
const HEADINGS = `(() => {
  const shown = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter((heading) => heading.checkVisibility())
  const levels = shown.map(({ localName }) => Number(localName[1]))
  const wrong = shown.filter((_, index) => levels[index] > (levels[index - 1] ?? 0) + 1).map(({ textContent }) => 'skips a level: ' + textContent)
  if (levels.filter((level) => level === 1).length !== 1) wrong.push('has ' + levels.filter((level) => level === 1).length + ' first headings')
  return wrong
})()`

/** Returns the focused element if neither it nor its frame shows the focus; null otherwise. */
const FOCUS = `(() => {
  const focused = document.activeElement
  const shown = [focused, focused.parentElement].some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  return shown ? null : focused.outerHTML.slice(0, 120)
})()`

describe.skipIf(!program)('every page of the dashboard', () => {
  it('has no accessibility violation in any theme or width, and never scrolls sideways', async () => {
    const found: Record<string, unknown> = {}
    const titles = new Map<string, string>()
    for (const { name, path } of demo.pages) {
      const note = (what: string, faults: string[]) => {
        if (faults.length > 0) found[`${name}, ${what}`] = faults
      }
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(WIDE)
      await page.goto(demo.world.url + path)
      await settled(page)
      titles.set(name, await page.title())
      note('headings', await page.evaluate<string[]>(HEADINGS))
      note('light, wide', await accessibilityProblems(page))
      // This is the only rule that depends on the theme.
      await page.emulateMedia({ colorScheme: 'dark' })
      note('dark, wide', await accessibilityProblems(page, { rules: ['color-contrast'] }))
      await page.setViewportSize(NARROW)
      note('dark, narrow', await accessibilityProblems(page))
      note('narrow', await tooWideElements(page))
      await page.emulateMedia({ colorScheme: 'light' })
      note('light, narrow', await accessibilityProblems(page, { rules: ['color-contrast'] }))
    }
    expect(found).toEqual({})
    for (const [name, title] of titles) expect(title, name).toMatch(/^\S.* · Answergraph$/)
    expect(complaints).toEqual([])
  }, 180_000)

  it('shows the focus at each tab stop', async () => {
    const without = new Set<string | null>()
    for (const name of ['overview', 'answer', 'settings', 'keys', 'sign-in']) {
      const { path } = demo.pages.find((candidate) => candidate.name === name) ?? { path: '' }
      await page.setViewportSize(WIDE)
      await page.goto(demo.world.url + path)
      await settled(page)
      for (let stops = 0; stops < 40; stops += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate<boolean>('document.activeElement === document.body')) break
        without.add(await page.evaluate<string | null>(FOCUS))
      }
    }
    expect([...without]).toEqual([null])
  })

  it('has no animations if reduced motion is preferred', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const moving = `document.getAnimations().filter((animation) => animation.effect.getComputedTiming().duration > 1).length`
    for (const { path } of demo.pages.slice(0, 5)) {
      await page.goto(demo.world.url + path)
      expect(await page.evaluate(moving), path).toBe(0)
      await settled(page)
      expect(await page.evaluate(moving), path).toBe(0)
    }
  })
})
