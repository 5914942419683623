import { useNavigate, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ChartFrame } from '../../charts/chart-frame.tsx'
import {
  CHART_METRICS,
  type ChartMetric,
  DEFAULT_METRIC,
  type EntityFigures,
  estimateOf,
} from '../../charts/entity-metrics.ts'
import { type Estimate, estimateValues, writeAnswers, writeRange, writeValue } from '../../charts/estimate.ts'
import { RankingChart } from '../../charts/ranking-chart.tsx'
import { type Ranked, RankingPlot, rankingHeight } from '../../charts/ranking-plot.tsx'
import { aheadTitle, trendTitle } from '../../charts/title.ts'
import { TREND_HEIGHT, TrendChart } from '../../charts/trend-chart.tsx'
import { layOutTrend } from '../../charts/trend-layout.ts'
import { TrendPlot } from '../../charts/trend-plot.tsx'
import type { Column } from '../../components/column.ts'
import { Select } from '../../components/select.tsx'
import { Message } from '../../components/states.tsx'
import { day, percent } from '../../formatting/format.ts'
import type { AnswersSearch } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { MODELS } from './documents/runs.ts'
import { filterNote } from './filter-note.ts'
import { LINES, rankedOf, trendOf } from './series.ts'
import { answersOf, type Shown, useChangeSearch } from './view.ts'

/** Shown in place of a chart without any values. */
const NO_VALUES = {
  title: 'Not enough data yet',
  text: 'Values need at least five answers.',
}

/** The metrics of an entity in a run. */
interface TrendRow {
  at: string
  runId: string
  figures: EntityFigures
}

/** The metric over time, the main chart of the page. */
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
  const note = `${metric.title} per run, with the 95 % interval for the brand. Weeks without a run are left blank.${upTo.length === 1 ? ' This is the first run; a line starts with the second.' : ''}${rest > 0 && point.entities.length > LINES + 1 ? ` Shows the top ${LINES} competitors; the ranking has all of them.` : ''}${filterNote(view)}`
  const rows = upTo.flatMap((entry) =>
    entry.entities.map((figures) => ({ at: entry.completedAt, runId: entry.runId, figures })),
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
        figureColumn(metric, ({ figures }) => estimateOf(metric, figures)),
      ]}
      rows={rows}
      rowKey={({ runId, figures }) => `${runId} ${figures.entityId}`}
      actions={
        choosable && (
          <Select
            label="Show"
            value={metric === DEFAULT_METRIC ? undefined : metric.id}
            any={DEFAULT_METRIC.title}
            choices={CHART_METRICS.filter((choice) => choice !== DEFAULT_METRIC).map(({ id, title }) => ({
              value: id,
              label: title,
            }))}
            onChange={(id) => change({ metric: CHART_METRICS.find((option) => option.id === id)?.id })}
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
        <Message {...NO_VALUES} />
      )}
    </ChartFrame>
  )
}

/** All brands of the run, ranked by the metric. */
export function RankingPanel({ view }: { view: Shown }) {
  const competitors = useCompetitors()
  const open = useOpenAnswers()
  const { metric, point, run } = view
  const ranked = rankedOf(point, metric, competitors)
  const missing = point.entities.length - ranked.length
  const title = aheadTitle({ kind: metric.kind, standings: ranked, answers: point.sample.answers })
  const note = `${metric.title} in this run, with its 95 % interval.${missing > 0 ? ` ${missing} not shown because of too few answers.` : ''}${filterNote(view)}`
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
        <Message {...NO_VALUES} />
      )}
    </ChartFrame>
  )
}

/**
 * Returns the column of a metric: the table shows the value with its interval and answers, the export has separate
 * columns.
 */
function figureColumn<Row>(metric: ChartMetric, of: (row: Row) => Estimate): Column<Row> {
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

/** Returns the filters for the answers behind an entity's value. */
function namedBy(entityId: string, metric: ChartMetric): AnswersSearch {
  const entity = entityId === 'brand' ? {} : { entity: entityId }
  return { ...metric.answers, ...entity }
}

/** Returns the ids of the project's competitors in the order they were added. */
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
