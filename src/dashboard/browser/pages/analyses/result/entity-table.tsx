import { writeValue } from '../../../figures/estimate.ts'
import { count } from '../../../figures/format.ts'
import { MetricHelp } from '../../../figures/help.tsx'
import { FEW_ANSWERS, type Rate, RateCell, rateValues } from '../../../figures/rate.tsx'
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
      note="Over all answers of this analysis, each share with its 95 % interval."
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
  {
    id: 'average_position',
    title: 'Position',
    header: <Head title="Position" metric="averagePosition" />,
    numeric: true,
    value: ({ averagePosition }) => averagePosition,
    cell: ({ averagePosition, mentionRate }) => (
      <Mean value={averagePosition} kind="position" over={mentionRate.numerator} unit="answer" />
    ),
  },
  {
    id: 'sentiment',
    title: 'Sentiment',
    header: <Head title="Sentiment" metric="sentiment" />,
    numeric: true,
    value: ({ sentiment }) => sentiment,
    cell: ({ sentiment, sentiments: { positive, neutral, negative } }) => (
      <Mean value={sentiment} kind="score" over={positive + neutral + negative} unit="mention" />
    ),
  },
]

function rateColumn(
  id: string,
  title: string,
  metric: string,
  read: (entity: Entity) => Rate,
  search?: { named: 'yes' } | { recommended: 'yes' },
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

function Head({ title, metric }: { title: string; metric: string }) {
  return (
    <span className={styles.head}>
      {title} <MetricHelp metric={metric} title={title} />
    </span>
  )
}

/** A mean, with what it is over. */
function Mean({
  value,
  kind,
  over,
  unit,
}: {
  value: number | null
  kind: 'position' | 'score'
  over: number
  unit: string
}) {
  if (value === null || over < FEW_ANSWERS)
    return <span className={styles.soft}>{over === 0 ? '–' : `too few (${over})`}</span>
  return (
    <>
      {writeValue(kind, value)} <span className={styles.soft}>over {count(over, unit)}</span>
    </>
  )
}
