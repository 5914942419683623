import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { readableProjects } from '../projects/scope.ts'
import { type PromptRecord, recordOf, WITH_TAGS } from './record.ts'

/**
 * Prompts by id, deleted ones too, in the order asked for; null for a missing one and for one of a project the caller may
 * not look into.
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
  const found = new Map(prompts.map((prompt) => [prompt.id, recordOf(prompt)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}

/** The living prompts of a project among these ids. */
export async function livingPrompts(
  db: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Prompt>> {
  const known = ids.filter(isUuid)
  const prompts = await db.prompt.findMany({ where: { projectId, deletedAt: null, id: { in: known } } })
  return new Map(prompts.map((prompt) => [prompt.id, prompt]))
}

/**
 * One living prompt of a project.
 * @throws {AppError} NOT_FOUND, also for a deleted one and another tenant's
 */
export async function livingPrompt(
  db: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<Prompt> {
  const prompt = (await livingPrompts(db, projectId, [id])).get(id.toLowerCase())
  if (!prompt) throw notFound('Prompt')
  return prompt
}

/** Which of the texts are those of living prompts of the project, `except` left out. */
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

/** @throws {AppError} CONFLICT when a living prompt other than `except` has the text (specification §2 "Prompt") */
export async function checkTextFree(
  db: Prisma.TransactionClient,
  projectId: string,
  text: string,
  except: readonly string[] = [],
): Promise<void> {
  const taken = await takenTexts(db, projectId, [text], except)
  if (taken.size > 0) throw new AppError('CONFLICT', 'Another prompt of the project has this very text.')
}
