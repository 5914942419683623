import { useMutation } from 'urql'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { ActionError, Empty } from '../../parts/states.tsx'
import styles from './settings.module.css'

/** The open proposals of a project's setup. */
export const PROPOSALS = graphql(`
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
        payload {
          __typename
          ... on ProposedAlias {
            name
          }
          ... on ProposedBrandName {
            name
          }
          ... on ProposedCompetitor {
            name
            url
          }
          ... on ProposedDescription {
            text
          }
          ... on ProposedDomain {
            domain
          }
          ... on ProposedPrompt {
            text
            branded
          }
        }
      }
    }
  }
`)

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

/** What the website of the brand suggests; nothing changes before it is accepted. */
export function Proposals({ settings }: { settings: Settings }) {
  const [decision, decide] = useMutation(DECIDE)
  const [retrying, retry] = useMutation(RETRY)
  const { status, failure } = settings.setup
  const open = settings.proposals?.nodes ?? []
  return (
    <>
      <p role="status" className={styles.effect}>
        {SETUP_WORDS[status]}
        {failure && ` ${FAILURE_WORDS[failure]}`}
      </p>
      {open.length === 0 && status !== 'QUEUED' && status !== 'RUNNING' && (
        <Empty
          title="No open proposals"
          text="Names, domains, competitors and prompts found on the website appear here."
        >
          {settings.url && (
            <Button busy={retrying.fetching} onClick={() => retry({ projectId: settings.databaseId })}>
              Read the website again
            </Button>
          )}
        </Empty>
      )}
      <ActionError error={decision.error ?? retrying.error} />
      {groupsOf(open).map(([kind, proposals]) => (
        <section key={kind} className={styles.group}>
          <h2>
            {KIND_WORDS[kind]} <small>{proposals.length}</small>
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
  NONE: 'Without a website nothing is proposed: add one under Brand.',
  QUEUED: 'The website will be read in a moment.',
  RUNNING: 'The website is being read; proposals appear here.',
  COMPLETED: 'The website was read. Nothing changes before you accept it.',
  FAILED: 'The website could not be read.',
}

const FAILURE_WORDS: Record<NonNullable<Settings['setup']['failure']>, string> = {
  NOT_HTML: 'It answered with something else than a page.',
  RESERVED: 'Its name does not exist on the internet.',
  STATUS: 'It answered with an error.',
  UNREACHABLE: 'It did not answer.',
  UNREADABLE: 'Its page has no text.',
}

type Kind = Proposal['payload']['__typename']

/** The kinds of proposals, in the order in which they are shown. */
const KIND_WORDS: Record<Kind, string> = {
  ProposedBrandName: 'Name of the brand',
  ProposedAlias: 'Other names of the brand',
  ProposedDomain: 'Domains of the brand',
  ProposedDescription: 'Description',
  ProposedCompetitor: 'Competitors',
  ProposedPrompt: 'Prompts',
}

/** The proposals by kind, without kinds that have none. */
function groupsOf(proposals: readonly Proposal[]): [Kind, Proposal[]][] {
  // The keys of a record of kinds.
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
