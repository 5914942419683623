import type { Prompt } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { badFields } from '../parse.ts'
import { type LockedProject, lockOwnProject, splitProjectId, type WithProjectId } from '../project-access.ts'
import { transaction } from '../transaction.ts'
import { applyPromptChanges, type PromptChanges } from './apply.ts'
import { type BatchInput, batchInputSchema, type CheckedBatch, PROMPT_LIMITS } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { changedPromptState, newPromptState } from './prompt-state.ts'
import { existingPrompts, takenTexts } from './read.ts'
import type { PromptRecord } from './row.ts'
import { checkDistinct, checkInput, entriesOf, FieldErrorCollector, namedTexts } from './validation.ts'

/** The result of {@link changePrompts}, each list in the order of the request. */
export interface ChangedPrompts {
  created: PromptRecord[]
  updated: PromptRecord[]
  /** Ids. */
  deleted: string[]
}

/**
 * Deletes, updates and creates prompts, in this order and in one transaction. A text that another prompt has is a
 * BAD_REQUEST here and not a CONFLICT, so that the error can name its field. A member names the project, a project key does not.
 * @throws {AppError} BAD_REQUEST and INVALID_PROVIDER with every wrong field of the batch; NOT_FOUND; PROMPT_LIMIT_EXCEEDED
 */
export async function changePrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<BatchInput>
}): Promise<ChangedPrompts> {
  authorize(ctx, 'prompts:write')
  const { projectId, body } = splitProjectId(ctx, input)
  checkSize(body)
  const batch = checkInput(ctx, batchInputSchema, body, (problems) => checkDistinct(problems, body))
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId)
    const changedIds = [...batch.update.map(({ id }) => id), ...batch.delete]
    const existing = await existingPrompts(db, projectId, changedIds)
    if (existing.size < changedIds.length) throw notFound('Prompt')
    const problems = new FieldErrorCollector()
    const changes = planChanges(ctx, problems, { project, batch, existing })
    const released = [
      ...batch.delete,
      ...batch.update.filter(({ text }) => text !== undefined).map(({ id }) => id),
    ]
    const places = namedTexts(body)
    const texts = places.map(([, text]) => text)
    const taken = await takenTexts(db, projectId, texts, released)
    for (const [path, text] of places) {
      if (taken.has(text)) problems.add(path, 'is the text of another prompt of the project')
    }
    problems.throwIfAny()
    await checkPromptLimit(db, project, { created: batch.create.length, deleted: batch.delete.length })
    const { created, updated } = await applyPromptChanges(ctx, db, projectId, changes)
    publish({ projectId, changed: 'prompts' })
    return { created, updated, deleted: batch.delete }
  })
}

/** Checked before everything else, which takes time for each operation. */
function checkSize(input: unknown): void {
  const operations = ['create', 'update', 'delete'].flatMap((name) => entriesOf(input, name)).length
  if (operations <= PROMPT_LIMITS.operations) return
  throw badFields({
    body: `must hold at most ${PROMPT_LIMITS.operations} operations; it holds ${operations}`,
  })
}

/** The changes of the batch; operations that are invalid are reported to `problems`. */
function planChanges(
  ctx: Ctx,
  problems: FieldErrorCollector,
  {
    project,
    batch,
    existing,
  }: { project: LockedProject; batch: CheckedBatch; existing: Map<string, Prompt> },
): PromptChanges {
  const update = batch.update.map((given, index) => {
    const prompt = existing.get(given.id)
    return prompt && problems.check(`update.${index}`, () => changedPromptState(ctx, prompt, given))
  })
  const create = batch.create.map((given, index) =>
    problems.check(`create.${index}`, () => newPromptState(ctx, project, given)),
  )
  return {
    delete: batch.delete,
    update: update.filter((state) => state !== undefined),
    create: create.filter((state) => state !== undefined),
  }
}
