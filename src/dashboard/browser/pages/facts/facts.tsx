import { useState } from 'react'
import { useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { count } from '../../formatting/format.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { usePoll } from '../../graphql/use-poll.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay } from '../../layout/viewer.ts'
import { factColumns } from './columns.tsx'
import { FACTS, type Fact, type FactResult } from './documents.ts'
import { FactDialog, RemoveFact } from './fact-dialog.tsx'
import styles from './facts.module.css'

type Project = NonNullable<ResultOf<typeof FACTS>['project']>

/** Milliseconds between two requests while answers are checked. */
const POLL_INTERVAL = 3_000

/** The facts page: what the answers of the latest run say about the facts of the brand. */
export function Facts() {
  const { databaseId } = useProject()
  const mayChange = useMay('SETTINGS_WRITE')
  const [{ data, error }, retry] = useQuery({ query: FACTS, variables: { id: databaseId } })
  const [editing, setEditing] = useState<Fact | 'new' | null>(null)
  const [removing, setRemoving] = useState<Fact | null>(null)
  const refresh = () => retry({ requestPolicy: 'network-only' })
  const project = data?.project
  usePoll(project?.factCheck?.state === 'PENDING', refresh, POLL_INTERVAL)
  const add = mayChange && (
    <Button kind="primary" onClick={() => setEditing('new')}>
      Add fact
    </Button>
  )
  const rows = project ? rowsOf(project) : []
  return (
    <>
      <PageHeader title="Facts">{rows.length > 0 && add}</PageHeader>
      {project?.factCheck?.run?.simulated && <SimulatedNotice />}
      {!project ? (
        <Pending error={error} retry={refresh} height={480} label="Loading facts" />
      ) : rows.length === 0 ? (
        <Message
          title="No facts yet"
          text="Add facts about your brand, such as prices or features. Answers that contradict them are listed here."
        >
          {add}
        </Message>
      ) : (
        <>
          <p className={styles.lead}>{leadOf(project)}</p>
          <Table
            cards
            caption="Facts"
            columns={factColumns({
              runId: project.factCheck?.run?.databaseId ?? null,
              actions: mayChange ? { edit: setEditing, remove: setRemoving } : undefined,
            })}
            rows={rows}
            rowKey={({ fact }) => fact.id}
          />
        </>
      )}
      {editing && (
        <FactDialog
          projectId={databaseId}
          fact={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={refresh}
        />
      )}
      {removing && <RemoveFact fact={removing} onClose={() => setRemoving(null)} onRemoved={refresh} />}
    </>
  )
}

const NO_RATE = { value: null, numerator: 0, denominator: 0, low: null, high: null }

/** Returns one row per fact. Facts have no results before the first run. */
function rowsOf({ facts, factCheck }: Project): readonly FactResult[] {
  if (factCheck) return factCheck.factResults
  const nothing = { checked: false, contradicted: NO_RATE, supported: NO_RATE, unclear: 0 }
  return (facts ?? []).map((fact) => ({ fact, ...nothing, providers: [], quotes: [] }))
}

function leadOf({ factCheck }: Project): string {
  if (!factCheck) return 'The answers of the next run are checked against these facts.'
  const { state, answers, unreadAnswers } = factCheck
  if (state === 'PENDING') return 'The answers of the latest run are being checked.'
  const unread =
    unreadAnswers > 0 ? ` ${count(unreadAnswers, 'answer')} in other languages were not checked.` : ''
  return `${count(answers, 'answer')} of the latest run were checked. Shares are among the answers that concern a fact. Only clear statements in English are counted as contradicting or supporting.${unread}`
}
