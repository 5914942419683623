import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

/** Fetches the options for a new analysis. */
export const CHOICES = graphql(`
  query AnalysisChoices($projectId: ID!) {
    providers {
      id
      token
      label
      state
      reason
      unavailableReason
      locations
    }
    project(id: $projectId) {
      id
      prompts(first: 200) {
        nodes {
          id
          text
          locations
        }
      }
    }
  }
`)

/** Fetches the questions of an earlier analysis. */
export const EARLIER = graphql(`
  query EarlierAnalysis($id: ID!) {
    asyncAnalysis(id: $id) {
      id
      promptTexts
      locations
      personas {
        name
        text
      }
      replicates
      stopWhen {
        halfWidth
        atMost
      }
      rounds {
        begun
        replicates
      }
      providers {
        id
        token
      }
    }
  }
`)

export type Choices = ResultOf<typeof CHOICES>
