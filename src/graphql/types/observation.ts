import {
  citationDefinition,
  correctionDefinition,
  judgeDefinition,
  opinionDefinition,
  placementDefinition,
  quoteDefinition,
  spanDefinition,
} from '../../core/observations/observation.ts'
import { SOURCE_CATEGORIES, sourceCategoryOf } from '../../core/sources/category.ts'
import {
  ANSWER_KINDS,
  CITATION_KINDS,
  CITATION_OWNERS,
  MENTION_SENTIMENT_LABELS,
  PLACEMENT_KINDS,
  SENTIMENT_LABELS,
} from '../../definitions/vocabulary.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'

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

export const TextSpan = objectType('TextSpan', spanDefinition, 'A range of `answer`.')
objectType('Opinion', opinionDefinition, 'A clause of `answer` that speaks for or against a brand.')
objectType('Evidence', quoteDefinition, 'A quote that supports a statement, and its position in `answer`.')

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
const ofPlacement = fieldsOf(placementDefinition)
objectType('Placement', placementDefinition, 'A card that a surface showed next to the text of an answer.', {
  omit: ['entityIds'],
  fields: (t) => ({ entityIds: t.exposeIDList('entityIds', ofPlacement('entityIds')) }),
})

objectType(
  'Correction',
  correctionDefinition,
  'Labels of a tracked brand in an answer that a person corrected or confirmed.',
  {
    omit: ['entityId'],
    fields: (t) => ({ entityId: t.exposeID('entityId', fieldsOf(correctionDefinition)('entityId')) }),
  },
)

objectType(
  'Judgement',
  judgeDefinition,
  'The judge, a language model that labeled sentiment, strength and themes. Its labels replace the built-in ones wherever it gave any.',
)
