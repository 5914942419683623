import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

const RESULT = graphql(
  `
    fragment FactRow on FactResult @_unmask {
      fact {
        id
        databaseId
        kind
        text
        plan
        amount
        currency
        period
        year
        name
        place
        aliases
        available
        days
      }
      checked
      contradicted {
        ...RateFigure
      }
      supported {
        ...RateFigure
      }
      unclear
      providers {
        provider
        contradicted {
          ...RateFigure
        }
      }
      quotes {
        verdict
        text
        result {
          id
          databaseId
          promptText
          provider {
            id
            label
          }
        }
      }
    }
  `,
  [RATE],
)

/** Fetches the facts, and what the answers of the latest run say about them. */
export const FACTS = graphql(
  `
    query Facts($id: ID!) {
      project(id: $id) {
        id
        facts {
          ...FactFields
        }
        factCheck {
          state
          answers
          unreadAnswers
          run {
            id
            databaseId
            simulated
          }
          factResults {
            ...FactRow
          }
        }
      }
    }
  `,
  [
    RESULT,
    graphql(`
      fragment FactFields on BrandFact @_unmask {
        id
        databaseId
        kind
        text
        plan
        amount
        currency
        period
        year
        name
        place
        aliases
        available
        days
      }
    `),
  ],
)

/** What the answers of the latest run say about a fact. */
export type FactResult = ResultOf<typeof RESULT>
export type Fact = FactResult['fact']
export type FactKind = Fact['kind']

export const ADD = graphql(`
  mutation AddFact($input: AddFactInput!) {
    addFact(input: $input) {
      fact {
        id
      }
    }
  }
`)

export const UPDATE = graphql(`
  mutation UpdateFact($input: UpdateFactInput!) {
    updateFact(input: $input) {
      fact {
        id
      }
    }
  }
`)

export const REMOVE = graphql(`
  mutation RemoveFact($input: RemoveFactInput!) {
    removeFact(input: $input) {
      removedFactId
    }
  }
`)
