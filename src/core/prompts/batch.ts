import type { Prompt } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { badFields } from '../parse.ts'
import { type LockedProject, lockOwnProject } from '../projects/lock-own.ts'
import { type MayNameProject, takeProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'
import { applyChanges, type PromptChanges } from './apply.ts'
import { checkDistinct, textPlaces } from './batch-duplicates.ts'
import { checkInput, entriesOf } from './check-input.ts'
import { type BatchInput, batchInputSchema, type CheckedBatch, PROMPT_LIMITS } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { Problems } from './problems.ts'
import { livingPrompts, takenTexts } from './read.ts'
import type { PromptRecord } from './record.ts'
import { changedState, newState } from './state.ts'

/** What a batch did, each list in the order of the request. */
export interface BatchOutcome {
  created: PromptRecord[]
  updated: PromptRecord[]
  /** Ids. */
  deleted: string[]
}

/**
 * Deletes, updates and creates prompts, in this order and all or none (specification §4 "POST /prompts/batch"). A text
 * that is taken is a wrong field here and not a conflict: the endpoint has no 409, and a field says which text it is.
 * A member names the project, a key has one.
 * @throws {AppError} BAD_REQUEST and INVALID_PROVIDER with every wrong field of the batch; NOT_FOUND; PROMPT_LIMIT_EXCEEDED
 */
export async function changePrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<BatchInput>
}): Promise<BatchOutcome> {
  authorize(ctx, 'prompts:write')
  const { projectId, body } = takeProject(ctx, input)
  checkSize(body)
  const batch = checkInput(ctx, batchInputSchema, body, (problems) => checkDistinct(problems, body))
  return transaction(ctx, async ({ db, publish }) => {
    const project = await lockOwnProject(ctx, db, projectId)
    const touched = [...batch.update.map(({ id }) => id), ...batch.delete]
    const living = await livingPrompts(db, projectId, touched)
    if (living.size < touched.length) throw notFound('Prompt')
    const problems = new Problems()
    const changes = plan(ctx, problems, { project, batch, living })
    const free = [
      ...batch.delete,
      ...batch.update.filter(({ text }) => text !== undefined).map(({ id }) => id),
    ]
    const places = textPlaces(body)
    const texts = places.map(([, text]) => text)
    const taken = await takenTexts(db, projectId, texts, free)
    for (const [path, text] of places) {
      if (taken.has(text)) problems.add(path, 'is the text of another prompt of the project')
    }
    problems.throwIfAny()
    await checkPromptLimit(db, project, { created: batch.create.length, deleted: batch.delete.length })
    const { created, updated } = await applyChanges(ctx, db, projectId, changes)
    publish({ projectId, changed: 'prompts' })
    return { created, updated, deleted: batch.delete }
  })
}

/** Ahead of all else: what comes after looks at each operation. */
function checkSize(input: unknown): void {
  const operations = ['create', 'update', 'delete'].flatMap((name) => entriesOf(input, name)).length
  if (operations <= PROMPT_LIMITS.operations) return
  throw badFields({
    body: `must hold at most ${PROMPT_LIMITS.operations} operations; it holds ${operations}`,
  })
}

/** The state after the batch, as far as each operation can be resolved; what cannot is noted. */
function plan(
  ctx: Ctx,
  problems: Problems,
  { project, batch, living }: { project: LockedProject; batch: CheckedBatch; living: Map<string, Prompt> },
): PromptChanges {
  const update = batch.update.map((given, index) => {
    const prompt = living.get(given.id)
    return prompt && problems.check(`update.${index}`, () => changedState(ctx, prompt, given))
  })
  const create = batch.create.map((given, index) =>
    problems.check(`create.${index}`, () => newState(ctx, project, given)),
  )
  return {
    delete: batch.delete,
    update: update.filter((state) => state !== undefined),
    create: create.filter((state) => state !== undefined),
  }
}
