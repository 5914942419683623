import { z } from 'zod'
import { themesOf } from '../../metrics/themes.ts'
import { authorize, requireProjectId } from '../access/authorize.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { findAdjacentRuns, loadRun } from '../measurements/adjacent-runs.ts'
import { sameEntities } from '../measurements/comparison.ts'
import { runPositionOf } from '../measurements/measure.ts'
import { providerFilter } from '../providers/filter.ts'
import { readRun } from '../runs/read.ts'
import { latestRunsOf } from '../runs/run-lists.ts'
import type { BrandThemes } from './definition.ts'
import { quoteKey, readThemeQuotes } from './quotes.ts'

/** Themes of the brands of a run: first the analysis brand, then each competitor. */
export interface RunThemes {
  /** Null if no run of the project has results. */
  runId: string | null
  /** Null for the first run. */
  previousRunId: string | null
  /** Empty unless the run has ended with results. */
  brands: BrandThemes[]
}

/** Filter on the answers that are counted. */
interface Filter {
  /** Id or alias of a provider. */
  provider?: string | undefined
}

const NONE: RunThemes = { runId: null, previousRunId: null, brands: [] }
const QUOTED = ['positive', 'negative'] as const

/**
 * Returns the themes of each run. They are computed from the measured answers, which takes up to a second for a large
 * run.
 * @throws {AppError} INVALID_PROVIDER
 */
export async function listRunThemes({
  ctx,
  input: { ids, provider },
}: {
  ctx: Ctx
  input: Filter & { ids: readonly VisibleBatchId[] }
}): Promise<RunThemes[]> {
  const filter = providerFilter(ctx, provider)
  const themes: RunThemes[] = []
  // One at a time: the answers of several large runs would need much memory.
  for (const id of ids) themes.push(await computeThemes(ctx, id, filter))
  return themes
}

/**
 * Returns the themes of the latest run with results of each project; without brands for a project that the caller may
 * not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; INVALID_PROVIDER
 */
export async function listProjectThemes({
  ctx,
  input: { ids, provider },
}: {
  ctx: Ctx
  input: Filter & { ids: readonly string[] }
}): Promise<RunThemes[]> {
  const filter = providerFilter(ctx, provider)
  const lists = await latestRunsOf(ctx, { ids, runs: 1 })
  const themes: RunThemes[] = []
  for (const { runIds } of lists) themes.push(runIds[0] ? await computeThemes(ctx, runIds[0], filter) : NONE)
  return themes
}

const inputSchema = z.strictObject({
  runId: z.string('must be a text').optional(),
  provider: z.string('must be a text').optional(),
})

/**
 * Returns the themes of a run, or of the latest run with results of the key's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function readThemes({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<RunThemes> {
  authorize(ctx, 'runs:read')
  const { runId, provider } = parse(inputSchema, input)
  if (runId === undefined) {
    const [latest = NONE] = await listProjectThemes({
      ctx,
      input: { ids: [requireProjectId(ctx)], provider },
    })
    return latest
  }
  const { id } = await readRun({ ctx, input: { runId } })
  const [themes = NONE] = await listRunThemes({ ctx, input: { ids: [id], provider } })
  return themes
}

async function computeThemes({ db }: Ctx, id: VisibleBatchId, provider: string | null): Promise<RunThemes> {
  const batch = await db.prisma.batch.findUnique({ where: { id } })
  const position = batch?.finishedAt ? runPositionOf(batch, batch.finishedAt) : null
  if (!batch || !position) return { ...NONE, runId: id }
  const { previous } = await findAdjacentRuns(db.prisma, position)
  const current = await loadRun(db, batch, { provider })
  const before = previous && (await loadRun(db, previous, { provider }))
  const brands = themesOf(current.input, before?.input ?? null, sameEntities(current, before))
  const wanted = brands.flatMap(({ themes }, entity) =>
    themes.flatMap((theme) =>
      QUOTED.flatMap((label) => (theme[label] > 0 ? [quoteKey(entity, theme.theme, label)] : [])),
    ),
  )
  const quotes = await readThemeQuotes(db, id, provider, new Set(wanted))
  return {
    runId: id,
    previousRunId: before?.id ?? null,
    brands: brands.map(({ id: entityId, name, answers, themes }, entity) => ({
      entityId,
      name,
      answers,
      themes: themes.map((theme) => ({
        ...theme,
        quotes: QUOTED.flatMap((label) => [...(quotes.get(quoteKey(entity, theme.theme, label)) ?? [])]),
      })),
    })),
  }
}
