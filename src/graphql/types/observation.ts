import { readCompetitors } from '../../core/competitors/read.ts'
import {
  brandDefinition,
  citationDefinition,
  competitorMentionDefinition,
  judgeDefinition,
  opinionDefinition,
  placementDefinition,
  quoteDefinition,
  recommendationDefinition,
  sentimentDefinition,
  spanDefinition,
} from '../../core/observations/observation.ts'
import { SOURCE_CATEGORIES, sourceCategoryOf } from '../../core/sources/category.ts'
import {
  ANSWER_KINDS,
  CITATION_KINDS,
  CITATION_OWNERS,
  MENTION_SENTIMENT_LABELS,
  PLACEMENT_KINDS,
  RECOMMENDATION_STRENGTHS,
  SENTIMENT_LABELS,
  UNREAD_REASONS,
} from '../../definitions/vocabulary.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { Competitor } from './competitor.ts'

export const SentimentLabelType = enumType('SentimentLabel', {
  description: 'Overall sentiment of an answer toward a brand.',
  values: SENTIMENT_LABELS,
})

enumType('MentionSentimentLabel', {
  description: 'Sentiment of a clause toward a brand.',
  values: MENTION_SENTIMENT_LABELS,
})

export const AnswerKindType = enumType('AnswerKind', {
  description: 'Kind of an answer as a whole.',
  values: ANSWER_KINDS,
})

enumType('UnreadReason', {
  description: 'Why sentiment and recommendations of an answer were not analyzed.',
  values: UNREAD_REASONS,
})

objectType('TextSpan', spanDefinition, 'A range of `answer`.')
objectType('BrandMention', brandDefinition, 'How the answer names the analysis brand.')
objectType('Opinion', opinionDefinition, 'A clause of `answer` that speaks for or against a brand.')
objectType('Sentiment', sentimentDefinition, 'Sentiment of the answer toward the analysis brand, by mention.')

enumType('RecommendationStrength', {
  description: 'How strongly an answer recommends a brand.',
  values: RECOMMENDATION_STRENGTHS,
})
objectType('Evidence', quoteDefinition, 'A quote that supports a statement, and its position in `answer`.')
objectType('Recommendation', recommendationDefinition, 'Whether an answer recommends a brand.')

const ofMention = fieldsOf(competitorMentionDefinition)
objectType('CompetitorMention', competitorMentionDefinition, 'How the answer names a competitor.', {
  omit: ['id'],
  fields: (t) => ({
    competitorId: t.exposeString('id', ofMention('id')),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null if it is no longer tracked.',
      resolve: ({ id }, _, context) => context.load(readCompetitors, id),
    }),
  }),
})

enumType('CitationKind', { description: 'How an answer uses a source.', values: CITATION_KINDS })

export const CitationOwnerType = enumType('CitationOwner', {
  description: 'Owner of the page of a source.',
  values: CITATION_OWNERS,
})

export const SourceCategoryType = enumType('SourceCategory', {
  description: 'Kind of site of a source.',
  values: SOURCE_CATEGORIES,
})

const ofCitation = fieldsOf(citationDefinition)
objectType('Citation', citationDefinition, 'A source of the answer.', {
  omit: ['url'],
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', ...ofCitation('url') }),
    category: t.field({
      type: SourceCategoryType,
      description: 'Kind of site that the page is on.',
      resolve: ({ domain, owner }) => sourceCategoryOf(domain, owner),
    }),
  }),
})

enumType('PlacementKind', {
  description: 'What a surface shows next to the text of an answer.',
  values: PLACEMENT_KINDS,
})
objectType('Placement', placementDefinition, 'A card that a surface showed next to the text of an answer.')

objectType(
  'Judgement',
  judgeDefinition,
  'The judge, a language model that labeled sentiment and strength. Its labels replace the built-in ones wherever it gave any.',
)
