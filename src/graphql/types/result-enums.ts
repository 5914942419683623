import type { ResultStatusShown } from '../../core/results/read.ts'
import type { LocationApplied, Surface } from '../../providers/driver.ts'
import { builder } from '../builder.ts'

/** What became of a unit of work. */
export const ResultStatus = builder.enumType('ResultStatus', {
  description: 'What became of a question.',
  values: {
    OK: { value: 'ok', description: 'Answered.' },
    REFUSED: { value: 'refused', description: 'The provider declined to answer.' },
    NOT_SHOWN: { value: 'not_shown', description: 'The surface showed no AI answer.' },
    FAILED: { value: 'failed', description: 'No answer could be had.' },
  } as const satisfies Record<string, { value: ResultStatusShown; description: string }>,
})

/** Where an answer was seen. */
export const SurfaceType = builder.enumType('Surface', {
  description: 'Where an answer was seen.',
  values: {
    API: { value: 'api', description: 'The provider’s API.' },
    CONSUMER_UI: { value: 'consumer_ui', description: 'The page or app that people use.' },
    SERP: { value: 'serp', description: 'A page of search results.' },
    REPLAY: { value: 'replay', description: 'A recording.' },
    SIMULATED: { value: 'simulated', description: 'Nowhere: it is made up.' },
  } as const satisfies Record<string, { value: Surface; description: string }>,
})

/** How a location was made known. */
export const LocationAppliedType = builder.enumType('LocationApplied', {
  description: 'How the requested location reached the provider.',
  values: {
    NATIVE: { value: 'native', description: 'By a parameter of its own.' },
    LATLNG: { value: 'latlng', description: 'By coordinates.' },
    PROMPT_HINT: { value: 'prompt_hint', description: 'By a sentence in the prompt.' },
    NONE: { value: 'none', description: 'Not at all.' },
  } as const satisfies Record<string, { value: LocationApplied; description: string }>,
})
