import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import cards from '../../components/quote-cards.module.css'
import { Select } from '../../components/select.tsx'
import { number } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import type { OpportunityNode } from './documents.ts'
import { NoteDialog } from './note-dialog.tsx'
import styles from './opportunities.module.css'
import { Outcome } from './outcome.tsx'
import type { Update } from './use-update.tsx'
import { checkOf, evidenceOf, gainOf, pagesOf, sitesOf, titleOf } from './words.ts'

/** What a member can do with an opportunity. */
export interface Actions {
  update: Update
  setStatus: (opportunity: OpportunityNode, status: OpportunityNode['status']) => void
  assignees: readonly { value: string; label: string }[]
}

/** An opportunity with its evidence and controls. */
export function OpportunityCard({
  opportunity,
  label,
  actions,
}: {
  opportunity: OpportunityNode
  /** Name of the provider or location. */
  label: string
  /** Undefined if the member may not change opportunities. */
  actions: Actions | undefined
}) {
  const { analysisBrandName: brand } = useProject()
  const { evidence, note, status } = opportunity
  const sites = sitesOf(opportunity)
  const pages = pagesOf(opportunity)
  return (
    <article className={cards.card} aria-label={titleOf(opportunity, label)}>
      <h2>{titleOf(opportunity, label)}</h2>
      <p className={styles.gain}>{gainOf(opportunity)}</p>
      <p>
        {evidenceOf(opportunity, brand)} {sites}
      </p>
      {evidence.namedCompetitors.length > 0 && (
        <p className={cards.soft}>
          Named instead:{' '}
          {evidence.namedCompetitors.map(({ name, answers }) => `${name} (${number(answers)})`).join(', ')}
        </p>
      )}
      {pages && <p>{pages}</p>}
      {evidence.pages.length > 0 && <CitedPages pages={evidence.pages} />}
      <Quotes opportunity={opportunity} />
      {status === 'DONE' && <Outcome opportunity={opportunity} />}
      {note && <p className={styles.note}>{note}</p>}
      {actions && <Controls opportunity={opportunity} actions={actions} />}
    </article>
  )
}

function CitedPages({ pages }: { pages: OpportunityNode['evidence']['pages'] }) {
  return (
    <ul className={styles.pages} aria-label="Most cited pages">
      {pages.map((page) => (
        <li key={page.url}>
          <a href={page.url} rel="noreferrer noopener" target="_blank">
            {page.title ?? page.url}
          </a>{' '}
          <small>
            {[`cited in ${number(page.answers)}`, checkOf(page)].filter((text) => text !== null).join(', ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Quotes({ opportunity: { quotes, run } }: { opportunity: OpportunityNode }) {
  if (quotes.length === 0) return null
  return (
    <ul className={`${cards.quotes} ${styles.examples}`} aria-label="Examples">
      {quotes.map(({ text, competitorName, result }) => (
        <li key={result?.id ?? text}>
          {result && run ? (
            <AnswersLink search={{ run: run.databaseId, answer: result.databaseId }}>
              <q>{plainQuote(text)}</q>
              <small>
                <span className="visually-hidden">: {competitorName} in the answer from </span>
                {result.provider.label} to “{result.promptText}”
              </small>
            </AnswersLink>
          ) : (
            <q>{plainQuote(text)}</q>
          )}
        </li>
      ))}
    </ul>
  )
}

function Controls({ opportunity, actions }: { opportunity: OpportunityNode; actions: Actions }) {
  const { databaseId: opportunityId, status, assignee, note } = opportunity
  const { update, setStatus, assignees } = actions
  const [editing, setEditing] = useState(false)
  return (
    <div className={styles.controls}>
      {status === 'OPEN' ? (
        <>
          <Button kind="primary" onClick={() => setStatus(opportunity, 'DONE')}>
            Mark done
          </Button>
          <Button onClick={() => setStatus(opportunity, 'IGNORED')}>Ignore</Button>
        </>
      ) : (
        <Button onClick={() => setStatus(opportunity, 'OPEN')}>Reopen</Button>
      )}
      <Select
        label="Assigned to"
        value={assignee?.databaseId}
        any="nobody"
        choices={assignees}
        onChange={(assigneeId) => void update({ opportunityId, assigneeId: assigneeId ?? null })}
      />
      <Button kind="quiet" onClick={() => setEditing(true)}>
        {note ? 'Edit note' : 'Add note'}
      </Button>
      {editing && <NoteDialog opportunity={opportunity} update={update} onClose={() => setEditing(false)} />}
    </div>
  )
}
