import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

let model: HeldModel
let world: World
let opened: Dashboard[] = []
beforeAll(async () => {
  if (!program) return
  model = await startHeldModel()
  world = await createWorld({
    providers: [{ ...model.provider, label: 'Held' }],
  })
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  model?.hold()
})
afterAll(async () => {
  await world?.close()
  model?.close()
})

/** A project of the brand Acme, whose organization has 100 credits, and its dashboard. */
async function open({ plan = 'pro' }: { plan?: 'free' | 'pro' } = {}) {
  const { id: organizationId } = await world.organization({ plan, credits: 100 })
  const { id: projectId } = await world.project({ organizationId, name: 'Acme', competitors: ['Globex'] })
  const dashboard = await openDashboard(world, { organizationId, projectId })
  opened.push(dashboard)
  return { organizationId, projectId, dashboard }
}

/** What the page says, with usual spaces. */
const said = async (page: Page) =>
  (await page.locator('main').allInnerTexts())
    .join(' ')
    .replaceAll(/[\u2009\u00a0]/g, ' ')
    .replaceAll(/\s+/g, ' ')

const says = (page: Page, text: string) => eventually(async () => expect(await said(page)).toContain(text))

const analysesOf = (projectId: string) =>
  world.operator.db.prisma.batch.findMany({ where: { projectId, kind: 'async' } })

/** Starts two prompts, asked twice each, and waits until the model has all four questions. */
async function startFour(dashboard: Dashboard): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await dashboard.open('analyses')
  await page.getByLabel('Prompts').fill('Which tool is best?\nWhich tool is free?')
  await page.getByLabel('How often each is asked').fill('2')
  await says(page, '4 credits 2 prompts × 1 provider × 1 country × 2 times')
  await page.getByRole('button', { name: 'Ask now' }).click()
  await page.waitForURL(/analyses\/aa_/)
  await model.waiting(4)
  return { page, complaints }
}

