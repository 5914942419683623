import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { contrast, MIN_CONTRAST } from '../../src/core/branding/contrast.ts'

/** Two widths, each in both themes. */
export const VIEWS = [360, 1_200].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** What is wrong with the look of a document. */
interface LookProblems {
  /** Number of visible texts, to check that the document was shown. */
  texts: number
  /** Texts with too little contrast to their background. */
  unreadable: { text: string; color: string; background: string }[]
  /** Pixels by which the document is wider than the window. */
  tooWide: number
}

/** Shows an HTML document in a window, and returns what is wrong with its look. */
export async function lookAt(
  browser: Browser,
  html: string,
  { width, colorScheme }: { width: number } & Pick<BrowserContextOptions, 'colorScheme'>,
): Promise<LookProblems> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
  const page = await context.newPage()
  await page.setContent(html)
  const fullWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
  const texts = await readColors(page)
  await context.close()
  return {
    texts: texts.length,
    unreadable: texts.filter(({ color, background }) => contrast(color, background) < MIN_CONTRAST),
    tooWide: Math.max(0, fullWidth - width),
  }
}

/** Returns the colors of all visible texts and of the backgrounds behind them. */
async function readColors(page: Page): Promise<{ text: string; color: string; background: string }[]> {
  return page.evaluate(`(() => {
    const hex = (value) => '#' + value.match(/\\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('')
    const opaque = (value) => !/^rgba\\(.*, 0\\)$/.test(value)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (!walker.currentNode.data.trim() || element.getClientRects().length === 0) continue
      if (getComputedStyle(element).fontSize === '0px') continue
      let behind = element
      while (behind && !opaque(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement
      found.push({
        text: walker.currentNode.data.slice(0, 40),
        color: hex(getComputedStyle(element).color),
        background: behind ? hex(getComputedStyle(behind).backgroundColor) : '#ffffff',
      })
    }
    return found
  })()`)
}
