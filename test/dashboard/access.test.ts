import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../src/core/members/create.ts'
import { removeMember } from '../../src/core/members/remove.ts'
import { setMemberRole } from '../../src/core/members/set-role.ts'
import { createPerson, PASSWORD } from '../api/member-client.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, rowsOf, type Visitors } from './visitors.ts'

let world: World
let visitors: Visitors

beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  visitors = await openVisitors(world)
})
afterAll(async () => {
  await visitors?.close()
  await world?.close()
})

/** Creates a member of two organizations with a project each. Returns the second organization. */
async function memberOfTwo() {
  const person = await createPerson(world)
  await world.project({ organizationId: person.organizationId, name: 'Remaining' })
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId, name: 'Confidential' })
  const input = { organizationId, email: person.email }
  const { memberId } = await createMember({ ctx: world.operator, input })
  return {
    person,
    organizationId,
    memberId,
    project: `/organizations/${organizationId}/projects/${projectId}`,
  }
}

describe.skipIf(!program)('a member who is removed while a page is open', () => {
  it('is notified without any action on a live page, and can continue to the remaining organization', async () => {
    const { person, memberId, project } = await memberOfTwo()
    const page = await visitors.visit(`${project}/runs`, person)
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    await removeMember({ ctx: world.operator, input: { id: memberId } })
    await page.getByText(/^You are no longer a member of /).waitFor()
    expect(await page.getByText('Confidential').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to your organization' }).click()
    await page.waitForURL(`**/organizations/${person.organizationId}/projects/*/overview`)
    await page.getByRole('navigation', { name: 'Project' }).waitFor()
  })

  it('is notified by the next response on other pages, without repeated requests', async () => {
    const { person, memberId, organizationId } = await memberOfTwo()
    const page = await visitors.visit(`/organizations/${organizationId}/members`, person)
    await rowsOf(page, 'Members')
    await removeMember({ ctx: world.operator, input: { id: memberId } })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked += 1
    })
    await page.getByRole('link', { name: /^Projects/ }).click()
    await page.getByText(/^You are no longer a member of /).waitFor()
    expect(await page.getByText('Confidential').count()).toBe(0)
    await page.waitForLoadState('networkidle')
    expect(asked).toBeLessThanOrEqual(3)
  })

  it('signs in again if it was the only organization, and learns that there is none left', async () => {
    const person = await createPerson(world)
    const page = await visitors.visit(`/organizations/${person.organizationId}/members`, person)
    await rowsOf(page, 'Members')
    await removeMember({ ctx: world.operator, input: { id: person.memberId } })
    await page.getByRole('link', { name: /^Projects/ }).click()
    await page.waitForURL('**/sign-in?to=*')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('You are not a member of this organization').waitFor()
  })
})

describe.skipIf(!program)('a member whose role changes while a page is open', () => {
  it('sees the new role in the list of members without a reload', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId } = admin
    const member = await createPerson(world, { organizationId })
    const page = await visitors.visit(`/organizations/${organizationId}/members`, admin)
    const name = member.email.split('@')[0] ?? ''
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('button', { name: 'Make administrator …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const roles = async () => (await rowsOf(page, 'Members')).map((cells) => cells[1])
    await eventually(async () => expect(await roles()).toEqual(['Administrator', 'Administrator']))
    const memberPage = await visitors.visit(`/organizations/${organizationId}/members`, member)
    expect(await memberPage.getByRole('button', { name: 'Invite' }).isEnabled()).toBe(true)
  })

  it('can no longer use administrator actions after giving up the role', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId } = admin
    await createPerson(world, { organizationId, role: 'admin' })
    const page = await visitors.visit(`/organizations/${organizationId}/members`, admin)
    const ownRow = page.getByRole('row').filter({ hasText: '(you)' })
    await ownRow.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: 'Make member …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make member' }).click()
    await page.getByText('Only administrators of the organization can invite').waitFor()
    expect(await page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)
  })

  it('sees the reason when the server rejects an outdated action, which is then disabled', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId, memberId } = admin
    await createPerson(world, { organizationId, role: 'admin' })
    const page = await visitors.visit(`/organizations/${organizationId}/members`, admin)
    await page.getByRole('button', { name: 'Invite' }).click()
    await setMemberRole({ ctx: world.operator, input: { id: memberId, role: 'member' } })
    await page.getByLabel('Email address').fill('bob@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /admin/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Only administrators of the organization can invite').waitFor()
  })
})

