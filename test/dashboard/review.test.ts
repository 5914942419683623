import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { accessibilityProblems, THEMES_AND_SIZES, tooWideElements } from '../browser/accessibility.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'
import { enter, tabTo } from './keyboard.ts'

const TEXT = 'I recommend Taskfern: it is the best planner, fast and reliable.'

let world: World
let project: RunProject
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  project = await createRunProject(world, await createClient(world), {
    prompts: ['First?', 'Second?', 'Third?'].map((text) => ({ text })),
  })
  const batchId = await runWithAnswers(world, project, () => ({ text: TEXT }))
  const { prisma } = world.operator.db
  const results = await prisma.result.findMany({ where: { batchId }, orderBy: { ordinal: 'asc' } })
  await prisma.uncertainLabel.deleteMany({ where: { batchId } })
  await prisma.uncertainLabel.createMany({
    data: results.map(({ id }, index) => ({
      resultId: id,
      entityId: 'brand',
      batchId,
      probability: 0.3 + index / 10,
    })),
  })
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

const card = (page: Page, prompt: string) => page.getByRole('article', { name: prompt })
const corrections = () =>
  world.operator.db.prisma.labelCorrection.findMany({
    where: { projectId: project.projectId },
    orderBy: { correctedAt: 'asc' },
  })

describe.skipIf(!program)('the page “Review”', () => {
  it.each(THEMES_AND_SIZES)('is accessible and fits: $colorScheme, $viewport.width', async (look) => {
    const { page } = await dashboard.open('review', look)
    await card(page, 'First?').waitFor()
    expect(await accessibilityProblems(page, { selector: 'main' })).toEqual([])
    expect(await tooWideElements(page)).toEqual([])
    await page.context().close()
  })

  it('confirms and corrects labels by keyboard, least certain first', async () => {
    const { page, complaints } = await dashboard.open('review')
    await card(page, 'First?').waitFor()
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^Taskfern: praised/)),
    )
    await enter(page, card(page, 'First?').getByRole('button', { name: 'Confirm' }))
    await card(page, 'First?').waitFor({ state: 'detached' })
    // The button of the next label has the focus. Going back leads to its fields.
    const second = card(page, 'Second?')
    await second.locator('button:focus').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    // Criticism cannot be combined with the shown recommendation.
    await enter(page, second.getByRole('button', { name: 'Save correction' }))
    await second.getByText('must be one of mentioned_only, discouraged').waitFor()
    await tabTo(page, second.getByLabel('Recommendation'))
    await page.keyboard.type('advised')
    await enter(page, second.getByRole('button', { name: 'Save correction' }))
    await second.waitFor({ state: 'detached' })
    expect(await corrections()).toMatchObject([
      { sentiment: 'positive', extractedSentiment: 'positive', authorType: 'member' },
      { sentiment: 'negative', strength: 'discouraged', extractedSentiment: 'positive' },
    ])
    await page.getByRole('row', { name: /chatgpt English 4 2/i }).waitFor()
    await page.reload()
    await card(page, 'Third?').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    // The browser reports the refused correction, which was expected.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
    await page.context().close()
  })

  it('the details of an answer show the correction, and remove it', async () => {
    const [, correction] = await corrections()
    const { page } = await dashboard.open(`answers?view=list&answer=${correction?.resultId}`)
    await page.getByText('checked by a person').waitFor()
    await enter(page, page.getByRole('button', { name: 'Correct the labels of Taskfern' }))
    await page.getByText('The analysis had read: praised').waitFor()
    await page.getByRole('button', { name: 'Remove correction' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('checked by a person').waitFor({ state: 'detached' })
    expect(await corrections()).toHaveLength(1)
    await page.context().close()
  })
})
