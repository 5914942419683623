import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import cards from '../../components/quote-cards.module.css'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import { ReviewCard } from './card.tsx'
import { REVIEW, type UncertainLabel } from './documents.ts'
import { MeasuredError } from './measured-error.tsx'

/** The review page: the least certain labels of the latest run, to confirm or correct, and the measured error. */
export function Review() {
  const { databaseId, latestRun } = useProject()
  const [{ data, error }, retry] = useQuery({
    query: REVIEW,
    variables: { id: databaseId },
    requestPolicy: 'cache-and-network',
  })
  const refresh = () => retry({ requestPolicy: 'network-only' })
  const project = data?.project
  return (
    <>
      <PageHeader
        title="Review"
        lead="Labels of the latest run that the analysis is least sure about. Confirm a label, or correct it. The metrics follow."
      />
      {latestRun?.simulated && <SimulatedNotice />}
      {!project ? (
        <Pending error={error} retry={refresh} height={480} label="Loading labels" />
      ) : (
        <>
          <List labels={project.uncertainLabels ?? []} refresh={refresh} />
          {project.correctionRates && project.correctionRates.length > 0 && (
            <Section
              title="Measured error"
              note="Of the labels that people checked, how many they changed. Labels from this list are the least certain ones, so the error of all labels is lower."
            >
              <MeasuredError rates={project.correctionRates} />
            </Section>
          )}
        </>
      )}
    </>
  )
}

function List({ labels, refresh }: { labels: readonly UncertainLabel[]; refresh: () => void }) {
  const { latestRun } = useProject()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const rows = labels.filter(({ id, result }) => result && !checked.has(id))
  // The list shrinks, so the next label gets the focus.
  useEffect(() => {
    if (checked.size > 0) list.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [checked])
  if (rows.length > 0)
    return (
      <ol ref={list} className={cards.list}>
        {rows.map((label) => (
          <li key={label.id}>
            <ReviewCard
              label={label}
              onChecked={() => setChecked((before) => new Set([...before, label.id]))}
            />
          </li>
        ))}
      </ol>
    )
  if (!latestRun)
    return (
      <Message title="No data yet" text="After the first run, this page lists labels that may be wrong.">
        <ContinueSetup step="run" />
      </Message>
    )
  return (
    <Message
      title="Nothing to review"
      text="Every uncertain label of the latest run is checked. Answers from before labels had a probability are not listed until they are re-analyzed."
    >
      <Button onClick={refresh}>Check again</Button>
    </Message>
  )
}
