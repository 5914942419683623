import { ChangeCell } from '../../charts/verdict.tsx'
import type { Column } from '../../components/column.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Section } from '../../components/page-header.tsx'
import { Table } from '../../components/table.tsx'
import { count, number } from '../../formatting/format.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { Card } from './card.tsx'
import { comparedOf, type Move, movesOf } from './moves.ts'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** Metrics that changed significantly since the previous run. */
export function Moved({ view }: { view: Shown }) {
  const { point, parts, run, follows, search } = view
  if (!follows || !point.comparison?.previousRun || !parts) return null
  const compared = comparedOf(point, parts)
  const moves = movesOf(point, parts)
  const brandOf = ({ entity, entityId, provider }: Move) => (
    <AnswersLink
      search={{
        ...answersOf(view, run.databaseId, { named: 'yes' }),
        ...(provider !== null && { provider, location: undefined, tag: undefined }),
        ...(entityId !== 'brand' && { entity: entityId }),
      }}
    >
      {entity}
    </AnswersLink>
  )
  const columns: Column<Move>[] = [
    {
      id: 'brand',
      title: 'Brand',
      value: ({ entity }) => entity,
      cell: brandOf,
    },
    { id: 'metric', title: 'Metric', value: ({ metric }) => metric },
    { id: 'where', title: 'Provider', value: ({ where }) => where },
    {
      id: 'change',
      title: 'Change',
      numeric: true,
      value: ({ change: { verdict, difference, low, high } }) => ({
        verdict: verdict.toLowerCase(),
        difference,
        low,
        high,
      }),
      cell: ({ kind, change }) => <ChangeCell kind={kind} change={change} />,
    },
  ]
  const title =
    compared === 0
      ? 'What changed: too few prompts to tell'
      : moves.length === 0
        ? 'What changed: nothing beyond chance'
        : `What changed: ${number(moves.length)} of ${count(compared, 'value')}`
  const reached = search.provider || search.location || search.tag
  return (
    <Section
      title={title}
      note={`Every metric of every brand compared with the previous run, overall and by provider. Among this many values some change by chance; the verdicts account for that.${reached ? ' The filters above only apply to the rows for all providers.' : ''}`}
      actions={
        moves.length > 0 && (
          <ExportMenu name="moved" columns={columns} rows={moves} simulated={run.simulated} />
        )
      }
    >
      {moves.length > 0 && (
        <div className={styles.moved}>
          <Table
            caption="Values that changed"
            columns={columns}
            rows={moves}
            rowKey={({ where, entityId, metric }) => `${where} ${entityId} ${metric}`}
            cards={(move) => (
              <Card
                main={brandOf(move)}
                figure={<ChangeCell kind={move.kind} change={move.change} />}
                notes={[move.metric, `on ${move.where}`]}
              />
            )}
          />
        </div>
      )}
    </Section>
  )
}
