import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import { readableProjects } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from './row.ts'

/**
 * Returns prompts by id in the given order, including deleted prompts. A missing prompt, or a prompt of a project that
 * the caller may not read, is null.
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

/** Returns the prompts of a project with these ids, keyed by id. Deleted prompts are left out. */
export async function existingPrompts(
  db: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Prompt>> {
  const validIds = ids.filter(isUuid)
  const prompts = await db.prompt.findMany({ where: { projectId, deletedAt: null, id: { in: validIds } } })
  return new Map(prompts.map((prompt) => [prompt.id, prompt]))
}

/**
 * Returns a prompt of a project.
 * @throws {AppError} NOT_FOUND, including for a deleted prompt and another tenant's prompt
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

/**
 * Returns the texts that prompts of the project already have. Deleted prompts and the prompts in `except` are ignored.
 */
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
 * Checks that no prompt of the project has this text. Deleted prompts and the prompts in `except` are ignored.
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
    throw new AppError(
      'CONFLICT',
      'Another prompt in the project already has this text. Use a different text.',
    )
}
