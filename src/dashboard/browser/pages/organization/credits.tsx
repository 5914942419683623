import { Link } from '@tanstack/react-router'
import { useClient } from 'urql'
import { count, dayAndTime, number, signed } from '../../figures/format.ts'
import { useViewer } from '../../frame/viewer.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader, Section } from '../../parts/page-header.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualTable } from '../../parts/virtual-table.tsx'
import ledgerStyles from './credits.module.css'
import figureStyles from './figures.module.css'
import { analysisValue, KIND_WORDS, LEDGER, type LedgerEntry, wordsOf } from './ledger.ts'
import styles from './organization.module.css'
import { PLAN_WORDS } from './projects.tsx'

const PAGED = {
  query: LEDGER,
  variables: (after: string | null) => ({ first: 100, after }),
  connection: ({ viewer }: ResultOf<typeof LEDGER>) => viewer.organization.creditEntries,
}

/** The height of a line of the ledger in pixels. */
const LINE = { wide: 37, narrow: 58 }

/** Up to so many lines are shown at once. */
const SHORT = 50

/** How many credits there are, and where they went. */
export function Credits() {
  const { organization } = useViewer()
  const client = useClient()
  const { nodes, total, ready, error, hasMore, reading, more, retry } = usePages({ ...PAGED, key: '' })
  const columns = columnsOf(organization.databaseId)
  const isNarrow = useNarrow()
  const line = isNarrow ? LINE.narrow : LINE.wide
  const { limits, plan, projects } = organization
  return (
    <>
      <PageHeader title="Credits" />
      <dl className={figureStyles.figures}>
        <div>
          <dt>Credits left, without reserved ones</dt>
          <dd className={figureStyles.main}>{number(organization.credits)}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>{PLAN_WORDS[plan]}</dd>
        </div>
        <div>
          <dt>Projects</dt>
          <dd>
            {number(projects?.totalCount)} of {number(limits.projects)}
          </dd>
        </div>
        <div>
          <dt>Prompts of a project</dt>
          <dd>at most {number(limits.promptsPerProject)}</dd>
        </div>
        <div>
          <dt>Runs</dt>
          <dd>{limits.manualRuns ? 'weekly, and on request' : 'weekly'}</dd>
        </div>
        <div>
          <dt>One-off analyses</dt>
          <dd>{limits.asyncAnalysis ? 'included' : 'not in this plan'}</dd>
        </div>
      </dl>
      <Section
        title="Ledger"
        note="Every movement, the newest first. One credit is one prompt, asked of one provider in one country once; weekly runs cost none."
        actions={
          nodes.length > 0 && (
            <ExportMenu
              load={async () => ({
                name: 'credits',
                columns,
                rows: await readAll(client, PAGED),
                simulated: false,
              })}
            />
          )
        }
      >
        {error && !ready && <Failed error={error} retry={retry} />}
        {!error && !ready && <Skeleton height={line * 8} />}
        {ready && nodes.length === 0 && (
          <Empty
            title="No credits yet"
            text="The operator of this installation adds credits. One-off analyses and search volumes use them."
          />
        )}
        {nodes.length > 0 && (
          <>
            <VirtualTable
              caption="Ledger of credits"
              columns={isNarrow ? narrowColumnsOf(columns) : columns}
              rows={nodes}
              rowKey={({ id }) => id}
              rowHeight={line}
              minWidth={isNarrow ? 0 : 720}
              // A short ledger scrolls with the page.
              height={
                (total ?? 0) <= SHORT
                  ? `${line * (nodes.length + 1)}px`
                  : `min(${line * (nodes.length + 1)}px, max(320px, 100dvh - 320px))`
              }
              total={total ?? nodes.length}
              loadMore={hasMore && !reading ? more : undefined}
            />
            <p className={ledgerStyles.entries}>{count(total ?? nodes.length, 'entry', 'entries')}</p>
          </>
        )}
      </Section>
    </>
  )
}

/** What an entry is for with its day below it, and the credits: the rest is one press away, in the export. */
function narrowColumnsOf(columns: readonly Column<LedgerEntry>[]): Column<LedgerEntry>[] {
  return columns.flatMap((column): Column<LedgerEntry>[] => {
    const { id, cell } = column
    if (id === 'amount') return [{ ...column, width: '24%' }]
    if (id !== 'for') return []
    const withDay = (entry: LedgerEntry) => (
      <span className={styles.cell}>
        {cell?.(entry)}
        <small>{dayAndTime(entry.createdAt)}</small>
      </span>
    )
    return [{ ...column, width: '76%', cell: withDay }]
  })
}

function columnsOf(organizationId: string): Column<LedgerEntry>[] {
  return [
    {
      id: 'at',
      title: 'When',
      width: '20%',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <span className={styles.nowrap}>{dayAndTime(createdAt)}</span>,
    },
    {
      id: 'kind',
      title: 'Kind',
      width: '12%',
      value: ({ kind }) => kind.toLowerCase(),
      cell: ({ kind }) => KIND_WORDS[kind],
    },
    {
      id: 'for',
      title: 'For',
      width: '40%',
      value: (entry) => ({ words: wordsOf(entry), cause: entry.cause, analysis: analysisValue(entry) }),
      cell: (entry) => {
        const { asyncAnalysis } = entry
        const { brandName, databaseId, project } = asyncAnalysis ?? {}
        return (
          <span className={ledgerStyles.line}>
            {wordsOf(entry)}
            {brandName && ' · '}
            {project && databaseId ? (
              <Link
                to="/organizations/$organizationId/projects/$projectId/analyses/$analysisId"
                params={{ organizationId, projectId: project.databaseId, analysisId: databaseId }}
              >
                {brandName}
              </Link>
            ) : (
              brandName
            )}
          </span>
        )
      },
    },
    {
      id: 'amount',
      title: 'Credits',
      width: '13%',
      numeric: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => (
        <span className={amount > 0 ? ledgerStyles.plus : amount === 0 ? styles.muted : undefined}>
          {amount === 0 ? '0' : `${signed(Math.sign(amount)).charAt(0)}${number(Math.abs(amount))}`}
        </span>
      ),
    },
    {
      id: 'balance_after',
      title: 'Left after it',
      width: '15%',
      numeric: true,
      value: ({ balanceAfter }) => balanceAfter,
      cell: ({ balanceAfter }) => number(balanceAfter),
    },
  ]
}
