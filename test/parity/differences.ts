const PROMPT_COUNT = { prompts: 'promptCount' }

/** REST fields that a GraphQL type has under another name or inside another field, with the path in GraphQL. */
export const PLACES_IN_TYPE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // `id` is reserved for global ids of nodes, and these types are not nodes.
  CompetitorMention: {
    id: 'competitorId',
    // In GraphQL, the brand and competitors have the same fields.
    sentiment: 'sentiment.score',
    sentimentLabel: 'sentiment.label',
    sentimentProbability: 'sentiment.probability',
    sentimentEvidence: 'sentiment.evidence',
    recommended: 'recommendation.recommended',
    rank: 'recommendation.rank',
  },
  AnalysisResult: {
    prompt: 'promptText',
    sentiment: 'brand.sentiment',
    recommendation: 'brand.recommendation',
  },
  // In GraphQL, a name has the same type everywhere.
  EntitySummary: { id: 'entityId', sentiment: 'sentimentScore' },
  EntityChanges: { id: 'entityId' },
  Sample: PROMPT_COUNT,
  NeededForChange: PROMPT_COUNT,
  MetricChange: PROMPT_COUNT,
  // GraphQL links to the object instead of returning its id.
  ApiKey: { projectId: 'project.id' },
  DiscoveredEvidence: { runId: 'run.id', resultId: 'result.id' },
  RunThemes: { runId: 'run.id', previousRunId: 'previousRun.id', data: 'brands' },
  BrandThemes: { answers: 'mentioningAnswers' },
  ThemeQuote: { resultId: 'result.id', provider: 'result.provider.token' },
  RunComparison: { previousRunId: 'previousRun.id', ...PROMPT_COUNT },
  // In GraphQL, `results` is the connection of results.
  AnalysisSummary: { results: 'resultCounts', sentiment: 'sentimentScore' },
  TrendPoint: {
    results: 'resultCounts.total',
    statuses: 'resultCounts',
    sentiment: 'sentimentScore',
    comparison: 'comparison.verdict',
    change: 'comparison',
  },
}

const OWN_PROJECT = 'the REST specification has only four fields of a project'
const COMPETITOR = 'the REST specification has only three fields of a competitor'
const QUESTIONS = 'REST returns the question with each result'
const WITH_RESULTS = 'REST returns it with each result'
const SOURCES = 'the tool returns only the fields a model needs, and at most five pages per site'
const FOR_OPERATORS =
  'always null in REST; only operators see how to fix it, and GraphQL is not for operators'

