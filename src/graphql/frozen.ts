import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * Fields whose value never changes once their batch has ended, short of a change that raises the batch's `seq`; a type with
 * `true` has only such fields. What is not listed is looked up each time: a field is added here only when nothing but the
 * batch's own rows is in it. Those of `Query` only lead there.
 */
const FROZEN: Record<string, true | readonly string[]> = {
  Query: ['node', 'nodes', 'asyncAnalysis'],
  Node: ['id'],
  AnalysisRun: [
    'id',
    'databaseId',
    'status',
    'trigger',
    'brandName',
    'progress',
    'createdAt',
    'startedAt',
    'finishedAt',
    'extractionVersion',
    'summary',
    'results',
  ],
  AsyncAnalysis: [
    'id',
    'databaseId',
    'analysisId',
    'status',
    'progress',
    'brandName',
    'createdAt',
    'startedAt',
    'finishedAt',
    'credits',
    'summary',
    'results',
  ],
  AnalysisResult: [
    'id',
    'databaseId',
    'runId',
    'promptId',
    'prompt',
    'provider',
    'location',
    'replicate',
    'status',
    'simulated',
    'surface',
    'locationApplied',
    'model',
    'error',
    'answeredAt',
    'answer',
    'raw',
    'brand',
    'sentiment',
    'competitors',
    'citations',
    'recommendation',
    'extractionVersion',
  ],
  CompetitorMention: [
    'competitorId',
    'name',
    'mentioned',
    'mentionCount',
    'position',
    'sentiment',
    'sentimentLabel',
    'recommended',
    'rank',
  ],
  AnalysisResultConnection: true,
  AnalysisResultEdge: true,
  PageInfo: true,
  Progress: true,
  AnalysisCredits: true,
  AnalysisSummary: true,
  EntityRates: true,
  EntitySummary: true,
  ResultCounts: true,
  ScopeFigures: true,
  Positions: true,
  PositionCount: true,
  Prominence: true,
  SentimentCounts: true,
  Recommendations: true,
  StrengthCounts: true,
  Sample: true,
  Absence: true,
  SourceShares: true,
  OwnerShare: true,
  DomainShare: true,
  AnswersNeeded: true,
  NeededForChange: true,
  Rate: true,
  AnswerModel: true,
  ResultError: true,
  BrandMention: true,
  TextSpan: true,
  Sentiment: true,
  Opinion: true,
  Citation: ['position', 'url', 'title', 'domain', 'kind', 'owner', 'competitorId', 'spans'],
  Recommendation: true,
  Evidence: true,
}

/** Arguments that bring in what may change: today's tags find yesterday's results. */
const MOVING_ARGUMENTS = ['tag']

/** Whether an operation asks for nothing but frozen fields. */
export function isFrozen(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const seen = new Set<string>()
  const root = schema.getRootType(operation.operation)
  return root != null && frozenSet(operation.selectionSet, root)

  function frozenSet(set: SelectionSetNode, parent: GraphQLNamedType): boolean {
    return set.selections.every((selection) => {
      if (selection.kind === 'InlineFragment') {
        const name = selection.typeCondition?.name.value
        const type = name === undefined ? parent : schema.getType(name)
        return type !== undefined && frozenSet(selection.selectionSet, type)
      }
      if (selection.kind === 'FragmentSpread') return frozenFragment(selection.name.value)
      const name = selection.name.value
      if (name === '__typename') return true
      if (!isObjectType(parent) && !isInterfaceType(parent)) return false
      const listed = FROZEN[parent.name]
      if (listed !== true && !listed?.includes(name)) return false
      if (selection.arguments?.some((argument) => MOVING_ARGUMENTS.includes(argument.name.value)))
        return false
      const field = parent.getFields()[name]
      const type = field && getNamedType(field.type)
      if (!type) return false
      return (
        isLeafType(type) || (selection.selectionSet !== undefined && frozenSet(selection.selectionSet, type))
      )
    })
  }

  function frozenFragment(name: string): boolean {
    if (seen.has(name)) return true
    seen.add(name)
    const fragment = document.definitions.find(
      (definition) => definition.kind === 'FragmentDefinition' && definition.name.value === name,
    )
    if (fragment?.kind !== 'FragmentDefinition') return false
    const type = schema.getType(fragment.typeCondition.name.value)
    return type !== undefined && frozenSet(fragment.selectionSet, type)
  }
}
