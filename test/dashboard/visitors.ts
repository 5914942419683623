import type { BrowserContextOptions, Page } from 'playwright-core'
import { newAddress, PASSWORD, type Person } from '../api/member-client.ts'
import { launchChromium } from '../browser/chromium.ts'
import type { World } from '../world.ts'
import { program } from './dashboard.ts'

/** A browser in which several people use the dashboard, each in a window of their own. */
export interface Visitors {
  /** Opens a path of the installation in a new browser context, signed in as a person; as nobody without one. */
  visit(path: string, person?: Pick<Person, 'email'>, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** Starts the browser, for a world that trusts the proxy 127.0.0.1: each context has an address of its own. */
export async function openVisitors(world: World): Promise<Visitors> {
  if (!program) throw new Error('there is no Chromium')
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

/** Sends an operation from the page with its session, as a script in it would; resolves with the codes of the errors. */
export async function codesFrom(page: Page, query: string): Promise<string[]> {
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/graphql`, {
    data: { query },
    headers: { Origin: new URL(page.url()).origin },
  })
  const { errors = [] }: { errors?: { extensions: { code: string } }[] } = await answer.json()
  return errors.map(({ extensions }) => extensions.code)
}

/** The texts of the rows of a table, cell by cell, without its head. */
export async function rowsOf(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr')
  await rows.first().waitFor()
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '')),
  )
  return cells
}
