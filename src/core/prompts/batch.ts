import type { Prompt } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import {
  type LockedProject,
  lockOwnProject,
  splitProjectId,
  type WithProjectId,
} from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { FieldErrorCollector } from '../foundation/field-error-collector.ts'
import { badFields } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyPromptChanges, type PromptChanges } from './apply.ts'
import { type BatchInput, batchInputSchema, type CheckedBatch, PROMPT_LIMITS } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { changedPromptState, newPromptState } from './prompt-state.ts'
import { existingPrompts, takenTexts } from './read.ts'
import type { PromptRecord } from './row.ts'
import { checkDistinct, checkInput, entriesOf, textFieldsOf } from './validation.ts'

/** Result of {@link changePrompts}. Each list is in the order of the request. */
export interface ChangedPrompts {
  created: PromptRecord[]
  updated: PromptRecord[]
  /** Ids. */
  deleted: string[]
}

/**
 * Deletes, updates and creates prompts, in this order and in one transaction. If another prompt already has one of the
 * texts, the error is BAD_REQUEST rather than CONFLICT, so that it can point to the field. Members must pass
 * `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST and INVALID_PROVIDER, listing every invalid field of the batch; NOT_FOUND;
 *   PROMPT_LIMIT_EXCEEDED; CONFLICT for another version than expected
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
    const project = await lockOwnProject(ctx, db, projectId, batch)
    const changedIds = [...batch.update.map(({ id }) => id), ...batch.delete]
    const existing = await existingPrompts(db, projectId, changedIds)
    const missing = changedIds.filter((id) => !existing.has(id))
    if (missing.length > 0) throw promptsNotFound(missing)
    const problems = new FieldErrorCollector()
    const changes = planChanges(ctx, problems, { project, batch, existing })
    const replacedOrDeleted = [
      ...batch.delete,
      ...batch.update.filter(({ text }) => text !== undefined).map(({ id }) => id),
    ]
    const textFields = textFieldsOf(body)
    const texts = textFields.map(([, text]) => text)
    const taken = await takenTexts(db, projectId, texts, replacedOrDeleted)
    for (const [path, text] of textFields) {
      if (taken.has(text)) problems.add(path, 'is already the text of another prompt in the project')
    }
    problems.throwIfAny()
    await checkPromptLimit(db, project, { created: batch.create.length, deleted: batch.delete.length })
    const { created, updated } = await applyPromptChanges(ctx, db, project.id, changes)
    publish({ projectId, changed: 'prompts' })
    return { created, updated, deleted: batch.delete }
  })
}

/** Maximum number of ids in a message. */
const SHOWN_IDS = 10

function promptsNotFound(ids: readonly string[]): AppError {
  const more = ids.length > SHOWN_IDS ? ` and ${ids.length - SHOWN_IDS} more` : ''
  const names = ids.slice(0, SHOWN_IDS).join(', ')
  return new AppError('NOT_FOUND', `Prompt not found: ${names}${more}. Nothing was changed.`)
}

/**
 * Rejects batches that are too large. Runs before all other checks, because their cost grows with the number of
 * operations.
 */
function checkSize(input: unknown): void {
  const operations = ['create', 'update', 'delete'].flatMap((name) => entriesOf(input, name)).length
  if (operations <= PROMPT_LIMITS.operations) return
  throw badFields({
    body: `must contain at most ${PROMPT_LIMITS.operations} operations, but contains ${operations}`,
  })
}

/** Returns the changes for a batch, and reports invalid operations to `problems`. */
function planChanges(
  ctx: Ctx,
  problems: FieldErrorCollector,
  {
    project,
    batch,
    existing,
  }: { project: LockedProject; batch: CheckedBatch; existing: Map<string, Prompt> },
): PromptChanges {
  const update = batch.update.map((item, index) => {
    const prompt = existing.get(item.id)
    return prompt && problems.check(`update.${index}`, () => changedPromptState(ctx, prompt, item))
  })
  const create = batch.create.map((item, index) =>
    problems.check(`create.${index}`, () => newPromptState(ctx, project, item)),
  )
  return {
    delete: batch.delete,
    update: update.filter((state) => state !== undefined),
    create: create.filter((state) => state !== undefined),
  }
}
