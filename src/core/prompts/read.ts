import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { readableProjects } from '../project-access.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from './row.ts'

/**
 * Prompts by id, deleted ones included, in the given order; null for a missing one and for one of a project the caller may
 * not read.
 */
export async function readPrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(PromptRecord | null)[]> {
  const prompts = await ctx.db.prisma.prompt.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, project: readableProjects(ctx) },
    include: WITH_TAGS,
  })
  return inIdOrder(input.ids, prompts, toPromptRecord)
}

/** The prompts of a project with these ids, by id; deleted ones are left out. */
export async function existingPrompts(
  db: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Prompt>> {
  const known = ids.filter(isUuid)
  const prompts = await db.prompt.findMany({ where: { projectId, deletedAt: null, id: { in: known } } })
  return new Map(prompts.map((prompt) => [prompt.id, prompt]))
}

/**
 * A prompt of a project that is not deleted.
 * @throws {AppError} NOT_FOUND, also for a deleted one and another tenant's
 */
export async function existingPrompt(
  db: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<Prompt> {
  const prompt = (await existingPrompts(db, projectId, [id])).get(id.toLowerCase())
  if (!prompt) throw notFound('Prompt')
  return prompt
}

/** Which of the texts belong to prompts of the project; deleted prompts and those with the ids `except` are ignored. */
export async function takenTexts(
  db: Prisma.TransactionClient,
  projectId: string,
  texts: readonly string[],
  except: readonly string[] = [],
): Promise<Set<string>> {
  if (texts.length === 0) return new Set()
  const prompts = await db.prompt.findMany({
    where: { projectId, deletedAt: null, text: { in: [...texts] }, id: { notIn: [...except] } },
    select: { text: true },
  })
  return new Set(prompts.map(({ text }) => text))
}

/**
 * Checks that no prompt of the project has the text; deleted prompts and those with the ids `except` are ignored.
 * @throws {AppError} CONFLICT
 */
export async function checkTextFree(
  db: Prisma.TransactionClient,
  projectId: string,
  text: string,
  except: readonly string[] = [],
): Promise<void> {
  const taken = await takenTexts(db, projectId, [text], except)
  if (taken.size > 0)
    throw new AppError('CONFLICT', 'Another prompt of the project has this text; change the text.')
}
