import type { Prisma } from '../../generated/prisma/client.ts'
import { competitorsSchema } from '../competitors/input.ts'
import { replaceCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import type { LockedProject } from '../projects/lock-own.ts'
import { applyChanges } from '../prompts/apply.ts'
import { checkPromptLimit } from '../prompts/limit.ts'
import { takenTexts } from '../prompts/read.ts'
import { newState } from '../prompts/state.ts'
import { canonicalKey } from '../text.ts'
import { distinctNames } from './names.ts'
import type { Proposal } from './proposal.ts'

/**
 * Makes a project what the proposal says, under the lock the caller holds. What the project has already it keeps as it is.
 * @throws {AppError} PROMPT_LIMIT_EXCEEDED; BAD_REQUEST when there would be too many competitors
 */
export async function acceptProposal(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  project: LockedProject,
  proposal: Proposal,
): Promise<void> {
  const { id } = project
  const { kind, payload } = proposal
  switch (kind) {
    case 'brand_name':
      await db.project.update({ where: { id }, data: { analysisBrandName: payload.name } })
      return
    case 'alias': {
      const { aliases } = await db.project.findUniqueOrThrow({ where: { id } })
      await db.project.update({ where: { id }, data: { aliases: distinctNames([...aliases, payload.name]) } })
      return
    }
    case 'domain': {
      const { domains } = await db.project.findUniqueOrThrow({ where: { id } })
      const all = [...new Set([...domains, payload.domain])]
      await db.project.update({ where: { id }, data: { domains: all } })
      return
    }
    case 'competitor':
      return addCompetitor(db, id, payload)
    case 'prompt':
      return addPrompt(ctx, db, project, payload.text)
    case 'description':
      await db.project.update({ where: { id }, data: { description: payload.text } })
      return
  }
}

async function addCompetitor(
  db: Prisma.TransactionClient,
  projectId: string,
  { name, url }: { name: string; url: string | null },
): Promise<void> {
  const standing = await db.competitor.findMany({
    where: { projectId },
    orderBy: [{ ordinal: 'asc' }, { id: 'asc' }],
  })
  if (standing.some((known) => known.canonicalKey === canonicalKey(name))) return
  const list = [...standing.map(({ id, name }) => ({ id, name })), { name, url }]
  await replaceCompetitors(db, projectId, parse(competitorsSchema, list))
}

async function addPrompt(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  project: LockedProject,
  text: string,
): Promise<void> {
  if ((await takenTexts(db, project.id, [text])).size > 0) return
  await checkPromptLimit(db, project, { created: 1, deleted: 0 })
  await applyChanges(ctx, db, project.id, { create: [newState(ctx, project, { text })] })
}
