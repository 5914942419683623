import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Everything the pane and the facts beside it show of an answer. */
export const ANSWER = graphql(`
  fragment Answer on AnalysisResult @_unmask {
    id
    databaseId
    prompt
    promptId
    answer
    answerKind
    answerLanguage
    status
    partial
    simulated
    surface
    location
    locationApplied
    replicate
    answeredAt
    searched
    searchQueries
    extractionVersion
    parserVersion
    provider {
      id
      token
      label
    }
    model {
      requested
      reported
    }
    error {
      code
      message
    }
    cost {
      usd
      source
      priceAsOf
    }
    usage {
      inputTokens
      outputTokens
      searches
    }
    judge {
      model
      promptVersion
      judged
      agreed
    }
    brand {
      mentioned
      denied
      mentionCount
      position
      spans {
        start
        end
      }
    }
    sentiment {
      label
      score
      reason
      positive
      neutral
      negative
      evidence {
        start
        end
        text
        label
      }
    }
    recommendation {
      recommended
      strength
      rank
      listSize
      evidence {
        start
        end
        text
      }
    }
    competitors {
      competitorId
      name
      mentioned
      denied
      mentionCount
      position
      sentiment
      sentimentLabel
      sentimentEvidence {
        text
      }
      recommended
      rank
      recommendation {
        strength
        rank
        listSize
        evidence {
          text
        }
      }
      spans {
        start
        end
      }
    }
    citations {
      position
      url
      title
      domain
      kind
      owner
      category
      competitorId
      spans {
        start
        end
      }
    }
    run {
      id
      databaseId
      brandName
      finishedAt
    }
    asyncAnalysis {
      id
      analysisId
      brandName
    }
  }
`)

/** An answer with its facts. */
export type Answer = ResultOf<typeof ANSWER>

/** Reads an answer, and which ones to the same question came before and after it. */
export const READ_ANSWER = graphql(
  `
    query ReadAnswer($id: ID!) {
      result(id: $id) {
        ...Answer
        previous {
          id
          databaseId
          run {
            id
            databaseId
            finishedAt
          }
        }
        next {
          id
          databaseId
          run {
            id
            databaseId
            finishedAt
          }
        }
      }
    }
  `,
  [ANSWER],
)

/** The answer to the same question in a run beside. */
export type AdjacentAnswer = NonNullable<NonNullable<ResultOf<typeof READ_ANSWER>['result']>['previous']>

/** The name of the brand that an answer was searched for. */
export function brandOf({ run, asyncAnalysis }: Pick<Answer, 'run' | 'asyncAnalysis'>): string {
  return run?.brandName ?? asyncAnalysis?.brandName ?? 'the brand'
}
