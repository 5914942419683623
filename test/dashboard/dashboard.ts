import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { createPerson, newAddress, PASSWORD } from '../api/member-client.ts'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import type { World } from '../world.ts'

/** Path of the Chromium that the dashboard tests use. Null if there is none, which skips the tests. */
export const program = findChromium()

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** A browser that is signed in to the dashboard. */
export interface Dashboard {
  /**
   * Opens a page of the project, such as `overview?metric=sentiment`, in a new window as a member of the organization.
   * Browser errors and warnings are collected in `complaints`.
   */
  open(
    path: string,
    options?: BrowserContextOptions & { role?: 'admin' | 'member' },
  ): Promise<{ page: Page; complaints: string[] }>
  /** Opens a path in a new window without signing in. */
  visit(path: string): Promise<Page>
  close(): Promise<void>
}

/**
 * Starts a browser for a project. Close it in `afterAll`. Sign-ins are limited by address. A world with many projects
 * should trust the proxy 127.0.0.1, so that each sign-in has a separate address.
 */
export async function openDashboard(
  world: World,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<Dashboard> {
  if (!program) throw new Error('Chromium was not found')
  const browser: Browser = await launchChromium(program)
  const cookies = new Map<string, Cookies>()
  /** Signs in once per role, because sign-ins are limited by address. */
  const signedIn = async (role: 'admin' | 'member'): Promise<Cookies> => {
    const cached = cookies.get(role)
    if (cached) return cached
    const { email } = await createPerson(world, { organizationId, role })
    const context = await browser.newContext()
    const answer = await context.request.post(`${world.url}/api/auth/sign-in/email`, {
      data: { email, password: PASSWORD },
      headers: { Origin: world.url, ...newAddress() },
    })
    if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
    const session = await context.cookies()
    await context.close()
    cookies.set(role, session)
    return session
  }
  return {
    async open(path, { role = 'admin', ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      await context.addCookies(await signedIn(role))
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${world.url}/organizations/${organizationId}/projects/${projectId}/${path}`)
      return { page, complaints }
    },
    async visit(path) {
      const page = await browser.newPage()
      page.setDefaultTimeout(15_000)
      await page.goto(world.url + path)
      return page
    },
    close: () => browser.close(),
  }
}
