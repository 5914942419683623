import { ENTITY_METRICS, type EntityFigures, type EntityMetric } from '../../../charts/entity-metrics.ts'
import { MetricHelp } from '../../../charts/help.tsx'
import { meanColumn } from '../../../charts/mean.tsx'
import { rateColumn } from '../../../charts/rate.tsx'
import type { Column } from '../../../components/column.ts'
import { ExportMenu } from '../../../components/export-menu.tsx'
import { Section } from '../../../components/page-header.tsx'
import { Table } from '../../../components/table.tsx'
import { AnalysisLink } from './analysis-link.tsx'

/** A table of the brand and its competitors with their metrics. */
export function EntityTable({
  entities,
  simulated,
}: {
  entities: readonly EntityFigures[]
  simulated: boolean
}) {
  const cards = entities.some(({ placementRate }) => placementRate.denominator > 0)
  const columns = COLUMNS.filter(({ id }) => cards || id !== 'placement_rate')
  return (
    <Section
      title="Brands mentioned"
      note="Over all answers of this analysis, each value with its 95 % interval."
      actions={
        <ExportMenu name="analysis-entities" columns={columns} rows={entities} simulated={simulated} />
      }
    >
      <Table
        caption="Brands mentioned"
        columns={columns}
        rows={entities}
        rowKey={({ entityId }) => entityId}
      />
    </Section>
  )
}

const COLUMNS: Column<EntityFigures>[] = [
  {
    id: 'entity',
    title: 'Brand',
    value: ({ entityId, name }) => ({ id: entityId, name }),
    cell: ({ entityId, name }) => (entityId === 'brand' ? <strong>{name}</strong> : name),
  },
  ...ENTITY_METRICS.map(metricColumn),
]

/** Returns the column of a metric. Shares link to the answers that they count. */
function metricColumn(metric: EntityMetric): Column<EntityFigures> {
  const { title, answers, kind } = metric
  const id = metric.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const column =
    kind === 'share'
      ? rateColumn(id, title, metric.figureOf, ({ entityId }, rate) => (
          <AnalysisLink search={{ ...answers, ...(entityId !== 'brand' && { entity: entityId }) }}>
            {rate}
          </AnalysisLink>
        ))
      : meanColumn(id, title, metric.figureOf, { kind })
  return { ...column, help: <MetricHelp metric={metric.id} title={title} /> }
}
