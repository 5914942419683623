import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ActionError, Message, Pending } from '../../components/states.tsx'
import { count, number } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import styles from './prompts.module.css'

const SUGGESTIONS = graphql(`
  query PromptSuggestions($id: ID!) {
    project(id: $id) {
      id
      promptSuggestions {
        id
        text
        source
        searches
        monthlyVolume
        branded
      }
    }
  }
`)

const DISMISS = graphql(`
  mutation DismissPromptSuggestion($input: DismissPromptSuggestionInput!) {
    dismissPromptSuggestion(input: $input) {
      text
      dismissed
    }
  }
`)

const ACCEPT = graphql(`
  mutation AcceptPromptSuggestion($input: CreatePromptInput!) {
    createPrompt(input: $input) {
      prompt {
        id
      }
    }
  }
`)

type Suggestion = NonNullable<
  NonNullable<ResultOf<typeof SUGGESTIONS>['project']>['promptSuggestions']
>[number]

const SOURCES: Record<Suggestion['source'], string> = {
  SITE: 'from your website',
  SEARCH_VOLUME: 'from search volumes',
  SEARCH_QUERY: 'searched for',
}

/** Lists suggested prompts, to add or dismiss. */
export function SuggestionsDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [{ data, error }, retry] = useQuery({ query: SUGGESTIONS, variables: { id: projectId } })
  const [accepted, accept] = useMutation(ACCEPT)
  const [dismissed, dismiss] = useMutation(DISMISS)
  const [done, setDone] = useState('')
  const suggestions = data?.project?.promptSuggestions
  const add = async ({ text }: Suggestion) => {
    const { data } = await accept({ input: { projectId, text } })
    if (data) setDone(`“${text}” was added.`)
  }
  const hide = async ({ text }: Suggestion) => {
    const { data } = await dismiss({ input: { projectId, text, dismissed: true } })
    if (data) setDone(`“${text}” was dismissed.`)
  }
  return (
    <Dialog title="Suggested prompts" wide onClose={onClose}>
      <p>
        From your website, from search volumes that you looked up, and from what assistants searched for while
        they answered the latest run.
      </p>
      <p role="status">{done}</p>
      <ActionError error={accepted.error ?? dismissed.error} />
      {!suggestions ? (
        <Pending error={error} retry={retry} height={200} label="Loading suggestions" />
      ) : suggestions.length === 0 ? (
        <Message
          title="No suggestions"
          text="Suggestions appear after a run with assistants that report what they searched for."
        />
      ) : (
        <ul className={styles.suggestions} aria-label="Suggestions">
          {suggestions.map((suggestion) => (
            <li key={suggestion.id}>
              <span>
                {suggestion.text}
                <small>
                  {SOURCES[suggestion.source]}
                  {suggestion.searches !== null && ` ${count(suggestion.searches, 'time')}`}
                  {suggestion.monthlyVolume !== null && `, ${number(suggestion.monthlyVolume)} a month`}
                  {suggestion.branded && ', names your brand: answers favor it'}
                </small>
              </span>
              <Button
                aria-label={`Add “${suggestion.text}”`}
                busy={accepted.fetching}
                onClick={() => void add(suggestion)}
              >
                Add
              </Button>
              <Button
                kind="quiet"
                aria-label={`Dismiss “${suggestion.text}”`}
                busy={dismissed.fetching}
                onClick={() => void hide(suggestion)}
              >
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
