import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { LockedProject } from '../projects/lock-own.ts'
import { applyChanges, type PromptState } from './apply.ts'
import type { ListedPrompt } from './input.ts'
import { checkPromptLimit } from './limit.ts'
import { Problems } from './problems.ts'
import { changedState, newState } from './state.ts'

/**
 * Makes the list all prompts of the project. One that is named by its id, or has the very text of a living prompt, keeps its
 * id, its history and whatever the list does not say of it; a prompt that is not in the list is deleted (contract §3 "Prompt").
 * @throws {AppError} NOT_FOUND for an id that is no living prompt of the project; BAD_REQUEST with every wrong field;
 *   PROMPT_LIMIT_EXCEEDED
 */
export async function replacePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  { project, list, path }: { project: LockedProject; list: readonly ListedPrompt[]; path: string },
): Promise<void> {
  const standing = await db.prompt.findMany({ where: { projectId: project.id, deletedAt: null } })
  const matches = matchesOf(list, standing)
  const problems = new Problems()
  const create: PromptState[] = []
  const update: (PromptState & { id: string })[] = []
  const texts = new Map<string, string>()
  list.forEach((given, index) => {
    const place = `${path}.${index}`
    const match = matches[index]
    const text = given.text ?? match?.text ?? ''
    const first = texts.get(text)
    if (first === undefined) texts.set(text, place)
    else problems.add(place, `has the text of ${first}`)
    if (match && matches.indexOf(match) < index) problems.add(place, 'names a prompt a second time')
    problems.check(place, () => {
      if (match) update.push(changedState(ctx, match, given))
      else create.push(newState(ctx, project, { ...given, text }))
    })
  })
  problems.throwIfAny()
  const kept = new Set(update.map(({ id }) => id))
  const removed = standing.map(({ id }) => id).filter((id) => !kept.has(id))
  await checkPromptLimit(db, project, { created: create.length, deleted: removed.length })
  const byId = new Map(standing.map((prompt) => [prompt.id, prompt]))
  const changed = update.filter((state) => !isSame(state, byId.get(state.id)))
  await applyChanges(ctx, db, project.id, { create, update: changed, delete: removed })
}

/** The living prompt each entry is, or undefined for a new one; an id comes before a text. */
function matchesOf(list: readonly ListedPrompt[], standing: readonly Prompt[]): (Prompt | undefined)[] {
  const byId = new Map(standing.map((prompt) => [prompt.id, prompt]))
  const named = new Set(list.map(({ id }) => id))
  const byText = new Map(standing.filter(({ id }) => !named.has(id)).map((prompt) => [prompt.text, prompt]))
  return list.map(({ id, text }) => {
    if (id === undefined) return byText.get(text ?? '')
    const match = byId.get(id)
    if (!match) throw notFound('Prompt')
    return match
  })
}

/** A prompt that is only named stays as it is, its time of change too. */
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
