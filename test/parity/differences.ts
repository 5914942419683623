/** Where a type of GraphQL has a field of REST under another name, or within another field, and why. */
export const PLACES_IN_TYPE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The ids of objects that are no nodes: `id` is the global id of a node.
  CompetitorMention: { id: 'competitorId' },
  EntitySummary: { id: 'entityId' },
  // An object of the graph instead of its id.
  ApiKey: { projectId: 'project.id' },
  DiscoveredEvidence: { runId: 'run.id', resultId: 'result.id' },
  RunComparison: { previousRunId: 'previousRun.id' },
  // `results` is the connection of the results themselves.
  AnalysisSummary: { results: 'resultCounts' },
  TrendPoint: { results: 'resultCounts.total', statuses: 'resultCounts' },
}

const OWN_PROJECT =
  'the specification of REST lists four fields of a project, and its projects are changed in GraphQL'
const COMPETITOR = 'the specification of REST lists three fields of a competitor'
const AS_ASKED = 'REST shows with each result what was asked'
const OF_RESULTS = 'REST shows it with each result'
const OF_SOURCES = 'a tool shows of sources what a model needs, and five pages of each site'
const FOR_OPERATORS = 'always null in REST: what to set is for operators, and the graph is not for them'

/** What only REST or only GraphQL shows, by design, each with its reason. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'GraphQL has AnalysisResult.raw':
    'REST adds it on request; GraphQL shows it as text, because its form is that of the provider',
  'GraphQL has AnalysisRun.comparison': 'REST compares points of trends',
  'GraphQL has AnalysisRun.comparedWith': 'REST compares points of trends',
  'GraphQL has AnalysisRun.locations': AS_ASKED,
  'GraphQL has AnalysisRun.prompts': AS_ASKED,
  'GraphQL has AnalysisRun.replicates': AS_ASKED,
  'GraphQL has AsyncAnalysis.locations': AS_ASKED,
  'GraphQL has AsyncAnalysis.prompts': AS_ASKED,
  'GraphQL has AsyncAnalysis.replicates': AS_ASKED,
  'GraphQL has AsyncAnalysis.metrics': 'REST has the summary of the whole',
  'GraphQL has AnalysisRun.metrics': 'REST has figures of a run as a point of trends, by filter',
  'GraphQL has AnalysisRun.summary': 'REST has figures of a run as a point of trends',
  'GraphQL has AnalysisRun.extractionVersion': 'REST shows it with each result',
  'GraphQL has AsyncAnalysis.extractionVersion': 'REST shows it with each result',
  'GraphQL has AnalysisRun.reextractedAt': 'only GraphQL re-extracts',
  'GraphQL has AnalysisRun.providerProgress': OF_RESULTS,
  'GraphQL has AsyncAnalysis.providerProgress': OF_RESULTS,
  'GraphQL has AnalysisRun.simulated': OF_RESULTS,
  'GraphQL has AsyncAnalysis.simulated': OF_RESULTS,
  'GraphQL has Citation.category': 'the specification of REST lists the fields of a citation',
  'GraphQL has Competitor.aliases': COMPETITOR,
  'GraphQL has Competitor.createdAt': COMPETITOR,
  'GraphQL has Competitor.domains': COMPETITOR,
  'GraphQL has Organization.webhookSecret': 'an operation of its own elsewhere, for admins only',
  'GraphQL has Project.aliases': OWN_PROJECT,
  'GraphQL has Project.analysisBrandName': OWN_PROJECT,
  'GraphQL has Project.createdAt': OWN_PROJECT,
  'GraphQL has Project.description': OWN_PROJECT,
  'GraphQL has Project.displayName': OWN_PROJECT,
  'GraphQL has Project.domains': OWN_PROJECT,
  'GraphQL has Project.location': OWN_PROJECT,
  'GraphQL has Project.setup': OWN_PROJECT,
  'GraphQL has Project.updatedAt': OWN_PROJECT,
  'GraphQL has Project.nextManualRunAt':
    'REST says it in the answer to a refused run: RATE_LIMITED and Retry-After',
  'GraphQL has Project.schedule': 'an endpoint of its own in REST',
  'GraphQL has ProjectSetup.failure': OWN_PROJECT,
  'GraphQL has Prompt.deletedAt': 'REST shows no deleted prompt',
  'GraphQL has Prompt.metrics': 'only GraphQL has figures of a prompt',
  'GraphQL has Provider.token': 'it is the id of REST',
  'GraphQL has Provider.unavailableReason': 'the reason of REST, while the provider is unavailable',
  'GraphQL has ResultCounts.total': 'the results of a point of trends',
  'GraphQL has RunMetrics.changes': 'REST and tools judge the mention rate of the brand',
  'GraphQL has TrendPoint.changes': 'REST and tools judge the mention rate of the brand',
  'GraphQL has SourceDomain.category': OF_SOURCES,
  'GraphQL has SourceDomain.retrievedRate': OF_SOURCES,
  'GraphQL has SourceUrl.category': OF_SOURCES,
  'GraphQL has SourceUrl.citationRate': OF_SOURCES,
  'GraphQL has SourceUrl.cited': OF_SOURCES,
  'GraphQL has SourceUrl.competitorId': OF_SOURCES,
  'GraphQL has SourceUrl.domain': OF_SOURCES,
  'GraphQL has SourceUrl.owner': OF_SOURCES,
  'GraphQL has SourceUrl.retrieved': OF_SOURCES,
  'GraphQL has TrendPoint.entity': 'one of the entities, by its id',
  'GraphQL has RunComparison.adjustedVerdict': 'REST shows the verdict of a point beside its comparison',
  'GraphQL has RunComparison.verdict': 'REST shows the verdict of a point beside its comparison',
  'REST has AnalysisRun.cancelled': 'GraphQL has the status CANCELLED',
  'REST has AsyncAnalysis.cancelled': 'GraphQL has the status CANCELLED',
  'REST has DeleteProjectPayload.deleted': 'always true; a payload of GraphQL says it by its type',
  'REST has Provider.fix': FOR_OPERATORS,
  'REST has ProviderRoute.fix': FOR_OPERATORS,
}

/** What a value of GraphQL is in REST, where the types of GraphQL cannot express it. */
export const VALUES_IN_TYPE: Readonly<Record<string, (value: unknown) => unknown>> = {
  // A list of countries, or all of them.
  'Provider.locations': (value) => value ?? '*',
}

/**
 * Where GraphQL answers null, without an error, what the caller may not see (its descriptions say so): the refusals of REST for the
 * same request.
 */
export const NULL_FOR: Readonly<Record<string, readonly string[]>> = {
  node: ['NOT_FOUND', 'PROJECT_SCOPED_KEY_REQUIRED'],
  'viewer.project': ['PROJECT_SCOPED_KEY_REQUIRED'],
}
