import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Limits an audit to elements that match a CSS selector, or to some of axe-core's rules. */
interface AuditScope {
  selector?: string
  rules?: readonly string[]
}

/** Returns the accessibility problems that axe-core finds on the page: the rule, the element's path and its HTML. */
export async function accessibilityProblems(
  page: Page,
  { selector, rules }: AuditScope = {},
): Promise<string[]> {
  // Evaluated through the debugger, because the Content-Security-Policy blocks scripts.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const audit = `axe.run(${JSON.stringify(selector ?? 'html')}, ${JSON.stringify(options)})`
  const found = await page.evaluate<axe.Result[]>(`${audit}.then(({ violations }) => violations)`)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 200)}`),
  )
}

const TOO_WIDE = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const ends = (element) => element.getBoundingClientRect().right > innerWidth + 1
  return [...document.querySelectorAll('body *')]
    .filter((element) => ends(element) && ![...element.children].some(ends)).slice(0, 3)
    .map((element) => (element.closest('[class]')?.className ?? '') + ' ' + element.outerHTML.slice(0, 120))
})()`

/** Returns up to three elements that make the page wider than the window, as HTML. */
export function tooWideElements(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(TOO_WIDE)
}

/** Every theme with a desktop's and a phone's window, for `it.each`. */
export const THEMES_AND_SIZES = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ].map((viewport) => ({ colorScheme, viewport })),
)
