import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError, Message } from '../../components/states.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { PROPOSED_CHANGE } from '../../setup/proposed-change.ts'
import { FAILURE_WORDS } from '../../setup/words.ts'
import styles from './settings.module.css'

/** The pending proposals of a project's setup. */
export const PROPOSALS = graphql(
  `
  fragment SetupProposals on Project @_unmask {
    id
    databaseId
    url
    setup {
      status
      failure
    }
    proposals(decided: false, first: 100) {
      totalCount
      nodes {
        id
        databaseId
        kind
        ...ProposedChange
      }
    }
  }
`,
  [PROPOSED_CHANGE],
)

const DECIDE = graphql(`
  mutation DecideProposal($proposalId: ID!, $accept: Boolean!) {
    decideProposal(input: { proposalId: $proposalId, accept: $accept }) {
      proposal {
        id
        accepted
      }
      project {
        id
        analysisBrandName
        description
        aliases
        domains
      }
    }
  }
`)

const RETRY = graphql(`
  mutation RetrySetup($projectId: ID!) {
    retrySetup(input: { projectId: $projectId }) {
      project {
        id
        setup {
          status
          failure
        }
      }
    }
  }
`)

type Settings = ResultOf<typeof PROPOSALS>
type Proposal = NonNullable<Settings['proposals']>['nodes'][number]

/** Suggestions from the brand's website, which can be accepted or rejected. */
export function Proposals({ settings }: { settings: Settings }) {
  const [decision, decide] = useMutation(DECIDE)
  const [retrying, retry] = useMutation(RETRY)
  const { status, failure } = settings.setup
  const open = settings.proposals?.nodes ?? []
  /** Accepts proposals one after the other. Stops at the first that cannot be applied, which is then shown. */
  const acceptAll = async (proposals: readonly Proposal[]) => {
    for (const { databaseId } of proposals) {
      const { error } = await decide({ proposalId: databaseId, accept: true })
      if (error) return
    }
  }
  return (
    <>
      <p role="status" className={styles.effect}>
        {SETUP_WORDS[status]}
        {failure && ` ${FAILURE_WORDS[failure]}`}
      </p>
      {open.length === 0 && status !== 'QUEUED' && status !== 'RUNNING' && (
        <Message
          title="No pending suggestions"
          text="Names, domains, competitors and prompts found on the website appear here."
        >
          {settings.url && (
            <Button busy={retrying.fetching} onClick={() => retry({ projectId: settings.databaseId })}>
              Scan website again
            </Button>
          )}
        </Message>
      )}
      <ActionError error={decision.error ?? retrying.error} />
      {groupsOf(open).map(([kind, proposals]) => (
        <section key={kind} className={styles.group}>
          <h2>
            {KIND_WORDS[kind]} <small>{proposals.length}</small>
            {proposals.length > 1 && (
              <Button
                kind="quiet"
                disabled={decision.fetching}
                onClick={() => acceptAll(proposals)}
                aria-label={`Accept all: ${KIND_WORDS[kind]}`}
              >
                Accept all
              </Button>
            )}
          </h2>
          <ul className={styles.rows}>
            {proposals.map(({ id, databaseId, payload }) => (
              <li key={id} className={styles.proposal}>
                <div className={styles.proposed}>
                  {textOf(payload)}
                  {payload.__typename === 'ProposedCompetitor' && payload.url && (
                    <span className={styles.kind}> {payload.url}</span>
                  )}
                </div>
                <div className={styles.actions}>
                  <Button
                    disabled={decision.fetching}
                    onClick={() => decide({ proposalId: databaseId, accept: true })}
                    aria-label={`Accept: ${textOf(payload)}`}
                  >
                    Accept
                  </Button>
                  <Button
                    kind="quiet"
                    disabled={decision.fetching}
                    onClick={() => decide({ proposalId: databaseId, accept: false })}
                    aria-label={`Reject: ${textOf(payload)}`}
                  >
                    Reject
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const SETUP_WORDS: Record<Settings['setup']['status'], string> = {
  NONE: 'Add a website under Brand to get suggestions.',
  QUEUED: 'Waiting to scan the website.',
  RUNNING: 'Scanning the website. Suggestions will appear here.',
  COMPLETED: 'These suggestions come from your website. Nothing changes until you accept one.',
  FAILED: 'The website could not be scanned.',
}

type Kind = Proposal['payload']['__typename']

/** Labels of the kinds of proposals, in display order. */
const KIND_WORDS: Record<Kind, string> = {
  ProposedBrandName: 'Brand name',
  ProposedAlias: 'Other brand names',
  ProposedDomain: 'Brand domains',
  ProposedDescription: 'Description',
  ProposedCompetitor: 'Competitors',
  ProposedPrompt: 'Prompts',
}

/** Groups the proposals by kind, without empty groups. */
function groupsOf(proposals: readonly Proposal[]): [Kind, Proposal[]][] {
  // The record has exactly these keys.
  const kinds = Object.keys(KIND_WORDS) as Kind[]
  return kinds
    .map((kind): [Kind, Proposal[]] => [kind, proposals.filter(({ payload }) => payload.__typename === kind)])
    .filter(([, group]) => group.length > 0)
}

function textOf(payload: Proposal['payload']): string {
  switch (payload.__typename) {
    case 'ProposedCompetitor':
    case 'ProposedAlias':
    case 'ProposedBrandName':
      return payload.name
    case 'ProposedDomain':
      return payload.domain
    case 'ProposedDescription':
    case 'ProposedPrompt':
      return payload.text
  }
}
