import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import { type CompetitorRecord, toCompetitorRecord } from '../competitors/read.ts'
import { appendCompetitor } from '../competitors/replace.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { distinctNames, nameSchema, urlSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from '../reextractions/read-project.ts'
import { startProjectReextraction } from '../reextractions/start.ts'
import { spellingsOf } from './spellings.ts'

/** Maximum number of spellings that become aliases of a new competitor. */
const MAX_ALIASES = 10

/** Body of the request that tracks a discovered brand. */
export const trackBodySchema = z.strictObject({
  name: nameSchema.describe('Any spelling from a list of discovered brands.'),
  url: urlSchema
    .optional()
    .describe("Website of the brand. Its pages count as the brand's own among the sources of answers."),
})

const inputSchema = trackBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type TrackInput = z.input<typeof inputSchema>

/** Result of tracking a discovered brand. */
export interface TrackedBrand {
  projectId: string
  competitor: CompetitorRecord
  /** Re-extraction that adds the competitor to the past runs of the project. */
  reextraction: ProjectReextractionRecord
}

/**
 * Makes a discovered brand a competitor of its project, with its other spellings as aliases, and starts a re-extraction
 * of all ended runs, so that their metrics include the competitor. Members pass the project id; project keys do not.
 * Repeating the request changes nothing and returns the progress of the re-extraction.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for the project's own brand, and if the project has
 *   the maximum number of competitors; NOT_FOUND for a name that no answer of the project contains, and for a project
 *   of another tenant
 */
export async function trackDiscoveredBrand({
  ctx,
  input,
}: {
  ctx: Ctx
  input: TrackInput
}): Promise<TrackedBrand> {
  authorize(ctx, 'settings:write')
  const { name, url, ...request } = parse(inputSchema, input)
  const requestedId = resolveProject(ctx, request.projectId)
  const { projectId, competitor, reextractionId } = await transaction(ctx, async (tx) => {
    const { id: projectId } = await lockOwnProject(ctx, tx.db, requestedId)
    const key = discoveredKey(name)
    const { competitors: existing, ...brand } = await tx.db.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { analysisBrandName: true, aliases: true, competitors: { orderBy: { ordinal: 'asc' } } },
    })
    const isNamed = (names: string[]) => names.some((text) => discoveredKey(text) === key)
    const start = () => startProjectReextraction(tx, { projectId, now: ctx.now() })
    if (isNamed([brand.analysisBrandName, ...brand.aliases]))
      throw badFields({ name: 'is the brand of the project or an alias of it' })
    const tracked = existing.find(({ name, aliases }) => isNamed([name, ...aliases]))
    if (tracked) {
      const where = { projectId }
      const latest = await tx.db.projectReextraction.findFirst({ where, orderBy: { id: 'desc' } })
      const competitor = toCompetitorRecord(tracked)
      return { projectId, competitor, reextractionId: (latest ?? (await start())).id }
    }
    const aliases = distinctNames(await spellingsOf(tx, projectId, key), [name]).slice(0, MAX_ALIASES)
    const competitor = await appendCompetitor(tx.db, projectId, { name, aliases, url })
    // Undo an earlier dismissal, so that the brand is listed again if it is no longer tracked.
    await tx.db.dismissedBrand.deleteMany({ where: { projectId, key } })
    tx.publish({ projectId, changed: 'competitors' })
    return { projectId, competitor, reextractionId: (await start()).id }
  })
  const [reextraction] = await readProjectReextractions({ ctx, input: { ids: [reextractionId] } })
  // The project was deleted in between.
  if (!reextraction) throw notFound('Project')
  return { projectId, competitor, reextraction }
}
