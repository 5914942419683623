import type { Locator, Page } from 'playwright-core'

/** More tab stops than any page has. */
const STOPS = 120

/**
 * Presses Tab until an element has the focus, like a keyboard user.
 * @throws {Error} if the element cannot be reached
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const focused = () => target.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let stops = 0; stops < STOPS; stops += 1) {
    if (await focused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Cannot reach ${target} with the Tab key`)
}

/** Moves to an element with Tab and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
