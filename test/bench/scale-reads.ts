/** The objects of a generated database that the reads are about. */
export interface ScaleTarget {
  projectId: string
  /** The newest runs of the project. */
  runIds: [string, string]
  resultId: string
  promptId: string
  domain: string
}

/** A request: a path of the REST API, or a GraphQL document with its variables. */
export type ScaleRead = { path: string } | { query: string; variables: Record<string, unknown> }

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64')

const RATE = '{ value low high }'

/** Returns one request for each list, filter, order, search, connection and node that reads answers or their figures. */
export function scaleReads(target: ScaleTarget): Record<string, ScaleRead> {
  const { projectId, runIds, resultId, promptId, domain } = target
  const [runId, previousId] = runIds
  const rest = (path: string): ScaleRead => ({ path })
  const inProject = (fields: string): ScaleRead => ({
    query: `query ($id: ID!) { project(id: $id) { id ${fields} } }`,
    variables: { id: projectId },
  })
  const inRun = (fields: string): ScaleRead => ({
    query: `query ($id: ID!) { run(id: $id) { id ${fields} } }`,
    variables: { id: runId },
  })
  const node = (type: string, id: string, fields: string): ScaleRead => ({
    query: `query ($id: ID!) { node(id: $id) { id ... on ${type} { ${fields} } } }`,
    variables: { id: globalId(type, id) },
  })
  const results = (parameters: string) =>
    inRun(
      `results(first: 50${parameters}) { totalCount nodes { id promptText status brand { sentiment { label } } } }`,
    )
  const sources = (parameters: string) =>
    inRun(`sources(first: 50${parameters}) { totalCount nodes { domain category citationRate ${RATE} } }`)
  const prompts = (parameters: string) =>
    inProject(
      `prompts(first: 50${parameters}) { totalCount nodes { id text metrics { summary { mentionRate ${RATE} } } } }`,
    )
  const trends = (parameters: string) =>
    inProject(`trends(first: 12${parameters}) { nodes { completedAt mentionRate ${RATE} sentimentScore } }`)
  return {
    'REST project': rest('/v1/project'),
    'REST prompts': rest('/v1/prompts'),
    'REST run': rest(`/v1/analysis/runs/${runId}`),
    'REST results': rest(`/v1/analysis/runs/${runId}/results`),
    'REST results, last page': rest(`/v1/analysis/runs/${runId}/results?offset=600`),
    'REST results of a provider': rest(`/v1/analysis/runs/${runId}/results?provider=gemini`),
    'REST trends': rest('/v1/analysis/trends'),
    'REST trends of a provider': rest('/v1/analysis/trends?provider=gemini'),
    'REST discovered brands': rest('/v1/analysis/discovered-brands'),
    'node run': node('AnalysisRun', runId, 'status progress { completed } summary { mentionRate { value } }'),
    'node result': node('AnalysisResult', resultId, 'promptText answer citations { url } previous { id }'),
    'node prompt': node('Prompt', promptId, 'text tags { name }'),
    runs: inProject('runs(first: 50) { totalCount nodes { id status trigger } }'),
    'results by ordinal': results(''),
    'results of a provider': results(', filter: { provider: "gemini" }'),
    'results of a location': results(', filter: { location: "DE" }'),
    'results of a prompt': inProject(
      `runs(first: 1) { nodes { results(first: 50, filter: { promptId: "${promptId}" }) { totalCount nodes { id } } } }`,
    ),
    'results by sentiment': results(', filter: { sentiment: POSITIVE }'),
    'results without a mention': results(', filter: { mentioned: false }'),
    'results with a search': results(', filter: { q: "free plan" }'),
    'results that cite a site': results(`, filter: { citedDomain: "${domain}" }`),
    'results in the order of sentiment': results(', orderBy: SENTIMENT_DESC'),
    'results in the order of position': results(', orderBy: POSITION_ASC'),
    'results in the order of recommendation': results(', orderBy: RANK_ASC'),
    'all results of a prompt': node(
      'Prompt',
      promptId,
      'results(first: 50) { totalCount nodes { id status } }',
    ),
    'sources of a run': sources(''),
    'sources of a run of a provider': sources(', filter: { provider: "gemini" }'),
    'sources of a run of a location': sources(', filter: { location: "DE" }'),
    'sources of a run with a search': sources(', filter: { q: "review" }'),
    'pages of a run': inRun('sourceUrls(first: 50) { totalCount nodes { url } }'),
    'sources of 8 runs': inProject('sources(first: 50, runs: 8) { totalCount nodes { domain } }'),
    'sources of 8 runs of a provider': inProject(
      'sources(first: 50, runs: 8, filter: { provider: "gemini" }) { totalCount nodes { domain } }',
    ),
    prompts: prompts(''),
    'prompts with a search': prompts(', filter: { q: "software" }'),
    'prompts in the order of mentions': prompts(', orderBy: MENTION_RATE_DESC'),
    'prompts in the order of lost answers': prompts(', orderBy: LOST_ANSWERS_DESC'),
    'prompts with trends': inProject(
      'prompts(first: 25) { nodes { id trends(first: 8) { nodes { completedAt } } } }',
    ),
    trends: trends(''),
    'trends of a provider': trends(', filter: { provider: "gemini" }'),
    'metrics by provider': inRun(`metrics(scope: PROVIDER) { value summary { mentionRate ${RATE} } }`),
    'comparedWith the previous run': inRun(
      `comparedWith(runId: "${previousId}") { comparison { verdict difference } changes { entityId mentionRate { verdict difference } } }`,
    ),
    'discovered brands': inProject('discoveredBrands(first: 50) { totalCount nodes { name } }'),
  }
}
