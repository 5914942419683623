import { authorize, isAllowed, requireProjectId } from '../access/authorize.ts'
import { readableProjects } from '../access/project-access.ts'
import { createBrandTest } from '../brands/branded.ts'
import { snapshotOf } from '../brands/snapshot.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { readKeywords } from '../search-volume/looked-up-keywords.ts'
import type { PromptSuggestion } from './definition.ts'
import { isSameMeaning, similarity, stemsOf } from './similarity.ts'

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 50
/** Number of most frequent searches that are considered, their maximum length, and how often they occur at least. */
const MAX_SEARCHES = 500
const MAX_LENGTH = 200
const MIN_SEARCHES = 2
/** Minimum number of content words. A single word is no question. */
const MIN_STEMS = 2

interface Candidate {
  text: string
  source: PromptSuggestion['source']
  searches: number | null
  monthlyVolume: number | null
  stems: ReadonlySet<string>
}

/**
 * Returns the suggested prompts of each project: undecided proposals of the setup, then keywords that the organization
 * looked up, those with the highest volume first, and then what assistants searched for, most frequent first. Omits what means the same as a prompt, as an earlier suggestion, or as a dismissed one. Empty for
 * a project that the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listPromptSuggestions({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<PromptSuggestion[][]> {
  authorize(ctx, 'runs:read')
  const readable = await ctx.db.prisma.project.findMany({
    where: { AND: [readableProjects(ctx), { id: { in: ids.filter(isUuid) } }] },
    select: { id: true, organizationId: true },
  })
  const suggestions = new Map<string, PromptSuggestion[]>()
  for (const project of readable) suggestions.set(project.id, await suggest(ctx, project))
  return ids.map((id) => suggestions.get(id) ?? [])
}

/**
 * Returns the suggested prompts of the key's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readPromptSuggestions({ ctx }: { ctx: Ctx }): Promise<PromptSuggestion[]> {
  authorize(ctx, 'runs:read')
  const [suggestions = []] = await listPromptSuggestions({ ctx, input: { ids: [requireProjectId(ctx)] } })
  return suggestions
}

async function suggest(
  ctx: Ctx,
  { id: projectId, organizationId }: { id: string; organizationId: string | null },
): Promise<PromptSuggestion[]> {
  const { prisma } = ctx.db
  const [prompts, dismissed, found, keywords] = await Promise.all([
    prisma.prompt.findMany({ where: { projectId, deletedAt: null }, select: { text: true } }),
    prisma.dismissedSuggestion.findMany({ where: { projectId }, select: { key: true } }),
    candidatesOf(ctx, projectId),
    keywordsOf(ctx, organizationId),
  ])
  const asked = prompts.map(({ text }) => stemsOf(text))
  // The keywords of an organization may be about other projects.
  const isRelated = ({ stems }: Candidate) => asked.some((prompt) => similarity(prompt, stems) > 0)
  const candidates = [...found.site, ...keywords.filter(isRelated), ...found.searched]
  const taken = [...asked, ...dismissed.map(({ key }) => new Set(key.split(' ')))]
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate.stems.size < MIN_STEMS) continue
    if (taken.some((stems) => isSameMeaning(stems, candidate.stems))) continue
    const same = kept.find(({ stems }) => isSameMeaning(stems, candidate.stems))
    if (!same) kept.push(candidate)
    else {
      if (same.searches !== null) same.searches += candidate.searches ?? 0
      same.monthlyVolume ??= candidate.monthlyVolume
    }
  }
  const isBranded = createBrandTest(await snapshotOf(prisma, projectId))
  return kept
    .filter(({ searches }) => searches === null || searches >= MIN_SEARCHES)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ stems: _, ...suggestion }) => ({ ...suggestion, branded: isBranded(suggestion.text) }))
}

/** Returns the keywords that the organization looked up, for callers who may look up volumes. */
async function keywordsOf(ctx: Ctx, organizationId: string | null): Promise<Candidate[]> {
  if (organizationId === null || !isAllowed(ctx, 'search-volume:estimate')) return []
  return (await readKeywords(ctx, organizationId)).map(({ keyword, monthlyVolume }) => ({
    text: keyword,
    source: 'search_volume',
    searches: null,
    monthlyVolume,
    stems: stemsOf(keyword),
  }))
}

async function candidatesOf(
  { db }: Ctx,
  projectId: string,
): Promise<{ site: Candidate[]; searched: Candidate[] }> {
  const { rows } = await db.pool.query<Omit<Candidate, 'stems' | 'monthlyVolume'>>({
    name: 'prompt-suggestions',
    text: `SELECT text, source, searches FROM (
             SELECT payload->>'text' AS text, 'site' AS source, NULL::int AS searches, 0 AS rank, id::text AS name
             FROM setup_proposal WHERE project_id = $1 AND kind = 'prompt' AND decided_at IS NULL
             UNION ALL
             (SELECT min(query), 'search_query', count(*)::int, -count(*), lower(query) FROM (
                SELECT id FROM batch WHERE project_id = $1 AND kind = 'run' AND status IN ${STATUSES_WITH_ANSWERS}
                ORDER BY finished_at DESC, id DESC LIMIT 1) b
              JOIN ${RESULT_AS_SHOWN} r ON r.batch_id = b.id AND NOT r.simulated
              CROSS JOIN LATERAL jsonb_array_elements_text(
                CASE jsonb_typeof(r.facts->'searchQueries') WHEN 'array' THEN r.facts->'searchQueries' END) AS query
              WHERE length(query) <= ${MAX_LENGTH} AND query !~ '["\\n]|(^| )(site|intitle|inurl|filetype):'
              GROUP BY lower(query) ORDER BY count(*) DESC, lower(query) LIMIT ${MAX_SEARCHES})) AS s
           ORDER BY source DESC, rank, name`,
    values: [projectId],
  })
  const candidates = rows.map((row) => ({ ...row, monthlyVolume: null, stems: stemsOf(row.text) }))
  return {
    site: candidates.filter(({ source }) => source === 'site'),
    searched: candidates.filter(({ source }) => source === 'search_query'),
  }
}
