import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import type { LockedProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { FieldErrorCollector } from '../foundation/field-error-collector.ts'
import { applyPromptChanges, type PromptState } from './apply.ts'
import type { ListedPrompt } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { changedPromptState, newPromptState } from './prompt-state.ts'

/**
 * Replaces all prompts of the project with a list. An entry with the id or the exact text of an existing prompt updates
 * that prompt, which keeps its id, its history and all omitted fields. Prompts that are not in the list are deleted.
 * @throws {AppError} NOT_FOUND for an id that is not a prompt of the project; BAD_REQUEST, listing every invalid
 *   field; PROMPT_LIMIT_EXCEEDED
 */
export async function replacePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  { project, list, path }: { project: LockedProject; list: readonly ListedPrompt[]; path: string },
): Promise<void> {
  const existing = await db.prompt.findMany({ where: { projectId: project.id, deletedAt: null } })
  const matches = matchExisting(list, existing)
  const problems = new FieldErrorCollector()
  const create: PromptState[] = []
  const update: (PromptState & { id: string })[] = []
  const texts = new Map<string, string>()
  list.forEach((entry, index) => {
    const field = `${path}.${index}`
    const match = matches[index]
    const text = entry.text ?? match?.text ?? ''
    const first = texts.get(text)
    if (first === undefined) texts.set(text, field)
    else problems.add(field, `has the same text as ${first}`)
    if (match && matches.indexOf(match) < index)
      problems.add(field, 'refers to the same prompt as an earlier entry')
    problems.check(field, () => {
      if (match) update.push(changedPromptState(ctx, match, entry))
      else create.push(newPromptState(ctx, project, { ...entry, text }))
    })
  })
  problems.throwIfAny()
  const kept = new Set(update.map(({ id }) => id))
  const removed = existing.map(({ id }) => id).filter((id) => !kept.has(id))
  await checkPromptLimit(db, project, { created: create.length, deleted: removed.length })
  const byId = new Map(existing.map((prompt) => [prompt.id, prompt]))
  const changed = update.filter((state) => !isSame(state, byId.get(state.id)))
  await applyPromptChanges(ctx, db, project.id, { create, update: changed, delete: removed })
}

/** Returns the existing prompt for each entry, matched by id or otherwise by text. New entries get undefined. */
function matchExisting(list: readonly ListedPrompt[], existing: readonly Prompt[]): (Prompt | undefined)[] {
  const byId = new Map(existing.map((prompt) => [prompt.id, prompt]))
  const matchedById = new Set(list.map(({ id }) => id))
  const byText = new Map(
    existing.filter(({ id }) => !matchedById.has(id)).map((prompt) => [prompt.text, prompt]),
  )
  return list.map(({ id, text }) => {
    if (id === undefined) return byText.get(text ?? '')
    const match = byId.get(id)
    if (!match) throw notFound('Prompt')
    return match
  })
}

/** Returns whether a state equals the stored prompt. Such prompts are not updated and keep their `updatedAt`. */
function isSame(state: PromptState & { id: string }, prompt: Prompt | undefined): boolean {
  const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  return (
    !!prompt &&
    state.tags === null &&
    state.text === prompt.text &&
    state.active === prompt.active &&
    same(state.providers, prompt.providers) &&
    same(state.locations, prompt.locations)
  )
}
