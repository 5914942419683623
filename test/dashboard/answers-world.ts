import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { completionOf, startScriptedModel } from '../scripted-model.ts'
import { createWorld, type World } from '../world.ts'

const WEEK = 7 * 24 * 60 * 60 * 1000

/** Texts that would have an effect if they were interpreted as more than text. */
export const HOSTILE = {
  prompt: 'Best tool <img src=x onerror="alert(1)"> for teams?',
  competitor: 'Globex <img src=x onerror=alert(2)>',
  answer: [
    'Take **Taskfern** &amp; <img src=x onerror="alert(3)"> or <script>alert(4)</script>.',
    '[click](javascript:alert(5)) ![picture](data:image/svg+xml,<svg/onload=alert(6)>) [data](data:text/html,<script>alert(7)</script>)',
    'See [<img src=x onerror=alert(8)>](https://evil.example/"onmouseover="alert(9)) and ![shown](https://evil.example/pixel.png).',
    '<javascript:alert(10)> [ref][1]',
    '[1]: javascript:alert(11) "title"',
  ].join('\n\n'),
}

const PROMPTS = {
  hostile: HOSTILE.prompt,
  board: 'Which board is best?',
  missing: 'Which kanban tool?',
  denied: 'What is Taskfern?',
  refused: 'Is it legal?',
  failed: 'Does it break?',
}

const BOARD = {
  first:
    'For boards:\n\n1. **Planloom** is the best choice.\n2. *Taskfern* is slow and expensive.\n\nTaskfern has a timer.',
  second:
    'For boards:\n\n1. **Taskfern** is the best choice, fast and reliable.\n2. *Quillstack* is fine.\n\nTaskfern has a timer. See [a review](https://reviews.example/boards).',
}

/** Creates a project with two runs, a week apart. Each run asks six questions from two countries. */
export async function openAnswersWorld(): Promise<{
  world: World
  project: RunProject
  /** Database ids of the runs. */
  runs: { first: string; second: string }
  /** Returns the database id of an answer by run, prompt and country. */
  resultOf(run: string, prompt: keyof typeof PROMPTS, location?: 'DE' | 'US'): Promise<string>
  close(): Promise<void>
}> {
  let board = BOARD.first
  const model = await startScriptedModel((question) => {
    if (question.includes(PROMPTS.hostile)) return completionOf({ content: HOSTILE.answer })
    if (question.includes(PROMPTS.board)) return completionOf({ content: board })
    if (question.includes(PROMPTS.missing)) return completionOf({ content: 'Planloom is popular.' })
    if (question.includes(PROMPTS.denied))
      return completionOf({ content: 'I could not find any information about Taskfern.' })
    if (question.includes(PROMPTS.refused)) return completionOf({ refusal: 'I cannot help with that.' })
    return { unreadable: true }
  })
  const world = await createWorld({ providers: [{ ...model.provider, label: 'Local model' }] })
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Planloom', 'Quillstack', HOSTILE.competitor],
    prompts: Object.values(PROMPTS).map((text) => ({ text, providers: ['local'], locations: ['DE', 'US'] })),
  })
  const { prisma } = world.operator.db
  const first = await project.run()
  const earlier = new Date(Date.now() - WEEK)
  await prisma.batch.update({ where: { id: first }, data: { createdAt: earlier, finishedAt: earlier } })
  await project.freeManualRun()
  board = BOARD.second
  const second = await project.run()
  return {
    world,
    project,
    runs: { first, second },
    async resultOf(run, prompt, location = 'US') {
      const { ordinal } = await prisma.batchPrompt.findFirstOrThrow({
        where: { batchId: run, text: PROMPTS[prompt] },
      })
      const where = { batchId: run, promptOrdinal: ordinal, location }
      return (await prisma.result.findFirstOrThrow({ where })).id
    },
    async close() {
      await world.close()
      model.close()
    },
  }
}
