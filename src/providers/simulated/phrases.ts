import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import { withArticle } from './english.ts'

/** The facts in a sentence about one brand. */
export interface SentenceFacts {
  name: string
  strength: string
  weakness: string
  audience: string
  singular: string
}

type Sentence = (facts: SentenceFacts) => string

/** Sentences that assess a brand, by sentiment. */
export const ASSESSMENTS: Record<MentionSentimentLabel, readonly Sentence[]> = {
  positive: [
    (s) => `${s.name} stands out for ${s.strength} and is an excellent choice for ${s.audience}.`,
    (s) =>
      `Reviewers consistently praise ${s.name} for ${s.strength}, and most owners say they would buy it again.`,
    (s) => `I would recommend ${s.name} to ${s.audience}, mainly because of ${s.strength}.`,
    (s) => `With ${s.strength}, ${s.name} is one of the strongest options for ${s.audience} right now.`,
    (s) => `${s.name} has earned a loyal following thanks to ${s.strength}.`,
    (s) => `Few rivals match ${s.name} when it comes to ${s.strength}.`,
    (s) =>
      `For ${s.audience}, ${s.name} is hard to beat: it offers ${s.strength} without asking for much in return.`,
  ],
  neutral: [
    (s) =>
      `${s.name} is ${withArticle(s.singular)} aimed at ${s.audience}, with ${s.strength} on one side and ${s.weakness} on the other.`,
    (s) => `${s.name} covers the essentials for ${s.audience}; expect ${s.strength}, but also ${s.weakness}.`,
    (s) => `Opinions on ${s.name} are mixed: some point to ${s.strength}, others to ${s.weakness}.`,
    (s) => `${s.name} is widely available and is typically chosen by ${s.audience}.`,
    (s) => `${s.name} is an established name that updated its range this year, without major surprises.`,
  ],
  negative: [
    (s) => `${s.name} is held back by ${s.weakness}, as many complaints show.`,
    (s) => `I would be careful with ${s.name}: complaints about ${s.weakness} keep coming up.`,
    (s) => `${s.name} used to be a safe pick, but it has disappointed many buyers lately with ${s.weakness}.`,
    (s) => `Despite ${s.strength}, ${s.name} is hard to recommend because of ${s.weakness}.`,
    (s) => `${s.name} scores poorly in recent tests, mostly due to ${s.weakness}.`,
  ],
}

/** Sentences that follow an assessment without naming a brand. */
export const REMARKS: Record<MentionSentimentLabel, readonly Sentence[]> = {
  positive: [
    (s) => `The only real downside is ${s.weakness}.`,
    () => 'Prices are fair for what you get, and support answers quickly.',
    (s) => `It suits ${s.audience} particularly well.`,
  ],
  neutral: [
    (s) => `It makes most sense for ${s.audience}.`,
    () => 'Try it first if you can, since tastes differ here.',
    (s) => `On the plus side it offers ${s.strength}.`,
  ],
  negative: [
    (s) => `It may still work for ${s.audience} if the priority is ${s.strength}.`,
    () => 'There are better ways to spend the same money.',
    (s) => `Its best argument remains ${s.strength}.`,
  ],
}

/** Sentences that prefer the first brand over the second. */
export const COMPARISONS: readonly ((better: SentenceFacts, worse: SentenceFacts) => string)[] = [
  (better, worse) =>
    `${better.name} is better than ${worse.name} for ${better.audience}, chiefly because of ${better.strength}.`,
  (better, worse) =>
    `Compared with ${better.name}, ${worse.name} falls behind on account of ${worse.weakness}.`,
  (better, worse) => `Most testers prefer ${better.name} over ${worse.name}, citing ${better.strength}.`,
  (better, worse) =>
    `${worse.name} is cheaper in some markets, but ${better.name} offers ${better.strength}.`,
]

/** Opening sentences about a market in a year. */
export const OPENINGS: readonly ((plural: string, year: number) => string)[] = [
  (plural, year) =>
    `There is no single best answer here, because the right choice depends on your budget and on how you intend to use it. These are the ${plural} that come up most often in ${year}.`,
  (plural, year) =>
    `Based on recent reviews and owner feedback, a handful of ${plural} lead the field in ${year}. Here is a short overview of what each of them does well.`,
  (plural, year) =>
    `Choosing between ${plural} has become harder in ${year}, since the gap between the leading names is small. The following options are worth a closer look.`,
]

/** Paragraphs about how to choose, without naming a brand. */
export const ADVICE: readonly ((singular: string, strength: string, weakness: string) => string)[] = [
  (singular, strength, weakness) =>
    `When choosing ${withArticle(singular)}, decide first what you cannot do without. For many people that is ${strength}; for others, avoiding ${weakness} matters more. Read a few recent reviews, check the return policy, and compare the total cost over two or three years and not just the price on the first day.`,
  (singular, strength, weakness) =>
    `A few points help to narrow down the field: look for ${strength}, watch out for ${weakness}, and make sure that support is available where you live. If two candidates seem equal, the ${singular} with the longer trial or warranty is usually the safer purchase.`,
  (_singular, strength, weakness) =>
    `Before you buy, write down your three most important requirements and ignore everything else. Features such as ${strength} are worth paying for only if you will use them, while ${weakness} can become annoying sooner than expected.`,
]

/** Closing sentences that name a winner. */
export const CONCLUSIONS: readonly ((winner: string, audience: string) => string)[] = [
  (winner) => `If I had to pick just one, I would go with **${winner}**.`,
  (winner, audience) => `Overall, ${winner} is the best starting point for ${audience}.`,
  (winner) => `My top recommendation is **${winner}**; the others are sound alternatives.`,
  (winner) => `For most people, **${winner}** will be the right choice.`,
]

/** Closing paragraphs that offer more help, without naming a brand. */
export const OFFERS: readonly string[] = [
  'If you tell me more about your budget, where you live, and how often you plan to use it, I can narrow this list down to two or three candidates and compare them in detail for you.',
  'Prices and versions change often, so treat this as a snapshot. It is worth checking the current offers and the most recent independent tests before you decide, above all if you are in no particular hurry.',
]

/** Sentences that say that a name is unknown. */
export const DENIALS: readonly ((name: string, singular: string) => string)[] = [
  (name, singular) =>
    `I could not find reliable information about ${withArticle(singular)} called **${name}**.`,
  (name) => `I'm not familiar with ${name}, and a search turned up no independent reviews of it.`,
]

/** Answers that decline. */
export const REFUSALS: readonly string[] = [
  "I'm sorry, but I can't help with that request.",
  "I can't give a recommendation here, since it could influence a purchase without reliable evidence. Please consult an independent source.",
  "I'm unable to answer this question. If you tell me more about what you need, I can try to help in another way.",
]
