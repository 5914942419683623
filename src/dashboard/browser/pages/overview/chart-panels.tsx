import { useNavigate, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ChartFrame } from '../../figures/chart-frame.tsx'
import { estimateValues, writeAnswers, writeRange, writeValue } from '../../figures/estimate.ts'
import { day, percent } from '../../figures/format.ts'
import { RankingChart } from '../../figures/ranking-chart.tsx'
import { type Ranked, RankingPlot, rankingHeight } from '../../figures/ranking-plot.tsx'
import { aheadTitle, trendTitle } from '../../figures/title.ts'
import { TREND_HEIGHT, TrendChart } from '../../figures/trend-chart.tsx'
import { layOutTrend } from '../../figures/trend-layout.ts'
import { TrendPlot } from '../../figures/trend-plot.tsx'
import type { AnswersSearch } from '../../frame/answers-link.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import type { Column } from '../../parts/column.ts'
import { Select } from '../../parts/select.tsx'
import { Message } from '../../parts/states.tsx'
import type { EntityFigures } from './documents/entity.ts'
import { MODELS } from './documents/runs.ts'
import { filterNote } from './filter-note.ts'
import { type ChartMetric, METRICS } from './metrics.ts'
import { LINES, rankedOf, trendOf } from './series.ts'
import { answersOf, type Shown, useChangeSearch } from './view.ts'

/** In place of a chart without a single figure. */
const NOTHING_DRAWN = {
  title: 'Nothing to draw yet',
  text: 'Each figure here would be of fewer than five answers.',
}

/** The figures of an entity in a run. */
interface TrendRow {
  at: string
  runId: string
  figures: EntityFigures
}

/** The metric over the runs: the page's dominant chart. */
export function TrendPanel({ view, choosable = true }: { view: Shown; choosable?: boolean }) {
  const competitors = useCompetitors()
  const change = useChangeSearch()
  const open = useOpenAnswers()
  const { metric, points, point, run } = view
  const upTo = points.slice(points.findIndex(({ runId }) => runId === point.runId))
  const { projectId } = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const [{ data }] = useQuery({ query: MODELS, variables: { id: projectId } })
  const models = data?.project?.runs?.nodes ?? []
  const trend = trendOf({ points: upTo, metric, competitors, models })
  const title = trendTitle({ trend, answers: point.sample.answers, wording: metric.wording })
  const rest = point.entities.length - trend.lines.length
  const note = `${metric.title} a run, for the brand with its 95 % band; weeks without a run stay gaps.${upTo.length === 1 ? ' One run so far: a line begins with the next.' : ''}${rest > 0 && point.entities.length > LINES + 1 ? ` The best ${LINES} competitors; all are in the ranking.` : ''}${filterNote(view)}`
  const rows = upTo.flatMap((one) =>
    one.entities.map((figures) => ({ at: one.completedAt, runId: one.runId, figures })),
  )
  return (
    <ChartFrame<TrendRow>
      title={title}
      note={note}
      name={`${fileName(metric)}-over-runs`}
      simulated={run.simulated}
      picture={{
        height: TREND_HEIGHT,
        draw: (width) => {
          const size = { width, height: TREND_HEIGHT }
          return <TrendPlot trend={trend} layout={layOutTrend(trend, size)} active={null} {...size} />
        },
      }}
      columns={[
        { id: 'run', title: 'Run', value: ({ at }) => at, cell: ({ at }) => day(at) },
        { id: 'brand', title: 'Brand', value: ({ figures }) => figures.name },
        figureColumn(metric, ({ figures }) => metric.estimateOf(figures)),
      ]}
      rows={rows}
      rowKey={({ runId, figures }) => `${runId} ${figures.entityId}`}
      actions={
        choosable && (
          <Select
            label="Show"
            value={metric === METRICS[0] ? undefined : metric.id}
            any={METRICS[0].title}
            choices={METRICS.slice(1).map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => change({ metric: METRICS.find((one) => one.id === id)?.id })}
          />
        )
      }
    >
      {trend.lines.some(({ values }) => values.some((estimate) => estimate?.value != null)) ? (
        <TrendChart
          trend={trend}
          label={`${title}. ${note}`}
          onOpen={({ runId, lineId }) => open(answersOf(view, runId, namedBy(lineId, metric)))}
        />
      ) : (
        <Message {...NOTHING_DRAWN} />
      )}
    </ChartFrame>
  )
}

/** The brands of the run by the metric. */
export function RankingPanel({ view }: { view: Shown }) {
  const competitors = useCompetitors()
  const open = useOpenAnswers()
  const { metric, point, run } = view
  const ranked = rankedOf(point, metric, competitors)
  const missing = point.entities.length - ranked.length
  const title = aheadTitle({ kind: metric.kind, standings: ranked, answers: point.sample.answers })
  const note = `${metric.title} in this run, with its 95 % interval.${missing > 0 ? ` Left out: ${missing} with too few answers.` : ''}${filterNote(view)}`
  return (
    <ChartFrame<Ranked>
      title={title}
      note={note}
      name={`${fileName(metric)}-by-brand`}
      simulated={run.simulated}
      picture={{
        height: rankingHeight(ranked.length),
        draw: (width) => <RankingPlot kind={metric.kind} entities={ranked} width={width} active={null} />,
      }}
      columns={[
        { id: 'brand', title: 'Brand', value: ({ name }) => name },
        figureColumn(metric, ({ estimate }) => estimate),
      ]}
      rows={ranked}
      rowKey={({ id }) => id}
    >
      {ranked.length > 0 ? (
        <RankingChart
          kind={metric.kind}
          entities={ranked}
          label={`${title}. ${note}`}
          onOpen={(id) => open(answersOf(view, run.databaseId, namedBy(id, metric)))}
        />
      ) : (
        <Message {...NOTHING_DRAWN} />
      )}
    </ChartFrame>
  )
}

/** The column of a figure: shown with its interval and answers, exported in parts. */
function figureColumn<Row>(
  metric: ChartMetric,
  of: (row: Row) => ReturnType<ChartMetric['estimateOf']>,
): Column<Row> {
  return {
    id: metric.id,
    title: metric.title,
    numeric: true,
    value: (row) => estimateValues(of(row)),
    cell: (row) => {
      const estimate = of(row)
      return estimate.value === null
        ? percent(null)
        : `${writeValue(metric.kind, estimate.value)} ${writeRange(metric.kind, estimate)} · ${writeAnswers(estimate)}`
    },
  }
}

/** The answers behind an entity's figure. */
function namedBy(entityId: string, metric: ChartMetric): AnswersSearch {
  const entity = entityId === 'brand' ? {} : { entity: entityId }
  return metric.id === 'recommendationRate' ? { ...entity, recommended: 'yes' } : { ...entity, named: 'yes' }
}

/** The ids of the project's competitors in the order in which they were added. */
export function useCompetitors(): string[] {
  return (useProject().competitors?.nodes ?? []).map(({ databaseId }) => databaseId)
}

function useOpenAnswers(): (search: AnswersSearch) => void {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const navigate = useNavigate()
  return (search) =>
    navigate({ to: '/organizations/$organizationId/projects/$projectId/answers', params, search })
}

function fileName({ title }: ChartMetric): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