/** Fields that only REST or only GraphQL has, each with the reason. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'GraphQL has Alert.isRead': 'only members read alerts; REST is for keys',
  'GraphQL has AlertFigures.promptCount':
    'a number of prompts is `prompts` in REST, where no list has this name',
  'GraphQL has AlertQuote.promptText':
    'the text of a prompt is `prompt` in REST, where no object has this name',
  'GraphQL has AnalysisRun.runThemes': 'GraphQL has the run itself in place of its id',
  'GraphQL has OpportunityEvidence.promptCount':
    'a number of prompts is `prompts` in REST, where no list has this name',
  'GraphQL has OpportunityOutcome.promptCount':
    'a number of prompts is `prompts` in REST, where no list has this name',
  'GraphQL has Organization.branding': 'REST has an endpoint of its own for it',
  'GraphQL has Project.alertMutes': 'REST has an endpoint of its own for it',
  'GraphQL has Project.alertRules': 'REST has an endpoint of its own for it',
  'GraphQL has Project.correctionRates': 'labels are reviewed in the dashboard, which uses GraphQL',
  'GraphQL has Project.factCheck': 'REST has an endpoint of its own for it',
  'GraphQL has Project.promptSuggestions': 'REST has an endpoint of its own for it',
  'GraphQL has Project.reportDeliveries': 'REST has an endpoint of its own for it',
  'GraphQL has Project.reportSchedule': 'REST has an endpoint of its own for it',
  'GraphQL has Project.runThemes': 'GraphQL has the run itself in place of its id',
  'GraphQL has Prompt.branded': 'REST has an endpoint of its own for it',
  'GraphQL has WebhookDelivery.event': 'REST has an endpoint of its own for it',
  'REST has Alert.previousRunId': 'GraphQL has the run itself in place of its id',
  'REST has Alert.runId': 'GraphQL has the run itself in place of its id',
  'REST has AlertFigures.prompts': 'a number of prompts is `prompts` in REST, where no list has this name',
  'REST has AlertQuote.prompt': 'the text of a prompt is `prompt` in REST, where no object has this name',
  'REST has FactCheck.runId': 'GraphQL has the run itself in place of its id',
  'REST has FactQuote.resultId': 'GraphQL has the answer itself in place of its id',
  'REST has Opportunity.assigneeId': 'REST has an endpoint of its own for it',
  'REST has Opportunity.runId': 'GraphQL has the run itself in place of its id',
  'REST has OpportunityEvidence.prompts':
    'a number of prompts is `prompts` in REST, where no list has this name',
  'REST has OpportunityOutcome.baselineRunId': 'REST has an endpoint of its own for it',
  'REST has OpportunityOutcome.prompts':
    'a number of prompts is `prompts` in REST, where no list has this name',
  'REST has OpportunityOutcome.runIds': 'GraphQL has the run itself in place of its id',
  'REST has OpportunityQuote.resultId': 'GraphQL has the answer itself in place of its id',
  'REST has RemoveFactPayload.deleted': 'always true',
  'GraphQL has AnalysisResult.raw':
    'optional in REST; GraphQL returns it as text, because each provider has its own format',
  'GraphQL has AnalysisRun.comparison': 'REST compares trend points',
  'GraphQL has AnalysisRun.comparedWith': 'REST compares trend points',
  'GraphQL has AnalysisRun.locations': QUESTIONS,
  'GraphQL has AnalysisRun.promptTexts': QUESTIONS,
  'GraphQL has AnalysisRun.replicates': QUESTIONS,
  'GraphQL has AsyncAnalysis.locations': QUESTIONS,
  'GraphQL has AsyncAnalysis.promptTexts': QUESTIONS,
  'GraphQL has AsyncAnalysis.replicates': QUESTIONS,
  'GraphQL has AsyncAnalysis.metrics': 'REST has only the summary of the whole analysis',
  'GraphQL has AnalysisRun.metrics':
    'in REST, the metrics of a run are a trend point; filters narrow them down',
  'GraphQL has AnalysisRun.summary': 'in REST, the metrics of a run are a trend point',
  'GraphQL has AnalysisRun.extractionVersion': WITH_RESULTS,
  'GraphQL has AsyncAnalysis.extractionVersion': WITH_RESULTS,
  'GraphQL has BrandMention.sentiment': 'REST returns it next to `brand`',
  'GraphQL has BrandMention.recommendation': 'REST returns it next to `brand`',
  'GraphQL has CompetitorMention.firstOffset': 'the start of the first span in REST',
  'GraphQL has AnalysisRun.reextractedAt': 'only GraphQL re-extracts',
  'GraphQL has AnalysisRun.providerProgress': WITH_RESULTS,
  'GraphQL has AsyncAnalysis.providerProgress': WITH_RESULTS,
  'GraphQL has AnalysisRun.simulated': WITH_RESULTS,
  'GraphQL has AsyncAnalysis.simulated': WITH_RESULTS,
  'GraphQL has Citation.category': 'the REST specification has a fixed list of citation fields',
  'GraphQL has Competitor.aliases': COMPETITOR,
  'GraphQL has Competitor.createdAt': COMPETITOR,
  'GraphQL has Competitor.domains': COMPETITOR,
  'GraphQL has Organization.webhookSecret': 'a separate operation on the other surfaces, for admins only',
  'GraphQL has Project.aliases': OWN_PROJECT,
  'GraphQL has Project.analysisBrandName': OWN_PROJECT,
  'GraphQL has Project.createdAt': OWN_PROJECT,
  'GraphQL has Project.description': OWN_PROJECT,
  'GraphQL has Project.displayName': OWN_PROJECT,
  'GraphQL has Project.domains': OWN_PROJECT,
  'GraphQL has Project.location': OWN_PROJECT,
  'GraphQL has Project.setup': OWN_PROJECT,
  'GraphQL has Project.uncertainLabels': 'labels are reviewed in the dashboard, which uses GraphQL',
  'GraphQL has Project.updatedAt': OWN_PROJECT,
  'GraphQL has Project.version': 'part of the settings in REST',
  'GraphQL has Project.nextManualRunAt':
    'REST returns it when it rejects a run, as RATE_LIMITED with Retry-After',
  'GraphQL has Project.replicates': OWN_PROJECT,
  'GraphQL has Project.runEstimate': OWN_PROJECT,
  'GraphQL has Project.schedule': 'a separate endpoint in REST',
  'GraphQL has ProjectSetup.failure': OWN_PROJECT,
  'GraphQL has Prompt.deletedAt': 'REST does not return deleted prompts',
  'GraphQL has Prompt.metrics': 'only GraphQL has metrics of a prompt',
  'GraphQL has Provider.token': 'the id in REST',
  'GraphQL has Provider.unavailableReason': '`reason` in REST, for unavailable providers',
  'GraphQL has ResultCounts.total': '`results` of a trend point in REST',
  'GraphQL has RunMetrics.changes': 'REST has `changes` of trend points, MCP of `compare_runs`',
  'GraphQL has SourceDomain.category': SOURCES,
  'GraphQL has SourceDomain.retrievedRate': SOURCES,
  'GraphQL has SourceUrl.category': SOURCES,
  'GraphQL has SourceUrl.citationRate': SOURCES,
  'GraphQL has SourceUrl.cited': SOURCES,
  'GraphQL has SourceUrl.competitorId': SOURCES,
  'GraphQL has SourceUrl.domain': SOURCES,
  'GraphQL has SourceUrl.owner': SOURCES,
  'GraphQL has SourceUrl.retrieved': SOURCES,
  'GraphQL has TrendPoint.entity': 'one of `entities`, selected by id',
  'GraphQL has RunComparison.adjustedVerdict': 'REST has the verdict next to the comparison of a trend point',
  'GraphQL has RunComparison.verdict': 'REST has the verdict next to the comparison of a trend point',
  'REST has AnalysisRun.cancelled': 'GraphQL has the status CANCELLED',
  'REST has AsyncAnalysis.cancelled': 'GraphQL has the status CANCELLED',
  'REST has DeleteProjectPayload.deleted': 'always true; in GraphQL the payload type implies it',
  'REST has DeleteWebhookPayload.deleted': 'always true; in GraphQL the payload type implies it',
  'REST has DeletePromptPayload.deleted': 'always true; in GraphQL the payload type implies it',
  'REST has Provider.fix': FOR_OPERATORS,
  'REST has ProviderRoute.fix': FOR_OPERATORS,
}

/** Converts GraphQL values to REST where the GraphQL type cannot express the REST value. */
export const VALUES_IN_TYPE: Readonly<Record<string, (value: unknown) => unknown>> = {
  // REST returns `*` for all countries, GraphQL null.
  'Provider.locations': (value) => value ?? '*',
  // REST has a verdict for the first point too, and no recommendation of a competitor without a mention.
  'TrendPoint.comparison': (value) => value ?? 'insufficient',
  'CompetitorMention.recommendation': (value) =>
    (value as { strength: unknown } | null)?.strength == null ? null : value,
}

/**
 * Fields that are null, without an error, when the caller may not see the object, as their descriptions document. The
 * values are the error codes that the other surfaces return for the same request.
 */
export const NULL_FOR: Readonly<Record<string, readonly string[]>> = {
  node: ['NOT_FOUND', 'PROJECT_SCOPED_KEY_REQUIRED'],
  'viewer.project': ['PROJECT_SCOPED_KEY_REQUIRED'],
}
