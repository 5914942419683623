import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { type DashboardPage, pagesOf, settled } from './pages.ts'

/** Executes if it is taken for HTML, and for the attribute of an element too. */
const EVIL = `"><img src=x onerror="alert('x')"><script>alert('x')</script>`

let world: World
let dashboard: Dashboard
let project: RunProject
let pages: DashboardPage[]
beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: false })
  project = await createRunProject(world, await createClient(world), {
    competitors: [`Globex ${EVIL}`],
    prompts: [{ text: `Which is best? ${EVIL}`, tags: [`Tag ${EVIL}`] }],
  })
  pages = pagesOf({ ...project, ...(await fill(project)) })
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

/** Puts hostile texts and addresses wherever others can write: websites that are read, assistants, and callers of the API. */
async function fill({ organizationId, projectId, call }: RunProject) {
  const { prisma } = world.operator.db
  const name = `Taskfern ${EVIL}`
  await prisma.organization.update({ where: { id: organizationId }, data: { name } })
  await prisma.project.update({
    where: { id: projectId },
    data: { displayName: name, analysisBrandName: 'Taskfern', aliases: [EVIL], description: EVIL },
  })
  const proposals = [
    { kind: 'competitor', payload: { name: EVIL, url: 'https://evil.example/"onmouseover="alert(1)' } },
    { kind: 'description', payload: { text: EVIL } },
    { kind: 'prompt', payload: { text: EVIL, branded: false } },
  ]
  await prisma.setupProposal.createMany({
    data: proposals.map((proposal) => ({ id: newId(), projectId, ...proposal })),
  })
  const text = `Taskfern is best. ${EVIL} [open](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) ![i](https://evil.example/pixel.png) <iframe src="https://evil.example"></iframe> <https://evil.example/auto>`
  const sources = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://evil.example/"onmouseover="alert(1)',
  ]
  const citations = sources.map((url, index) => ({
    url,
    title: EVIL,
    position: index + 1,
    kind: 'cited' as const,
  }))
  const runId = await runWithAnswers(world, project, () => ({ text, citations }))
  await prisma.result.updateMany({ where: { batchId: runId }, data: { modelReported: EVIL } })
  const result = await prisma.result.findFirstOrThrow({ where: { batchId: runId } })
  const { body } = await call('POST /v1/async-analysis', {
    json: { prompt: `Which one? ${EVIL}`, replicates: 1, providers: ['chatgpt'], locations: ['US'] },
  })
  return { runId, resultId: result.id, analysisId: body.data?.analysisId ?? 'none' }
}

/** Opens a page whose dialogs, foreign requests and violations of its policy are recorded. */
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

/** What of a page would execute or load what somebody else wrote. */
const LIVE_TEXT = `[...document.querySelectorAll('script:not([src^="/assets/"]), iframe, object, embed, img, a[href], form[action], [onerror], [onmouseover], [onclick]')].filter((element) => {
  if (element.localName === 'img') return !/^(\\/assets\\/|blob:)/.test(element.getAttribute('src'))
  if (element.localName !== 'a') return true
  return !['http:', 'https:', 'blob:'].includes(new URL(element.href).protocol) || (element.origin !== location.origin && element.rel !== 'noreferrer noopener')
}).map((element) => element.outerHTML.slice(0, 160))`

describe.skipIf(!program)('the dashboard in a browser', () => {
  it('executes and loads nothing of what others wrote, on any page', async () => {
    const { page, incidents } = await watched('overview')
    for (const { name, path } of pages) {
      await page.goto(world.url + path)
      await settled(page)
      expect(await page.evaluate(LIVE_TEXT), name).toEqual([])
    }
    expect(incidents).toEqual([])
    await page.context().close()
  }, 120_000)

  it('shows the hostile answer as it was written, and links only to the web', async () => {
    const { page } = await watched(
      `answers?answer=${pages.find(({ name }) => name === 'answer')?.path.split('answer=')[1]}`,
    )
    await page.getByText(`<script>alert('x')</script>`).first().waitFor()
    const addresses = await page
      .locator('main a[target=_blank]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const address of addresses) expect(address).toMatch(/^https?:/)
    await page.context().close()
  })

  it.each(['//evil.example/', '/%5Cevil.example/', '/%09/evil.example/'])(
    'stays on this site after signing in with to=%s',
    async (to) => {
      const page = await signInPage(`/sign-in?to=${to}`)
      await page.waitForURL((url) => url.pathname !== '/sign-in')
      expect(new URL(page.url()).origin).toBe(world.url)
      await page.context().close()
    },
  )

  it('opens the page that was asked for after signing in', async () => {
    const path = `/organizations/${project.organizationId}/members`
    const page = await signInPage(path)
    await page.waitForURL(world.url + path)
    await page.context().close()
  })

  it('keeps the session from scripts', async () => {
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

  it('refuses a member what needs an admin, also where the page is passed by', async () => {
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

/** Signs in with the form at an address, which a visitor without a session was given. */
async function signInPage(address: string): Promise<Page> {
  const { email } = await createPerson(world, { organizationId: project.organizationId })
  const page = await dashboard.visit(address)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  return page
}
