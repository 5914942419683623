/**
 * Version of the definitions below as a whole: what was written with another is computed again where its answers are still
 * known. Raised with the version of any metric, and when one is added.
 */
export const METRICS_VERSION = 1

/**
 * What each metric means, once for every surface and for docs/metrics.md. An answer is one result with status `ok`: prompt ×
 * provider × location × replicate. A version is raised when the same answers would give another figure.
 */
export const METRICS = {
  mentionRate: {
    version: 1,
    definition: 'Answers that name it in their prose, of all answers. A link or a denial is no mention.',
  },
  shareOfVoice: {
    version: 2,
    definition:
      'Answers that name it, of all pairs of an answer and a tracked brand it names: each answer has one vote for each brand. Over the prompts that do not name the analysis brand where there are any: see `shareOfVoicePrompts`.',
  },
  shareOfMentions: {
    version: 1,
    definition:
      'Its mentions, of the mentions of all tracked brands, counting each occurrence. Over the same prompts as the share of voice.',
  },
  averagePosition: {
    version: 1,
    definition:
      'Mean order of first mention among all tracked brands, 1-based, over the answers that name it; null when none does.',
  },
  positions: {
    version: 1,
    definition:
      'Answers by its order of first mention among all tracked brands, and those that do not name it.',
  },
  prominence: {
    version: 1,
    definition:
      'Mean of 1 − offset of the first mention / length of the answer, over the answers that name it, 0…1; null without any.',
  },
  sentiment: {
    version: 2,
    definition: '(positive − negative) / all of its mentions, −1…1; null without a mention.',
  },
  sentiments: { version: 1, definition: 'Its mentions by their sentiment.' },
  recommendationRate: { version: 1, definition: 'Answers that recommend it, of all answers.' },
  recommendationRateWhenMentioned: {
    version: 1,
    definition: 'Answers that recommend it, of the answers that name it.',
  },
  shareOfRecommendation: {
    version: 1,
    definition: 'Answers that recommend it, of all pairs of an answer and a tracked brand it recommends.',
  },
  strengths: { version: 1, definition: 'Answers that name it, by how strongly they recommend it.' },
  citationRate: {
    version: 1,
    definition:
      'Answers that cite a page of it, of all answers. A page that is only listed as a source is not cited.',
  },
  retrievedRate: {
    version: 1,
    definition: 'Answers that list a page of it as a source without citing that page, of all answers.',
  },
  citationShare: { version: 1, definition: 'Citations of its pages, of all citations.' },
  denialRate: {
    version: 1,
    definition: 'Answers that name it only to say that nothing is known of it, of all answers.',
  },
  notNamedRate: { version: 1, definition: 'Answers that neither name nor deny it, of all answers.' },
  refusedRate: {
    version: 1,
    definition: 'Results in which the provider declined, of those it answered or declined.',
  },
  notShownRate: {
    version: 1,
    definition: 'Results in which the surface showed no AI answer, of all that did not fail.',
  },
  failedRate: { version: 1, definition: 'Results without any answer because of an error, of all results.' },
  informativeRate: {
    version: 1,
    definition:
      'Answers that name at least one tracked brand, of all answers: the gate for reading any zero.',
  },
  agreement: {
    version: 1,
    definition:
      'Pairs of answers to the same prompt, provider and location that both name it or both do not, of all such pairs.',
  },
  stability: {
    version: 1,
    definition:
      '1 − the Bray–Curtis dissimilarity of the citation shares of all domains, now and in the run before, 0…1; null where either cites nothing.',
  },
  answersNeeded: {
    version: 1,
    definition:
      'Answers and prompts a run needs to see a change of the mention rate with 80 % power at 5 % two-sided, from its own rate and the design effect of its prompts.',
  },
} as const satisfies Record<string, { version: number; definition: string }>
