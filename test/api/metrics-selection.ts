const RATE = '{ value numerator denominator low high method }'

/** All metrics of one entity, as a GraphQL selection. */
export const ENTITY_METRICS = `mentionRate ${RATE} shareOfVoice ${RATE} shareOfMentions ${RATE} averagePosition
  positionMean { value low high answers } positions { average histogram { position answers } absent } prominence { value low high answers }
  sentiment sentimentMean { value low high answers } sentiments { positive neutral negative }
  praiseRate ${RATE} mixedRate ${RATE} criticismRate ${RATE} recommendationRate ${RATE}
  recommendations { whenMentioned ${RATE} share ${RATE} strengths { primary strong among mentionedOnly discouraged } }
  citationRate ${RATE} retrievedRate ${RATE} citationShare ${RATE} denialRate ${RATE} agreement ${RATE}`

/** All metrics of a set of answers that do not belong to one entity, as a GraphQL selection. */
export const SCOPE_METRICS = `metricsVersion sample { prompts answers replicates } shareOfVoicePrompts
  informativeRate ${RATE} lostRate ${RATE}
  absence { notNamed ${RATE} denied ${RATE} refused ${RATE} notShown ${RATE} failed ${RATE} }
  sources { citations owners { owner citations share ${RATE} }
    domains { domain owner competitorId citations share ${RATE} citationRate ${RATE} retrievedRate ${RATE} } }
  answersNeeded { designEffect answersPerPrompt changes { points independent answers prompts } }`

const ENUMS = ['method', 'owner', 'shareOfVoicePrompts']

/** Metrics from REST with enumeration values in upper case, as GraphQL has them. */
export function withGraphqlEnums<T>(shown: T): T {
  return JSON.parse(JSON.stringify(shown), (key, value) =>
    ENUMS.includes(key) ? value.toUpperCase() : value,
  )
}
