import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { accessibilityProblems } from '../browser/accessibility.ts'
import { eventually } from '../eventually.ts'
import { completionOf, startScriptedModel } from '../scripted-model.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

const ANSWERS: Readonly<Record<string, string>> = {
  'Mikä on paras?':
    'Parhaat:\n\n1. Planloom on hyvä, mutta kallis.\n2. Taskfern on myös hyvä, jos se ei ole liian hidas.',
  'Is Taskfern any good?': 'Taskfern is excellent and reliable. Taskfern is terrible, slow and unreliable.',
  'Which is best?': 'I recommend Taskfern: it is the best choice.',
}

let world: World
let dashboard: Dashboard
let closeModel: () => void
beforeAll(async () => {
  if (!program) return
  const model = await startScriptedModel((question) => {
    const asked = Object.keys(ANSWERS).find((prompt) => question.includes(prompt)) ?? ''
    return completionOf({ content: ANSWERS[asked] ?? '' })
  })
  closeModel = model.close
  world = await createWorld({ providers: [{ ...model.provider, label: 'Local model' }] })
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Planloom'],
    prompts: Object.keys(ANSWERS).map((text) => ({ text, providers: ['local'], locations: ['US'] })),
  })
  await project.run()
  dashboard = await openDashboard(world, project)
}, 120_000)
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
  closeModel?.()
})

/** Opens the first answer that matches the filters. */
async function openAnswer(query: string, colorScheme: 'light' | 'dark' = 'light') {
  const opened = await dashboard.open(`answers?${query}`, { colorScheme })
  const facts = opened.page.getByRole('complementary', { name: 'Answer details' })
  await facts.waitFor()
  return { ...opened, facts, row: opened.page.getByRole('region', { name: 'Answer list' }).locator('li') }
}

describe.skipIf(!program)('an answer', () => {
  it.each(['light', 'dark'] as const)(
    'in an unsupported language says so, in the %s theme',
    async (theme) => {
      const { page, facts, row, complaints } = await openAnswer('q=Parhaat', theme)
      await facts.getByText('in Finnish', { exact: true }).waitFor()
      await facts
        .getByText('Sentiment and recommendations are not available for answers in Finnish yet.')
        .waitFor()
      expect(await facts.getByRole('listitem').filter({ hasText: 'Taskfern' }).textContent()).toMatch(
        /^Taskfern2nd of 2Correct/,
      )
      expect(await row.first().textContent()).toContain('2nd of 2 sentiment not analyzed')
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('that both praises and criticizes says so, and can be filtered by it', async () => {
    const { page, facts, row } = await openAnswer('sentiment=mixed')
    expect(await row.first().getAttribute('aria-setsize')).toBe('1')
    expect(await facts.getByRole('listitem').filter({ hasText: 'Taskfern' }).first().textContent()).toContain(
      'praised and criticized',
    )
    await page.getByText('1 of 3 answers both praise and criticize Taskfern.').waitFor()
    await page.getByRole('button', { name: 'Remove: Taskfern is praised and criticized' }).waitFor()
    await page.context().close()
  })

  it('can be filtered by its kind, which is shown with its language', async () => {
    const { page, facts, row } = await openAnswer('kind=recommendation')
    // The Finnish answer has no kind, and another answer only gives opinions.
    expect(await row.first().getAttribute('aria-setsize')).toBe('1')
    await facts.getByText('recommendation, in English').waitFor()
    await page.getByRole('button', { name: 'Remove: kind: recommendation' }).click()
    await eventually(async () => expect(await row.first().getAttribute('aria-setsize')).toBe('3'))
    await page.getByRole('button', { name: /More filters/ }).click()
    await page.getByLabel('Type of answer').selectOption({ label: 'how-to' })
    await page.getByText('No answers match these filters').waitFor()
    await page.context().close()
  })
})
