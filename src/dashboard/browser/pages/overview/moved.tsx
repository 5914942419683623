import { count, number } from '../../figures/format.ts'
import { ChangeCell } from '../../figures/verdict.tsx'
import { AnswersLink } from '../../frame/answers-link.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Section } from '../../parts/page-header.tsx'
import { Table } from '../../parts/table.tsx'
import { Card } from './card.tsx'
import { comparedOf, type Move, movesOf } from './moves.ts'
import styles from './overview.module.css'
import { answersOf, type Shown } from './view.ts'

/** Which of all figures moved since the run before by more than chance. */
export function Moved({ view }: { view: Shown }) {
  const { point, parts, run, follows, search } = view
  if (!follows || !point.change?.previousRun || !parts) return null
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
    { id: 'metric', title: 'Figure', value: ({ metric }) => metric },
    { id: 'where', title: 'On', value: ({ where }) => where },
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
      ? 'What moved: too few prompts to tell'
      : moves.length === 0
        ? 'What moved: nothing, by more than chance'
        : `What moved: ${count(moves.length, 'figure')} of ${number(compared)}`
  const reached = search.provider || search.location || search.tag
  return (
    <Section
      title={title}
      note={`Every figure of every brand against the run before, over all providers and on each. Where many figures are looked at, some move by chance: the verdicts allow for that.${reached ? ' The filters above reach the rows of all providers only.' : ''}`}
      actions={
        moves.length > 0 && (
          <ExportMenu load={() => ({ name: 'moved', columns, rows: moves, simulated: run.simulated })} />
        )
      }
    >
      {moves.length > 0 && (
        <div className={styles.moved}>
          <Table
            caption="Figures that moved"
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
