import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Everything that the answer and its details show. */
export const ANSWER = graphql(`
  fragment Answer on AnalysisResult @_unmask {
    id
    databaseId
    promptText
    promptId
    answer
    answerKind
    answerLanguage
    status
    partial
    unrecognized
    placements {
      kind
      title
      brand
      seller
      price
      currency
      url
      position
      entityIds
      discovered
    }
    simulated
    surface
    location
    locationApplied
    persona
    asker {
      account
      persona
    }
    languageApplied
    cityApplied
    replicate
    answeredAt
    searchMode
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
    corrections {
      entityId
      sentiment
      strength
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
    }
    competitors {
      competitorId
      name
      mentioned
      denied
      mentionCount
      position
      sentiment {
        score
        label
        evidence {
          text
        }
      }
      recommendation {
        recommended
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

export type Answer = ResultOf<typeof ANSWER>

/** Fetches an answer, and the previous and next answer to the same question. */
export const ANSWER_QUERY = graphql(
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

/** The answer to the same question in the previous or next run. */
export type AdjacentAnswer = NonNullable<NonNullable<ResultOf<typeof ANSWER_QUERY>['result']>['previous']>

/** Returns the name of the brand that the answer was analyzed for. */
export function brandOf({ run, asyncAnalysis }: Pick<Answer, 'run' | 'asyncAnalysis'>): string {
  return run?.brandName ?? asyncAnalysis?.brandName ?? 'the brand'
}

/** Returns the name of a tracked brand: `brand`, or the id of a competitor. */
export function trackedName(answer: Answer, entityId: string): string | undefined {
  if (entityId === 'brand') return brandOf(answer)
  return answer.competitors?.find(({ competitorId }) => competitorId === entityId)?.name
}
