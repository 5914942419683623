import { Link } from '@tanstack/react-router'
import type { Column } from '../../components/column.ts'
import { numberColumn, timeColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Facts } from '../../components/facts.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { count, dayAndTime, number, signed } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useViewer } from '../../layout/viewer.ts'
import ledgerStyles from './credits.module.css'
import { analysisValue, KIND_WORDS, LEDGER, type LedgerEntry, wordsOf } from './ledger.ts'
import styles from './organization.module.css'
import { PLAN_WORDS } from './projects.tsx'

/** Row heights of the ledger, in pixels. */
const LINE = { wide: 37, narrow: 58 }

/** A ledger with at most this number of rows is shown in full. */
const SHORT = 50

/** The organization's balance, plan and credit ledger. */
export function Credits() {
  const { organization } = useViewer()
  const { nodes, total, ready, error, hasMore, reading, more, retry, all } = usePages({
    query: LEDGER,
    variables: (after) => ({ first: 100, after }),
    connection: ({ viewer }) => viewer.organization.creditEntries,
  })
  const columns = columnsOf(organization.databaseId)
  const isNarrow = useNarrow()
  const line = isNarrow ? LINE.narrow : LINE.wide
  const { limits, plan, projects } = organization
  return (
    <>
      <PageHeader title="Credits" />
      <Facts
        facts={{
          'Available credits': <strong>{number(organization.credits)}</strong>,
          Plan: PLAN_WORDS[plan],
          Projects: `${number(projects?.totalCount)} of ${number(limits.projects)}`,
          'Prompts per project': `up to ${number(limits.promptsPerProject)}`,
          Runs: limits.manualRuns ? 'weekly and on demand' : 'weekly',
          'One-off analyses': limits.asyncAnalysis ? 'included' : 'not in this plan',
        }}
      />
      <Section
        title="Credit history"
        note="All changes, the newest first. One credit pays for one prompt sent to one provider in one country. Weekly runs are free."
        actions={nodes.length > 0 && <ExportMenu name="credits" columns={columns} rows={all} />}
      >
        {!ready && <Pending error={error} retry={retry} height={line * 8} />}
        {ready && nodes.length === 0 && (
          <Message
            title="No credits yet"
            text="The operator of this installation adds credits. They pay for one-off analyses and search volumes."
          />
        )}
        {nodes.length > 0 && (
          <>
            <VirtualTable
              caption="Credit history"
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

/**
 * Returns the columns for narrow screens: what an entry is for with its date below, and the credits. The export has all
 * columns.
 */
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
    { ...timeColumn('at', 'Date', ({ createdAt }) => createdAt), width: '20%' },
    {
      id: 'kind',
      title: 'Type',
      width: '12%',
      value: ({ kind }) => kind.toLowerCase(),
      cell: ({ kind }) => KIND_WORDS[kind],
    },
    {
      id: 'for',
      title: 'Description',
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
    { ...numberColumn('balance_after', 'Balance', ({ balanceAfter }) => balanceAfter), width: '15%' },
  ]
}
