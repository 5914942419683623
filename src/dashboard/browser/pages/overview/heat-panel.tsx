import { ChartFrame } from '../../charts/chart-frame.tsx'
import { estimateOf } from '../../charts/entity-metrics.ts'
import { estimateValues } from '../../charts/estimate.ts'
import { FEW_ANSWERS_OF_CELL, HeatMap } from '../../charts/heat-map.tsx'
import { HeatPlot, heatHeight } from '../../charts/heat-plot.tsx'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { useCompetitors } from './chart-panels.tsx'
import { heatTitle } from './heat-title.ts'
import { rankedOf } from './series.ts'
import type { Shown } from './view.ts'

/** Brands by provider, showing where the brand is behind. */
export function HeatPanel({ view }: { view: Shown }) {
  const competitors = useCompetitors()
  const { point, run, parts, metric, filtered } = view
  if (!parts || (parts.metrics ?? []).length === 0) return null
  const ranked = rankedOf(point, metric, competitors).map(({ id }) => id)
  const order = (id: string) => (ranked.includes(id) ? ranked.indexOf(id) : ranked.length)
  const rows = point.entities
    .map(({ entityId, name }) => ({ id: entityId, name, main: entityId === 'brand' }))
    .toSorted((a, b) => order(a.id) - order(b.id))
  const columns = (parts.metrics ?? []).flatMap(({ value }) =>
    value === null
      ? []
      : [{ id: value, name: parts.providers.find(({ token }) => token === value)?.label ?? value }],
  )
  const cell = (rowId: string, columnId: string) => {
    const part = parts.metrics?.find(({ value }) => value === columnId)
    const figures = part?.summary.entities.find(({ entityId }) => entityId === rowId)
    return figures ? estimateOf(metric, figures) : null
  }
  const heat = { kind: metric.kind, rows, columns, cell }
  const title = heatTitle(heat)
  const note = `${metric.title} by provider. Click a cell for its answers. Cells with fewer than ${FEW_ANSWERS_OF_CELL} answers show “too few”.${filtered ? ' Not filtered by the filters above.' : ''}`
  return (
    <ChartFrame
      title={title}
      note={note}
      name={`${metric.id}-by-provider`}
      simulated={run.simulated}
      picture={{ height: heatHeight(rows.length), draw: (width) => <HeatPlot {...heat} width={width} /> }}
      columns={[
        { id: 'brand', title: 'Brand', value: ({ name }) => name },
        ...columns.map(({ id, name }) => ({
          id,
          title: name,
          value: (row: (typeof rows)[number]) => estimateValues(cell(row.id, id)),
        })),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      isTable
    >
      <HeatMap
        caption={title}
        {...heat}
        link={({ rowId, columnId, label, children }) => (
          <AnswersLink
            label={label}
            search={{
              run: run.databaseId,
              provider: columnId,
              named: 'yes',
              ...(rowId !== 'brand' && { entity: rowId }),
            }}
          >
            {children}
          </AnswersLink>
        )}
      />
    </ChartFrame>
  )
}
