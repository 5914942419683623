import { graphql } from '../graphql/graphql.ts'

/** The change that a setup proposes. */
export const PROPOSED_CHANGE = graphql(`
  fragment ProposedChange on SetupProposal @_unmask {
    id
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
`)
