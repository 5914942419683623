import { MetricHelp } from '../../../figures/help.tsx'
import { type Mean, MeanCell, meanValues } from '../../../figures/mean.tsx'
import { type Rate, RateCell, rateValues } from '../../../figures/rate.tsx'
import type { Column } from '../../../parts/column.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { Section } from '../../../parts/page-header.tsx'
import { Table } from '../../../parts/table.tsx'
import styles from '../analysis.module.css'
import { AnalysisLink } from './analysis-link.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Entity = NonNullable<OutcomeFigures['summary']>['entities'][number]

/** The brand and each competitor with their figures. */
export function EntityTable({ entities, simulated }: { entities: readonly Entity[]; simulated: boolean }) {
  return (
    <Section
      title="Who is named"
      note="Over all answers of this analysis, each figure with its 95 % interval."
      actions={
        <ExportMenu
          load={() => ({ name: 'analysis-entities', columns: COLUMNS, rows: entities, simulated })}
        />
      }
    >
      <Table caption="Who is named" columns={COLUMNS} rows={entities} rowKey={({ entityId }) => entityId} />
    </Section>
  )
}

const COLUMNS: Column<Entity>[] = [
  {
    id: 'entity',
    title: 'Brand',
    value: ({ entityId, name }) => ({ id: entityId, name }),
    cell: ({ entityId, name }) => (entityId === 'brand' ? <strong>{name}</strong> : name),
  },
  rateColumn('mention_rate', 'Named', 'mentionRate', ({ mentionRate }) => mentionRate, { named: 'yes' }),
  rateColumn('share_of_voice', 'Share of voice', 'shareOfVoice', ({ shareOfVoice }) => shareOfVoice),
  rateColumn(
    'recommendation_rate',
    'Recommended',
    'recommendationRate',
    ({ recommendationRate }) => recommendationRate,
    { recommended: 'yes' },
  ),
  meanColumn('average_position', 'Position', 'averagePosition', 'position', (entity) => entity.positionMean),
  meanColumn('sentiment', 'Sentiment', 'sentiment', 'score', (entity) => entity.sentimentMean),
  rateColumn('praise_rate', 'Praised', 'praiseRate', ({ praiseRate }) => praiseRate, {
    sentiment: 'positive',
  }),
  rateColumn('mixed_rate', 'Both', 'mixedRate', ({ mixedRate }) => mixedRate, { sentiment: 'mixed' }),
  rateColumn('criticism_rate', 'Criticised', 'criticismRate', ({ criticismRate }) => criticismRate, {
    sentiment: 'negative',
  }),
]

function rateColumn(
  id: string,
  title: string,
  metric: string,
  read: (entity: Entity) => Rate,
  search?: { named: 'yes' } | { recommended: 'yes' } | { sentiment: 'positive' | 'mixed' | 'negative' },
): Column<Entity> {
  return {
    id,
    title,
    header: <Head title={title} metric={metric} />,
    numeric: true,
    value: (entity) => rateValues(read(entity)),
    cell: (entity) => {
      const rate = <RateCell rate={read(entity)} />
      if (!search || read(entity).numerator === 0) return rate
      const { entityId } = entity
      return (
        <AnalysisLink search={{ ...search, ...(entityId !== 'brand' && { entity: entityId }) }}>
          {rate}
        </AnalysisLink>
      )
    },
  }
}

function meanColumn(
  id: string,
  title: string,
  metric: string,
  kind: 'position' | 'score',
  read: (entity: Entity) => Mean,
): Column<Entity> {
  return {
    id,
    title,
    header: <Head title={title} metric={metric} />,
    numeric: true,
    value: (entity) => meanValues(read(entity)),
    cell: (entity) => <MeanCell mean={read(entity)} kind={kind} />,
  }
}

function Head({ title, metric }: { title: string; metric: string }) {
  return (
    <span className={styles.head}>
      {title} <MetricHelp metric={metric} title={title} />
    </span>
  )
}
