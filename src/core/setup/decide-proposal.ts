import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { type LockedProject, lockOwnProject, ownProjects } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import { competitorsSchema } from '../competitors/input.ts'
import { checkOwnBrand } from '../competitors/own-brand.ts'
import { appendCompetitor, existingCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { canonicalKey, distinctNames } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyPromptChanges } from '../prompts/apply.ts'
import { checkPromptLimit } from '../prompts/limit.ts'
import { newPromptState } from '../prompts/prompt-state.ts'
import { takenTexts } from '../prompts/read.ts'
import { type Proposal, type ProposalRecord, toProposalRecord } from './proposal.ts'

const inputSchema = z.strictObject({
  proposalId: z.string('must be a text'),
  accept: z.boolean('must be true or false'),
})

/**
 * Accepts a proposal, which applies the proposed change, or rejects it, which changes nothing else. The first of
 * several concurrent decisions wins. If the change cannot be applied, the proposal stays undecided.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, including for another tenant's proposal;
 *   PROMPT_LIMIT_EXCEEDED; CONFLICT if the proposal was already decided
 */
export async function decideProposal({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProposalRecord> {
  authorize(ctx, 'settings:write')
  const { proposalId: id, accept } = parse(inputSchema, input)
  if (!isUuid(id)) throw notFound('Proposal')
  return transaction(ctx, async ({ db, publish }) => {
    const existing = await db.setupProposal.findFirst({ where: { id, project: ownProjects(ctx) } })
    if (!existing) throw notFound('Proposal')
    // Locks the project before the proposal, like the deletion of a project, to avoid deadlocks.
    const project = await lockOwnProject(ctx, db, existing.projectId)
    const [decided] = await db.setupProposal.updateManyAndReturn({
      where: { id, decidedAt: null },
      data: { decidedAt: ctx.now(), accepted: accept },
    })
    if (!decided) throw new AppError('CONFLICT', 'This proposal has already been accepted or rejected.')
    const record = toProposalRecord(decided)
    if (accept) await acceptProposal(ctx, db, project, record)
    publish({ projectId: project.id, changed: 'setup' })
    return record
  })
}

/**
 * Applies the change of a proposal. Does nothing if the project already has it.
 * @throws {AppError} PROMPT_LIMIT_EXCEEDED; BAD_REQUEST if there would be too many competitors, or the brand would be
 *   its own competitor
 */
async function acceptProposal(
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
      return checkOwnBrand(db, id, 'brand')
    case 'alias': {
      const { aliases } = await db.project.findUniqueOrThrow({ where: { id } })
      await db.project.update({ where: { id }, data: { aliases: distinctNames([...aliases, payload.name]) } })
      return checkOwnBrand(db, id, 'brand')
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
  projectId: LockedProjectId,
  { name, url }: { name: string; url: string | null },
): Promise<void> {
  const existing = await existingCompetitors(db, projectId)
  if (existing.some((competitor) => canonicalKey(competitor.name) === canonicalKey(name))) return
  for (const added of parse(competitorsSchema, [{ name, url }])) await appendCompetitor(db, projectId, added)
}

async function addPrompt(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  project: LockedProject,
  text: string,
): Promise<void> {
  if ((await takenTexts(db, project.id, [text])).size > 0) return
  await checkPromptLimit(db, project, { created: 1, deleted: 0 })
  await applyPromptChanges(ctx, db, project.id, { create: [newPromptState(ctx, project, { text })] })
}
