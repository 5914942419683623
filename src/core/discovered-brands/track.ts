import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { MAXIMUM_COMPETITORS } from '../competitors/input.ts'
import { type CompetitorRecord, toCompetitorRecord } from '../competitors/read.ts'
import { replaceCompetitors } from '../competitors/replace.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import { badFields, parse } from '../parse.ts'
import { lockOwnProject, resolveProject } from '../project-access.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from '../reextractions/read-project.ts'
import { startProjectReextraction } from '../reextractions/start.ts'
import { distinctNames, nameSchema, urlSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { spellingsOf } from './spellings.ts'

/** Aliases that a brand gets, at most. */
const MOST_ALIASES = 10

/** Body of the request that tracks a discovered brand. */
export const trackBodySchema = z.strictObject({
  name: nameSchema.describe('Any of its spellings, as a list of discovered brands has them.'),
  url: urlSchema.optional().describe('Its website, whose pages are its own among the sources of answers.'),
})

const inputSchema = trackBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type TrackInput = z.input<typeof inputSchema>

/** What came of tracking a brand. */
export interface TrackedBrand {
  projectId: string
  competitor: CompetitorRecord
  /** The re-extraction of the project that reads its history with the competitor. */
  reextraction: ProjectReextractionRecord
}

/**
 * Makes a discovered brand a competitor of its project, with its other spellings as aliases, and reads the answers of all ended
 * runs again, so that their metrics have it; a member names the project, a project key does not. Repeated, it changes nothing and
 * tells how far that has come.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for the brand of the project, and where no more competitors
 *   are allowed; NOT_FOUND for a name that no answer of the project lists, and for another tenant's project
 */
export async function trackDiscoveredBrand({
  ctx,
  input,
}: {
  ctx: Ctx
  input: TrackInput
}): Promise<TrackedBrand> {
  authorize(ctx, 'settings:write')
  const { name, url, projectId: named } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, named)
  const { competitor, reextractionId } = await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId)
    const key = discoveredKey(name)
    const { competitors: known, ...brand } = await tx.db.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { analysisBrandName: true, aliases: true, competitors: { orderBy: { ordinal: 'asc' } } },
    })
    const isNamed = (names: string[]) => names.some((text) => discoveredKey(text) === key)
    const start = () => startProjectReextraction(tx, { projectId, now: ctx.now() })
    if (isNamed([brand.analysisBrandName, ...brand.aliases]))
      throw badFields({ name: 'is the brand of the project or an alias of it' })
    const tracked = known.find(({ name, aliases }) => isNamed([name, ...aliases]))
    if (tracked) {
      const where = { projectId }
      const latest = await tx.db.projectReextraction.findFirst({ where, orderBy: { id: 'desc' } })
      return { competitor: toCompetitorRecord(tracked), reextractionId: (latest ?? (await start())).id }
    }
    const aliases = distinctNames(await spellingsOf(tx, projectId, key), [name]).slice(0, MOST_ALIASES)
    if (known.length >= MAXIMUM_COMPETITORS)
      throw badFields({ name: `cannot be tracked: the project has ${MAXIMUM_COMPETITORS} competitors` })
    const kept = known.map(({ id, name }) => ({ id, name }))
    const competitors = await replaceCompetitors(tx.db, projectId, [...kept, { name, aliases, url }])
    const competitor = competitors.at(-1)
    if (!competitor) throw new Error('the list ends with the new competitor')
    // Once it is tracked no longer, it is listed again.
    await tx.db.dismissedBrand.deleteMany({ where: { projectId, key } })
    tx.publish({ projectId, changed: 'competitors' })
    return { competitor, reextractionId: (await start()).id }
  })
  const [reextraction] = await readProjectReextractions({ ctx, input: { ids: [reextractionId] } })
  // The project was deleted in between.
  if (!reextraction) throw notFound('Project')
  return { projectId, competitor, reextraction }
}