describe.skipIf(!program)('one-off analyses', () => {
  it('are asked in rounds where the form says how certain the mention rate is to be, and pay back what was not asked', async () => {
    const { dashboard } = await open()
    const { page } = await dashboard.open('analyses')
    await page.getByLabel('Prompts').fill('Which tool is best?')
    await page.getByLabel('How often each is asked').fill('2')
    await page.getByLabel('Until the mention rate is certain').fill('50')
    await page.getByLabel('How often each is asked at most').fill('6')
    await says(page, '6 credits 1 prompt × 1 provider × 1 country × at most 6 times')
    await page.getByRole('button', { name: 'Ask now' }).click()
    await page.waitForURL(/analyses\/aa_/)
    await model.waiting(2)
    await says(
      page,
      'Asked in rounds until the mention rate is certain to ± 50 points, at most 6 times: 1 round.',
    )
    model.answer(2)
    await says(page, 'Charged 2 Paid back 4')
    await says(page, 'points; certain enough.')
  })

  it('reserve what the form said, and are watched to their end without loading again', async () => {
    const { dashboard } = await open()
    const { page } = await startFour(dashboard)
    await says(page, 'Credits reserved 4 Charged at the end')
    await says(page, '0 of 4 questions done')
    model.answer(1)
    await says(page, '1 of 4 questions done')
    await eventually(async () => expect(await page.locator('table i[data-state="named"]').count()).toBe(1))
    model.answer(3)
    await says(page, 'Completed 4 of 4 questions done')
    await says(page, 'Charged 4 Paid back 0')
    await says(page, 'Acme is named in 4 of 4 answers: too few for a share.')
    await says(page, 'never mixed into trends')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    await page.getByRole('link', { name: 'One-off analyses' }).click()
    await says(page, 'Which tool is best? and 1 more prompt · Held · US · 2 times')
  })

  it('list their answers while they run: the first ones by themselves, further ones when asked for', async () => {
    const { dashboard } = await open()
    const { page } = await startFour(dashboard)
    const list = page.getByRole('region', { name: 'List of answers' })
    await page.getByText('No answers yet').waitFor()
    model.answer(1)
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(1))
    await says(page, 'What exactly was said 1 of 1 answer')
    await page.getByRole('heading', { name: /^Which tool is (best|free)\?$/, level: 2 }).waitFor()
    model.answer(1)
    await page.getByRole('button', { name: 'Show 1 new' }).click()
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(2))
    model.answer(2)
    await says(page, 'Completed 4 of 4 questions done')
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(4))
    await says(page, 'What exactly was said 4 of 4 answers')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })

  it('are cancelled after saying what is paid back, and pay it back', async () => {
    const { organizationId, dashboard } = await open()
    const { page } = await startFour(dashboard)
    model.answer(1)
    await says(page, '1 of 4 questions done')
    await page.getByRole('button', { name: 'Cancel analysis' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this analysis?' })
    expect(await dialog.textContent()).toContain('3 questions without an answer will not be asked any more')
    expect(await dialog.textContent()).toContain('3 credits will be paid back')
    await dialog.getByRole('button', { name: 'Cancel analysis' }).click()
    await says(page, 'Cancelled')
    await says(page, 'Charged 1 Paid back 3')
    // The questions that are no longer wanted must not take the answers of the next test.
    model.answer(3)
    const entries = await world.operator.db.prisma.creditEntry.findMany({ where: { organizationId } })
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(99)
  })

  it('that are refused say so at the line, and start nothing', async () => {
    const { projectId, dashboard } = await open()
    const { page } = await dashboard.open('analyses')
    const prompts = page.getByLabel('Prompts')
    await prompts.fill(`Fine?\n\n${'x'.repeat(5_001)}\nFine?`)
    await says(page, 'Line 4 repeats line 1; it is asked once.')
    await page.getByRole('button', { name: 'Ask now' }).click()
    await eventually(async () => expect(await said(page)).toMatch(/Line 3 must .*5,?000/))
    expect(await prompts.evaluate((area) => area === document.activeElement)).toBe(true)
    expect(await analysesOf(projectId)).toEqual([])
    await prompts.fill('Fine?')
    await eventually(async () => expect(await said(page)).not.toContain('Line 3'))
  })

  it('are started once when the form is sent twice', async () => {
    const { projectId, dashboard } = await open()
    const { page } = await dashboard.open('analyses?prompt=Is+Acme+good%3F')
    await says(page, '1 credit 1 prompt × 1 provider × 1 country × 1 time')
    expect(await page.getByLabel('Prompts').inputValue()).toBe('Is Acme good?')
    await page.getByRole('form', { name: 'New analysis' }).evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await page.waitForURL(/analyses\/aa_/)
    await model.waiting(1)
    model.answer(1)
    await says(page, 'Completed 1 of 1 questions done')
    expect(await analysesOf(projectId)).toHaveLength(1)
  })

  it('are opened by a link with the filters that it holds, and asked again', async () => {
    const { projectId, dashboard } = await open()
    const started = await startFour(dashboard)
    model.answer(4)
    await says(started.page, 'Completed')
    const [analysis] = await analysesOf(projectId)
    const { page } = await dashboard.open(`analyses/${analysis?.analysisId}?prompt=Which+tool+is+free%3F`)
    await says(page, 'What exactly was said 2 of 2 answers')
    await page.getByRole('link', { name: 'Ask again' }).click()
    await eventually(async () =>
      expect(await page.getByLabel('Prompts').inputValue()).toBe('Which tool is best?\nWhich tool is free?'),
    )
    await says(page, '4 credits 2 prompts × 1 provider × 1 country × 2 times')
    const missing = await dashboard.open('analyses/aa_00000000000000000000000000')
    await says(missing.page, 'There is no such analysis')
  })

  it('are not offered by a plan without them, which the page says', async () => {
    const { dashboard } = await open({ plan: 'free' })
    const { page } = await dashboard.open('analyses')
    await says(page, 'One-off analyses are not part of your plan.')
    expect(await page.getByRole('button', { name: 'New analysis' }).isDisabled()).toBe(true)
  })
})
