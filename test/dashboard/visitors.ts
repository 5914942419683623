import type { BrowserContextOptions, Page } from 'playwright-core'
import { newAddress, PASSWORD, type Person } from '../api/member-client.ts'
import { launchChromium } from '../browser/chromium.ts'
import type { World } from '../world.ts'
import { program } from './dashboard.ts'

/** A browser for several users, each in a separate context. */
export interface Visitors {
  /** Opens a path in a new browser context, signed in as a person or, without one, signed out. */
  visit(path: string, person?: Pick<Person, 'email'>, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** Starts the browser. The world must trust the proxy 127.0.0.1, because each context has a separate address. */
export async function openVisitors(world: Pick<World, 'url'>): Promise<Visitors> {
  if (!program) throw new Error('Chromium was not found')
  const browser = await launchChromium(program)
  return {
    async visit(path, person, options) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        extraHTTPHeaders: newAddress(),
        ...options,
      })
      if (person) {
        const answer = await context.request.post(`${world.url}/api/auth/sign-in/email`, {
          data: { email: person.email, password: PASSWORD },
          headers: { Origin: world.url },
        })
        if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
      }
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await page.goto(`${world.url}${path}`)
      return page
    },
    close: () => browser.close(),
  }
}

/** Sends an operation with the page's session, like a script on the page could. Resolves with the error codes. */
export async function codesFrom(page: Page, query: string): Promise<string[]> {
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/graphql`, {
    data: { query },
    headers: { Origin: new URL(page.url()).origin },
  })
  const { errors = [] }: { errors?: { extensions: { code: string } }[] } = await answer.json()
  return errors.map(({ extensions }) => extensions.code)
}

/** Returns the text of all cells of a table, row by row, without the header. */
export async function rowsOf(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr')
  await rows.first().waitFor()
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '')),
  )
  return cells
}
