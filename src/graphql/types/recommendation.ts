import type { QuotedRecommendation } from '../../core/results/observation.ts'
import type { RecommendationStrength } from '../../extraction/observation.ts'
import { builder } from '../builder.ts'

const Strength = builder.enumType('RecommendationStrength', {
  description: 'How strongly an answer recommends a brand.',
  values: {
    PRIMARY: { value: 'primary', description: 'As the first choice.' },
    STRONG: { value: 'strong', description: 'Expressly.' },
    AMONG: { value: 'among', description: 'As one of several.' },
    MENTIONED_ONLY: { value: 'mentioned_only', description: 'Not at all: it is only named.' },
    DISCOURAGED: { value: 'discouraged', description: 'It advises against it.' },
  } as const satisfies Record<string, { value: RecommendationStrength; description: string }>,
})

const Evidence = builder.objectRef<NonNullable<QuotedRecommendation['evidence']>>('Evidence').implement({
  description: 'The words that show something, and where they stand in `answer`.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Their first UTF-16 code unit.' }),
    end: t.exposeInt('end', { description: 'The UTF-16 code unit after their last.' }),
    text: t.exposeString('text', { description: 'The words.' }),
  }),
})

/** Whether the answer recommends the analysis brand. */
export const Recommendation = builder.objectRef<QuotedRecommendation>('Recommendation').implement({
  description: 'Whether the answer recommends the analysis brand.',
  fields: (t) => ({
    recommended: t.exposeBoolean('recommended', { description: 'Whether it does.' }),
    strength: t.expose('strength', {
      type: Strength,
      nullable: true,
      description: 'How strongly; null without a mention.',
    }),
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'The brand’s rank in the list that answers the prompt, 1-based.',
    }),
    listSize: t.exposeInt('listSize', { nullable: true, description: 'Items in that list.' }),
    evidence: t.expose('evidence', {
      type: Evidence,
      nullable: true,
      description: 'The words that show it.',
    }),
  }),
})
