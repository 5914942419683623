import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { createPerson } from '../api/member-client.ts'
import { openReceiver, type Receiver } from '../api/webhook-receiver.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { codesFrom, openVisitors, rowsOf, type Visitors } from './visitors.ts'

let world: World
let visitors: Visitors
let receiver: Receiver

beforeAll(async () => {
  if (!program) return
  receiver = await openReceiver()
  world = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: receiver.address },
  })
  visitors = await openVisitors(world)
})
afterAll(async () => {
  await visitors?.close()
  await world?.close()
  await receiver?.close()
})

/** Creates an organization with a project and an administrator. */
async function tenant({ credits = 0, plan = 'pro' }: { credits?: number; plan?: 'free' | 'pro' } = {}) {
  const { id: organizationId } = await world.organization({ credits, plan })
  const { id: projectId } = await world.project({ organizationId })
  const admin = await createPerson(world, { organizationId, role: 'admin' })
  return { organizationId, projectId, admin, home: `/organizations/${organizationId}` }
}

/** Runs an analysis of one prompt with a webhook, and waits until the webhook was called. */
async function analysed({ organizationId, projectId }: { organizationId: string; projectId: string }) {
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organizationId),
    input: {
      projectId,
      prompt: 'Which tool is best?',
      providers: ['chatgpt'],
      locations: ['US'],
      replicates: 3,
      webhook: { url: receiver.url },
    },
  })
  const call = await receiver.next()
  return { analysisId: analysis.analysisId ?? '', call }
}

