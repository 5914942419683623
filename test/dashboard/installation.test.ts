import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setOperator } from '../../src/core/members/set-operator.ts'
import { createPerson } from '../api/member-client.ts'
import { accessibilityProblems, tooWideElements } from '../browser/accessibility.ts'
import { createWorld, type World } from '../world.ts'
import { program } from './dashboard.ts'
import { openVisitors, type Visitors } from './visitors.ts'

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

describe.skipIf(!program)('the page of the installation', () => {
  it('shows operators the organizations, and fits and is accessible on a phone and in the dark', async () => {
    const person = await createPerson(world)
    await setOperator({ ctx: world.operator, input: { email: person.email, operator: true } })
    const page = await visitors.visit(`/organizations/${person.organizationId}`, person)
    await page.getByRole('link', { name: 'Installation' }).click()
    await page.getByRole('heading', { name: '1 organization' }).waitFor()
    await page.getByText('No question waits').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
  })

  it('is not offered to other members, and tells them how to become an operator', async () => {
    const person = await createPerson(world, { role: 'admin' })
    const page = await visitors.visit(`/organizations/${person.organizationId}/installation`, person)
    await page.getByText('Only operators see this page', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Installation' }).count()).toBe(0)
  })
})
