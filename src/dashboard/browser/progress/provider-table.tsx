import type { ReactNode } from 'react'
import type { Column } from '../components/column.ts'
import { Table } from '../components/table.tsx'
import { number } from '../formatting/format.ts'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import type { AnswersSearch } from '../layout/answers-link.tsx'
import { Outcomes } from './outcomes.tsx'
import { ProgressBar } from './progress-bar.tsx'
import styles from './provider-table.module.css'

export const PROVIDER_PROGRESS = graphql(`
  fragment ProviderProgressRows on Analysis @_unmask {
    id
    providerProgress {
      provider {
        id
        token
        label
      }
      total
      pending
      ok
      refused
      notShown
      failed
      models
    }
  }
`)

/** Number of questions per outcome for one provider. */
export type ProviderProgress = NonNullable<ResultOf<typeof PROVIDER_PROGRESS>['providerProgress']>[number]

/** Outcomes of a run's or an analysis's questions by provider. `open` wraps a count in a link to its answers. */
export function ProviderTable({
  rows,
  open,
}: {
  rows: readonly ProviderProgress[]
  open: (search: AnswersSearch, content: ReactNode) => ReactNode
}) {
  const link = (value: number, search: AnswersSearch): ReactNode =>
    value === 0 ? number(value) : open(search, number(value))
  const columns: Column<ProviderProgress>[] = [
    { id: 'provider', title: 'Provider', value: ({ provider }) => provider.label },
    {
      id: 'progress',
      title: 'Progress',
      value: ({ total, pending }) => total - pending,
      cell: (row) => <Bar row={row} />,
    },
    { id: 'total', title: 'Questions', numeric: true, value: ({ total }) => total },
    { id: 'pending', title: 'Waiting', numeric: true, value: ({ pending }) => pending },
    {
      id: 'answered',
      title: 'Answered',
      numeric: true,
      value: ({ ok }) => ok,
      cell: ({ ok, provider }) => link(ok, { provider: provider.token }),
    },
    {
      id: 'refused',
      title: 'Refused',
      numeric: true,
      value: ({ refused }) => refused,
      cell: ({ refused, provider }) => link(refused, { provider: provider.token, absence: 'refused' }),
    },
    {
      id: 'not_shown',
      title: 'Not shown',
      numeric: true,
      value: ({ notShown }) => notShown,
      cell: ({ notShown, provider }) => link(notShown, { provider: provider.token, absence: 'notShown' }),
    },
    {
      id: 'failed',
      title: 'Failed',
      numeric: true,
      value: ({ failed }) => failed,
      cell: ({ failed, provider }) => link(failed, { provider: provider.token, absence: 'failed' }),
    },
    {
      id: 'models',
      title: 'Model',
      value: ({ models }) => models.join(', '),
      cell: ({ models }) => <span className={styles.models}>{models.join(', ') || '–'}</span>,
    },
  ]
  return (
    <Table
      caption="Questions by provider"
      columns={columns}
      rows={rows}
      rowKey={({ provider }) => provider.id}
      cards={(row) => (
        <div className={styles.card}>
          <p>
            {row.provider.label} <span className={styles.models}>{row.models.join(', ')}</span>
          </p>
          <Bar row={row} />
          <Outcomes
            rows={[row]}
            brief
            open={(search, content) => open({ provider: row.provider.token, ...search }, content)}
          />
        </div>
      )}
    />
  )
}

function Bar({ row: { provider, total, ok, refused, notShown, failed } }: { row: ProviderProgress }) {
  return (
    <div className={styles.bar}>
      <ProgressBar
        label={`Progress for ${provider.label}`}
        total={total}
        answered={ok}
        refused={refused}
        notShown={notShown}
        failed={failed}
      />
    </div>
  )
}
