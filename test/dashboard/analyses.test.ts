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
  for (const dashboard of opened) await dashboard.close()
  opened = []
  model?.hold()
})
afterAll(async () => {
  await world?.close()
  model?.close()
})

/** Opens the dashboard of a new project for the brand Acme. The organization has 100 credits. */
async function open({ plan = 'pro' }: { plan?: 'free' | 'pro' } = {}) {
  const { id: organizationId } = await world.organization({ plan, credits: 100 })
  const { id: projectId } = await world.project({ organizationId, name: 'Acme', competitors: ['Globex'] })
  const dashboard = await openDashboard(world, { organizationId, projectId })
  opened.push(dashboard)
  return { organizationId, projectId, dashboard }
}

/** Returns the text of the page with normalized spaces. */
const said = async (page: Page) =>
  (await page.locator('main').allInnerTexts())
    .join(' ')
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .replaceAll(/\s+/g, ' ')

const says = (page: Page, text: string) => eventually(async () => expect(await said(page)).toContain(text))

const analysesOf = (projectId: string) =>
  world.operator.db.prisma.batch.findMany({ where: { projectId, kind: 'async' } })

/** Starts two prompts with two repetitions, and waits until the model has received all four questions. */
async function startFour(dashboard: Dashboard): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await dashboard.open('analyses')
  await page.getByLabel('Prompts').fill('Which tool is best?\nWhich tool is free?')
  await page.getByLabel('Repetitions').fill('2')
  await says(page, '4 credits 2 prompts × 1 provider × 1 country × 2 times')
  await page.getByRole('button', { name: 'Start analysis' }).click()
  await page.waitForURL(/analyses\/aa_/)
  await model.waiting(4)
  return { page, complaints }
}

describe.skipIf(!program)('one-off analyses', () => {
  it('run in rounds until the target precision is reached, and refund unused credits', async () => {
    const { dashboard } = await open()
    const { page } = await dashboard.open('analyses')
    await page.getByLabel('Prompts').fill('Which tool is best?')
    await page.getByLabel('Repetitions').fill('2')
    await page.getByLabel('Target precision').fill('50')
    await page.getByLabel('Maximum repetitions').fill('6')
    await says(page, '6 credits 1 prompt × 1 provider × 1 country × at most 6 times')
    await page.getByRole('button', { name: 'Start analysis' }).click()
    await page.waitForURL(/analyses\/aa_/)
    await model.waiting(2)
    await says(
      page,
      'Asked in rounds until the mention rate is precise to ± 50 points, at most 6 times: 1 round.',
    )
    model.answer(2)
    await says(page, 'Charged 2 Refunded 4')
    await says(page, 'points; target precision reached.')
  })

  it('reserve the estimated credits, and show their progress without a reload', async () => {
    const { dashboard } = await open()
    const { page } = await startFour(dashboard)
    await says(page, 'Credits reserved 4 Charged at the end')
    await says(page, '0 of 4 questions completed')
    model.answer(1)
    await says(page, '1 of 4 questions completed')
    await eventually(async () => expect(await page.locator('table i[data-state="named"]').count()).toBe(1))
    model.answer(3)
    await says(page, 'Completed 4 of 4 questions completed')
    await says(page, 'Charged 4 Refunded 0')
    await says(page, 'Acme is mentioned in 4 of 4 answers: too few for a percentage.')
    await says(page, 'never affects trends')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    await page.getByRole('link', { name: 'One-off analyses' }).click()
    await says(page, 'Which tool is best? and 1 more prompt · Held · US · 2 times')
  })

  it('list answers while running: the first ones automatically, later ones on request', async () => {
    const { dashboard } = await open()
    const { page } = await startFour(dashboard)
    const list = page.getByRole('region', { name: 'Answer list' })
    await page.getByText('No answers yet').waitFor()
    model.answer(1)
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(1))
    await says(page, 'Answers 1 of 1 answer')
    await page.getByRole('heading', { name: /^Which tool is (best|free)\?$/, level: 2 }).waitFor()
    model.answer(1)
    await page.getByRole('button', { name: 'Show 1 new' }).click()
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(2))
    model.answer(2)
    await says(page, 'Completed 4 of 4 questions completed')
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(4))
    await says(page, 'Answers 4 of 4 answers')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })

  it('show the refund before they are canceled, and then refund it', async () => {
    const { organizationId, dashboard } = await open()
    const { page } = await startFour(dashboard)
    model.answer(1)
    await says(page, '1 of 4 questions completed')
    await page.getByRole('button', { name: 'Cancel analysis' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this analysis?' })
    expect(await dialog.textContent()).toContain('3 questions will be skipped')
    expect(await dialog.textContent()).toContain('3 credits refunded')
    await dialog.getByRole('button', { name: 'Cancel analysis' }).click()
    await says(page, 'Canceled')
    await says(page, 'Charged 1 Refunded 3')
    // Answer the canceled questions, so that they do not consume the answers of the next test.
    model.answer(3)
    const entries = await world.operator.db.prisma.creditEntry.findMany({ where: { organizationId } })
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(99)
  })

  it('show validation errors at the line, and do not start', async () => {
    const { projectId, dashboard } = await open()
    const { page } = await dashboard.open('analyses')
    const prompts = page.getByLabel('Prompts')
    await prompts.fill(`Fine?\n\n${'x'.repeat(5_001)}\nFine?`)
    await says(page, 'Line 4 repeats line 1 and will be asked once.')
    await page.getByRole('button', { name: 'Start analysis' }).click()
    await eventually(async () => expect(await said(page)).toMatch(/Line 3 must .*5,?000/))
    expect(await prompts.evaluate((area) => area === document.activeElement)).toBe(true)
    expect(await analysesOf(projectId)).toEqual([])
    await prompts.fill('Fine?')
    await eventually(async () => expect(await said(page)).not.toContain('Line 3'))
  })

  it('start once if the form is submitted twice', async () => {
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
    await says(page, 'Completed 1 of 1 questions completed')
    expect(await analysesOf(projectId)).toHaveLength(1)
  })

  it('open with the filters of a link, and can be asked again', async () => {
    const { projectId, dashboard } = await open()
    const started = await startFour(dashboard)
    model.answer(4)
    await says(started.page, 'Completed')
    const [analysis] = await analysesOf(projectId)
    const { page } = await dashboard.open(`analyses/${analysis?.analysisId}?prompt=Which+tool+is+free%3F`)
    await says(page, 'Answers 2 of 2 answers')
    await page.getByRole('link', { name: 'Ask again' }).click()
    await eventually(async () =>
      expect(await page.getByLabel('Prompts').inputValue()).toBe('Which tool is best?\nWhich tool is free?'),
    )
    await says(page, '4 credits 2 prompts × 1 provider × 1 country × 2 times')
    const missing = await dashboard.open('analyses/aa_00000000000000000000000000')
    await says(missing.page, 'Analysis not found')
  })

  it('are not available in a plan without them, and the page says so', async () => {
    const { dashboard } = await open({ plan: 'free' })
    const { page } = await dashboard.open('analyses')
    await says(page, 'One-off analyses are not part of your plan.')
    expect(await page.getByRole('button', { name: 'New analysis' }).isDisabled()).toBe(true)
  })
})
