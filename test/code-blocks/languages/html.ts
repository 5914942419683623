import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventually } from '../../eventually.ts'
import type { Executor } from '../execute.ts'
import { matches } from './text.ts'

/**
 * Opens the block as a file in Chromium. The page must show some text and log no errors. If a `text` block follows, the
 * page must show its text.
 */
export const html: Executor = async (snippet, page) => {
  const file = join(page.folder, `snippet-${snippet.line}.html`)
  writeFileSync(file, page.addressed(page.filled(snippet.text)))
  const tab = await (await page.browser()).newPage()
  const problems: string[] = []
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  tab.on('pageerror', (error) => problems.push(error.message))
  tab.on('requestfailed', (request) => problems.push(`${request.url()} cannot be loaded`))
  const below = page.beside(snippet, 1)
  const wanted = below?.language === 'text' ? below.text : '…'
  try {
    await tab.goto(pathToFileURL(file).href)
    await eventually(async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts, not the text of scripts.
      const shown = await tab.locator('body').innerText()
      page.outputs.set(snippet, shown)
      if (shown.trim() === '' || !matches(wanted, shown)) throw new Error(`shows "${shown}"`)
    })
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await tab.close()
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
