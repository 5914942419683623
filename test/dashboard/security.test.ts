import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import type { RunProject } from '../api/run-project.ts'
import { tooWideElements } from '../browser/accessibility.ts'
import { eventually } from '../eventually.ts'
import type { World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { openHostileWorld } from './hostile-world.ts'
import { type DashboardPage, settled } from './pages.ts'

let world: World
let dashboard: Dashboard
let project: RunProject
let pages: DashboardPage[]
beforeAll(async () => {
  if (!program) return
  const hostile = await openHostileWorld()
  ;({ world, project, pages } = hostile)
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

/** Opens a page and records its dialogs, requests to other origins and violations of its Content-Security-Policy. */
async function watched(path: string): Promise<{ page: Page; incidents: string[] }> {
  const { page, complaints: incidents } = await dashboard.open(path)
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== world.url && origin !== 'null') incidents.push(`requests ${request.url()}`)
  })
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('violates ' + event.violatedDirective + ' by ' + event.blockedURI))`,
  )
  return { page, incidents }
}

const answerPath = () =>
  `answers?answer=${pages.find(({ name }) => name === 'answer')?.path.split('answer=')[1]}`

/** Returns the words in the order they are rendered from left to right, for the first text that contains all of them. */
const IN_ORDER = `(words) => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data } = texts.currentNode
    if (!words.every((word) => data.includes(word))) continue
    const left = (word) => {
      const range = document.createRange()
      range.setStart(texts.currentNode, data.indexOf(word))
      range.setEnd(texts.currentNode, data.indexOf(word) + 1)
      return range.getBoundingClientRect().left
    }
    return words.toSorted((a, b) => left(a) - left(b))
  }
}`

/** Finds elements that would run or load user-provided content. */
const LIVE_TEXT = `[...document.querySelectorAll('script:not([src^="/assets/"]), iframe, object, embed, img, a[href], form[action], [onerror], [onmouseover], [onclick]')].filter((element) => {
  if (element.localName === 'img') return !/^(\\/assets\\/|blob:)/.test(element.getAttribute('src'))
  if (element.localName !== 'a') return true
  return !['http:', 'https:', 'blob:'].includes(new URL(element.href).protocol) || (element.origin !== location.origin && element.rel !== 'noreferrer noopener')
}).map((element) => element.outerHTML.slice(0, 160))`

describe.skipIf(!program)('the dashboard in a browser', () => {
  it('never runs or loads user-provided content, on any page', async () => {
    const { page, incidents } = await watched('overview')
    for (const { name, path } of pages) {
      await page.goto(world.url + path)
      await settled(page)
      expect(await page.evaluate(LIVE_TEXT), name).toEqual([])
      expect(await page.getByText('Could not load').count(), name).toBe(0)
    }
    expect(incidents).toEqual([])
    await page.context().close()
  }, 120_000)

  it('wraps words that are longer than the screen, on phone and tablet', async () => {
    const { page } = await dashboard.open('overview')
    for (const { name, path } of pages) {
      await page.goto(world.url + path)
      await settled(page)
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        // Charts are rendered again for another width.
        await eventually(async () => expect(await tooWideElements(page), `${name}, ${width}`).toEqual([]))
      }
    }
    await page.context().close()
  }, 120_000)

  it('isolates text that changes the writing direction from its surroundings', async () => {
    const { page } = await watched(answerPath())
    await page.getByText('United States').first().waitFor()
    expect(await page.evaluate(`(${IN_ORDER})(['United', 'States'])`)).toEqual(['United', 'States'])
    await page.context().close()
  })

  it('shows the hostile answer as text, and links only to web addresses', async () => {
    const { page } = await watched(answerPath())
    await page.getByText(`<script>alert('x')</script>`).first().waitFor()
    const addresses = await page
      .locator('main a[target=_blank]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const address of addresses) expect(address).toMatch(/^https?:/)
    await page.context().close()
  })

  it.each(['//evil.example/', '/%5Cevil.example/', '/%09/evil.example/', 'javascript:alert(1)'])(
    'stays on this site after signing in with to=%s',
    async (to) => {
      const page = await signInPage(`/sign-in?to=${to}`)
      await page.waitForURL((url) => url.pathname !== '/sign-in')
      expect(new URL(page.url()).origin).toBe(world.url)
      await page.context().close()
    },
  )

  it('returns to the requested page after signing in', async () => {
    const path = `/organizations/${project.organizationId}/members`
    const page = await signInPage(path)
    await page.waitForURL(world.url + path)
    await page.context().close()
  })

  it('hides the session from scripts', async () => {
    const { page } = await watched('overview')
    expect(await page.evaluate('document.cookie')).toBe('')
    const before = await page.context().cookies()
    expect(before.find(({ name }) => name.includes('session_token'))).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      before[0]?.value,
    )
    await page.context().close()
  })

  it('rejects a member’s administrator actions, also without the user interface', async () => {
    const page = (await dashboard.open('settings', { role: 'member' })).page
    await settled(page)
    const mutations = [
      `mutation { createProject(input: { name: "Planted" }) { project { id } } }`,
      `mutation { inviteMember(input: { email: "evil@example.com", role: ADMIN }) { invitation { id } } }`,
      `mutation { deleteProject(input: { projectId: "${project.projectId}" }) { deletedProjectId } }`,
    ]
    for (const query of mutations) {
      const answer = await page.evaluate(
        `fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ query }))} }).then((response) => response.json())`,
      )
      expect(answer, query).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    }
    await page.context().close()
  })
})

/** Signs in using the form at an address. */
async function signInPage(address: string): Promise<Page> {
  const { email } = await createPerson(world, { organizationId: project.organizationId })
  const page = await dashboard.visit(address)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  return page
}