describe.skipIf(!program)('the pages of an organization', () => {
  it('an API key is created, shown once, gives access to the project over REST, and is rejected after it is revoked', async () => {
    const { home, admin, projectId } = await tenant()
    const page = await visitors.visit(`${home}/keys`, admin)
    await page.getByRole('button', { name: 'New key' }).first().press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Weekly report')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Your new API key' })
    const key = ((await shown.locator('pre').first().textContent()) ?? '').trim()
    expect(key).toMatch(/^svc_/)
    expect(await shown.textContent()).toContain(
      `curl ${world.url}/v1/project -H "Authorization: Bearer ${key}"`,
    )
    const read = () => fetch(`${world.url}/v1/project`, { headers: { Authorization: `Bearer ${key}` } })
    const answer = await read()
    expect(answer.status).toBe(200)
    expect((await answer.json()).data.id).toBe(projectId)
    await shown.getByRole('button', { name: 'Done' }).press('Enter')
    expect(await page.content()).not.toContain(key)
    await page.reload()
    const [row] = await rowsOf(page, 'Active keys')
    const prefix = row?.[0]?.replace('Weekly report', '') ?? ''
    expect(row?.slice(0, 2)).toEqual([`Weekly report${prefix}`, 'Taskfern'])
    expect(key.startsWith(prefix.replace('…', ''))).toBe(true)
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
    await page.getByRole('button', { name: 'Revoke permanently' }).click()
    await page.getByText('No active keys').waitFor()
    await eventually(async () => expect((await read()).status).toBe(401))
    await page.getByText('1 revoked key').click()
    expect((await rowsOf(page, 'Revoked keys'))[0]?.[0]).toContain('Weekly report')
  })

  it('a plain member sees why actions are disabled, and the server rejects them too', async () => {
    const { home, organizationId, projectId } = await tenant()
    const member = await createPerson(world, { organizationId })
    const page = await visitors.visit(home, member)
    for (const [path, button, reason] of [
      ['', 'New project', 'create and delete projects'],
      ['/keys', 'New key', 'create and revoke API keys'],
      ['/members', 'Invite', 'invite and remove people'],
      ['/deliveries', 'Show', 'resend webhooks and view or replace the signing secret'],
      ['/deliveries', 'Replace …', 'resend webhooks and view or replace the signing secret'],
    ] as const) {
      await page.goto(`${world.url}${home}${path}`)
      const action = page.getByRole('button', { name: button, exact: true }).first()
      await action.waitFor()
      expect(await action.isDisabled(), button).toBe(true)
      await page.getByText(`Only administrators of the organization can ${reason}`).first().waitFor()
    }
    for (const mutation of [
      `createApiKey(input: { projectId: "${projectId}" }) { key }`,
      'inviteMember(input: { email: "eve@example.com" }) { link }',
      'createProject(input: { name: "Other" }) { project { id } }',
      `deleteProject(input: { projectId: "${projectId}" }) { databaseId }`,
      'rotateWebhookSecret(input: {}) { secret }',
    ])
      expect(await codesFrom(page, `mutation { ${mutation} }`), mutation).toEqual(['FORBIDDEN'])
  })

  it('an invitation is shared as a link and accepted in another browser', async () => {
    const { home, admin } = await tenant()
    const page = await visitors.visit(`${home}/members`, admin)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Email address').fill('not an address')
    await page.keyboard.press('Enter')
    const field = page.getByLabel('Email address')
    await eventually(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'))
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('bob@example.com')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Share this invitation' })
    const link = ((await shown.locator('pre').textContent()) ?? '').trim()
    expect(link.startsWith(`${world.url}/accept-invitation#token=`)).toBe(true)
    await shown.getByRole('button', { name: 'Done' }).click()
    expect((await rowsOf(page, 'Invitations'))[0]?.slice(0, 2)).toEqual(['bob@example.com', 'Member'])

    const path = link.slice(world.url.length)
    const guest = await visitors.visit(path)
    await guest.getByLabel('Your name').fill('Bob')
    await guest.getByLabel('New password').fill('a long password')
    await guest.keyboard.press('Enter')
    await guest.waitForURL(`**${home}/**`)
    await page.reload()
    const rows = await rowsOf(page, 'Members')
    expect(rows.map(([who]) => who)).toEqual([expect.stringContaining('(you)'), 'Bob bob@example.com'])
    const again = await visitors.visit(path)
    await again.getByRole('heading', { name: 'This invitation cannot be accepted' }).waitFor()
  })

  it('the last administrator cannot be removed, and the dialog shows the server’s message', async () => {
    const { home, admin } = await tenant()
    const page = await visitors.visit(`${home}/members`, admin)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: 'Leave …' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/admin/)
  })

  it('the credit history shows exact amounts, links to the analysis, and can be exported', async () => {
    const owner = await tenant({ credits: 1_000 })
    const { analysisId } = await analysed(owner)
    const page = await visitors.visit(`${owner.home}/credits`, owner.admin)
    await page.getByRole('link', { name: 'Taskfern' }).first().waitFor()
    const lines = await rowsOf(page, 'Credit history')
    expect(lines.map((cells) => cells.slice(1))).toEqual([
      ['Used', '3 of the reserved credits used · Taskfern', '0', '997'],
      ['Reserved', 'Reserved for a one-off analysis · Taskfern', '−3', '997'],
      ['Added', 'Added by the operator', '+1,000', '1,000'],
    ])
    expect(await page.getByText('Available credits').locator('..').textContent()).toMatch(/997$/)
    const link = page.getByRole('link', { name: 'Taskfern' }).first()
    expect(await link.getAttribute('href')).toBe(
      `${owner.home}/projects/${owner.projectId}/analyses/${analysisId}`,
    )
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'JSON' }).click()
    const { rows } = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(rows).toMatchObject([
      { kind: 'charge', amount: 0, balance_after: 997, for_analysis: analysisId },
      { kind: 'reserve', amount: -3, balance_after: 997, for_analysis: analysisId },
      { kind: 'grant', amount: 1000, balance_after: 1000, for_analysis: null },
    ])
  })

  it('a webhook delivery shows its payload and can be resent; the new attempt appears automatically', async () => {
    const owner = await tenant({ credits: 10 })
    const { call } = await analysed(owner)
    const page = await visitors.visit(`${owner.home}/deliveries`, owner.admin)
    await page.getByText('Delivered').waitFor()
    expect((await rowsOf(page, 'Webhook deliveries'))[0]?.slice(2)).toEqual([
      '204',
      '1',
      'Taskfern',
      receiver.url,
    ])
    await page.getByRole('button', { name: 'Analysis completed' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Analysis completed' })
    const body = (await dialog.getByRole('region', { name: 'Payload' }).textContent()) ?? ''
    expect(JSON.parse(body)).toEqual(JSON.parse(call.body))
    expect(page.url()).toContain(`?delivery=${call.headers['webhook-id']}`)
    await dialog.getByRole('button', { name: 'Resend' }).click()
    expect((await receiver.next()).headers['webhook-id']).toBe(call.headers['webhook-id'])
    await dialog.getByRole('heading', { name: '2 attempts' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await rowsOf(page, 'Webhook deliveries'))[0]?.slice(2, 4)).toEqual(['204', '2'])
  })

  it('the signing secret can be shown and replaced', async () => {
    const { home, admin } = await tenant()
    const page = await visitors.visit(`${home}/deliveries`, admin)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const secret = async (name: string) =>
      ((await page.getByRole('dialog', { name }).locator('pre').textContent()) ?? '').trim()
    const before = await secret('Signing secret')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Replace …' }).click()
    await page.getByRole('button', { name: 'Replace secret' }).click()
    const after = await secret('New signing secret')
    expect(after).toMatch(/^whsec_/)
    expect(after).not.toBe(before)
  })

  it('a new project opens its setup, and is deleted only after its name was typed', async () => {
    const { home, admin } = await tenant()
    const page = await visitors.visit(home, admin)
    await page.getByText('1 of 25 projects in the Pro plan').waitFor()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Brand').fill('Globex')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/start')
    await page.getByLabel('Questions').waitFor()
    await page
      .getByRole('link', { name: /^Projects/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Actions for Globex' }).click()
    await page.getByRole('button', { name: 'Delete …' }).click()
    const remove = page.getByRole('button', { name: 'Delete permanently' })
    expect(await remove.isDisabled()).toBe(true)
    await page.getByLabel('Type “Globex” to confirm').fill('Globex')
    await remove.click()
    await page.getByText('1 of 25 projects in the Pro plan').waitFor()
    expect((await rowsOf(page, 'Projects')).map(([name]) => name)).toEqual(['Taskfern'])
  })

  it('a full plan is reported before a project can be created', async () => {
    const { home, admin } = await tenant({ plan: 'free' })
    const page = await visitors.visit(home, admin)
    await page.getByText('1 of 1 project in the Free plan. Your plan’s limit is reached').waitFor()
    expect(await page.getByRole('button', { name: 'New project' }).isDisabled()).toBe(true)
  })
})
