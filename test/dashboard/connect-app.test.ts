import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { accessibilityProblems } from '../browser/accessibility.ts'
import { result } from '../mcp/mcp-client.ts'
import { createOAuthApp } from '../mcp/oauth-app.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, type Visitors } from './visitors.ts'

let world: World
/** Address that the installation names to apps. */
let url: string
let visitors: Visitors
/** The app's page for the answer. */
const callback = createServer((_, response) => response.end('back in the app'))
let redirectUri: string
beforeAll(async () => {
  if (!program) return
  callback.listen(0, '127.0.0.1')
  await once(callback, 'listening')
  redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  url = world.url.replace('127.0.0.1', 'localhost')
  visitors = await openVisitors({ url })
})
afterAll(async () => {
  await visitors?.close()
  await world?.close()
  callback.close()
})

const createApp = () => createOAuthApp(url, { redirect_uris: [redirectUri] })

describe.skipIf(!program)('connecting an app', () => {
  it('asks an admin to sign in and to choose a project, returns to the app, and is undone by revoking the key', async () => {
    const { organizationId, email } = await createPerson(world, { role: 'admin' })
    await world.project({ organizationId, name: 'Taskfern' })
    const app = createApp()
    const page = await visitors.visit('/sign-in')
    await page.goto(await app.begin())
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect Claude' }).waitFor()
    await page.getByText(`Afterwards you return to ${new URL(redirectUri).host}`).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Access to').selectOption({ label: 'Project Taskfern' })
    await page.getByLabel('May').selectOption({ label: 'Read only' })
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL(`${redirectUri}*`)
    await app.finish(new URL(page.url()).searchParams)
    const client = await app.connect()
    expect(await result(client, 'get_project')).toMatchObject({ name: 'Taskfern' })
    await page.goto(`${url}/organizations/${organizationId}/keys`)
    await page.getByText('Connected app').waitFor()
    await page.getByRole('button', { name: 'Revoke Claude' }).click()
    await page.getByText('Requests of the connected app will be rejected').waitFor()
    await page.getByRole('button', { name: 'Revoke permanently' }).click()
    await page.getByText('1 revoked key').waitFor()
    await expect(client.callTool({ name: 'get_project', arguments: {} })).rejects.toThrow()
    await client.close()
  })

  it('tells members who are not admins whom to ask, and lets them return to the app', async () => {
    const { organizationId, ...person } = await createPerson(world)
    const page = await visitors.visit(`/organizations/${organizationId}`, person)
    await page.goto(await createApp().begin())
    await page.getByText(/Only administrators of .+ can connect apps/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${redirectUri}*error=access_denied*`)
  })

  it('explains a request that has expired', async () => {
    const page = await visitors.visit('/oauth/requests/unknown')
    await page.getByText('The request has expired or was opened in another browser.').waitFor()
  })
})
