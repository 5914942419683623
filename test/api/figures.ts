const RATE = '{ value numerator denominator low high method }'

/** All figures of a brand, as a GraphQL selection. */
export const ENTITY_FIGURES = `mentionRate ${RATE} shareOfVoice ${RATE} shareOfMentions ${RATE} averagePosition
  positions { average histogram { position answers } absent } prominence { value answers }
  sentiment sentiments { positive neutral negative } recommendationRate ${RATE}
  recommendations { whenMentioned ${RATE} share ${RATE} strengths { primary strong among mentionedOnly discouraged } }
  citationRate ${RATE} retrievedRate ${RATE} citationShare ${RATE} denialRate ${RATE} agreement ${RATE}`

/** All figures of a set of answers beside those of brands. */
export const SCOPE_FIGURES = `metricsVersion sample { prompts answers replicates } shareOfVoicePrompts
  informativeRate ${RATE}
  absence { notNamed ${RATE} denied ${RATE} refused ${RATE} notShown ${RATE} failed ${RATE} }
  sources { citations owners { owner citations share ${RATE} }
    domains { domain owner competitorId citations share ${RATE} citationRate ${RATE} retrievedRate ${RATE} } }
  answersNeeded { designEffect answersPerPrompt changes { points independent answers prompts } }`

const ENUMS = ['method', 'owner', 'shareOfVoicePrompts']

/** What REST shows, with the values of enums as GraphQL has them. */
export function graphqlForm<T>(shown: T): T {
  return JSON.parse(JSON.stringify(shown), (key, value) =>
    ENUMS.includes(key) ? value.toUpperCase() : value,
  )
}