describe.skipIf(!program)('a session that ends while a page is open', () => {
  it('leads to the sign-in page and back, if the session is ended from another browser', async () => {
    const person = await createPerson(world)
    const { id: projectId } = await world.project({ organizationId: person.organizationId })
    const path = `/organizations/${person.organizationId}/projects/${projectId}/runs`
    const open = await visitors.visit(path, person)
    await open.getByRole('heading', { name: 'Runs' }).waitFor()
    const page = await visitors.visit(`/organizations/${person.organizationId}/account`, person)
    await eventually(async () => expect(await rowsOf(page, 'Sessions')).toHaveLength(2))
    await page.getByRole('button', { name: 'End all others …' }).click()
    await page.getByRole('button', { name: 'End sessions' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await rowsOf(page, 'Sessions')).toEqual([expect.arrayContaining(['Sign out'])]),
    )
    await open.waitForURL('**/sign-in?to=*')
    await open.getByLabel('Email address').fill(person.email)
    await open.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await open.keyboard.press('Enter')
    await open.waitForURL(`**${path}`)
    await open.getByRole('heading', { name: 'Runs' }).waitFor()
  })
})

describe.skipIf(!program)('an administrator', () => {
  it('creates a password reset link that works once and ends the member’s sessions', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId } = admin
    const member = await createPerson(world, { organizationId })
    const signedIn = await visitors.visit(`/organizations/${organizationId}/members`, member)
    await rowsOf(signedIn, 'Members')
    const page = await visitors.visit(`/organizations/${organizationId}/members`, admin)
    await page.getByRole('button', { name: `Actions for ${member.email.split('@')[0]}` }).click()
    await page.getByRole('button', { name: 'Reset password …' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const shown = page.getByRole('dialog', { name: 'Share this link' })
    expect(await shown.textContent()).toContain(member.email)
    const link = ((await shown.locator('pre').textContent()) ?? '').trim()
    expect(link.startsWith(`${world.url}/reset-password#token=`)).toBe(true)
    await shown.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(link)

    const guest = await visitors.visit(link.slice(world.url.length))
    await guest.getByLabel('New password').fill('short')
    await guest.keyboard.press('Enter')
    await eventually(async () =>
      expect(await guest.getByLabel('New password').getAttribute('aria-invalid')).toBe('true'),
    )
    await guest.getByLabel('New password').fill('a new long password')
    await guest.keyboard.press('Enter')
    await guest.getByText(`Sign in as ${member.email} with the new password.`).waitFor()
    await guest.getByRole('link', { name: 'Sign in' }).click()
    await guest.getByLabel('Email address').fill(member.email)
    await guest.getByLabel('Password', { exact: true }).fill('a new long password')
    await guest.keyboard.press('Enter')
    await guest.waitForURL(`**/organizations/${organizationId}`)

    await signedIn.getByRole('link', { name: /^Projects/ }).click()
    await signedIn.waitForURL('**/sign-in?to=*')
    const again = await visitors.visit(link.slice(world.url.length))
    await again.getByLabel('New password').fill('another long password')
    await again.keyboard.press('Enter')
    await again.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  it('revokes an invitation, which makes its link invalid', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const page = await visitors.visit(`/organizations/${admin.organizationId}/members`, admin)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Email address').fill('carol@example.com')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Share this invitation' })
    const link = ((await shown.locator('pre').textContent()) ?? '').trim()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke the invitation for carol@example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No pending invitations.').waitFor()
    const guest = await visitors.visit(link.slice(world.url.length))
    await guest.getByRole('heading', { name: 'This invitation cannot be accepted' }).waitFor()
    const cut = await visitors.visit(link.slice(world.url.length, -1))
    await cut.getByText('The link is incomplete. Open it exactly as it was sent to you.').waitFor()
  })

  it('renames a project everywhere, without changing the brand it searches for', async () => {
    const admin = await createPerson(world, { role: 'admin' })
    const { organizationId } = admin
    await world.project({ organizationId, name: 'Globex' })
    const { id: projectId } = await world.project({ organizationId, name: 'Acme' })
    const page = await visitors.visit(`/organizations/${organizationId}/projects/${projectId}/runs`, admin)
    const choice = page.getByLabel('Project', { exact: true }).first()
    await choice.waitFor()
    await page
      .getByRole('link', { name: /^Projects/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Actions for Acme' }).click()
    await page.getByRole('button', { name: 'Rename …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename project' })
    await dialog.getByLabel('Name').fill('   ')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true'),
    )
    await dialog.getByLabel('Name').fill('Acme in Germany')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const named = async () => (await rowsOf(page, 'Projects')).map(([name, brand]) => [name, brand]).sort()
    await eventually(async () =>
      expect(await named()).toEqual([
        ['Acme in Germany', 'Acme'],
        ['Globex', 'Globex'],
      ]),
    )
    await page.getByRole('link', { name: 'Acme in Germany' }).click()
    await eventually(async () =>
      expect(await choice.locator('option').allTextContents()).toContain('Acme in Germany'),
    )
  })
})
