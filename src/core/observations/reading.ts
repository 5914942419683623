import { PARSER_VERSION, type ProviderAnswer } from '../../providers/driver.ts'

/** What is stored of an answer besides its text. Answers that were read by older versions lack fields. */
export type AnswerFacts = Pick<
  ProviderAnswer,
  'searchQueries' | 'searched' | 'usage' | 'partial' | 'unrecognized'
>

/** What a driver read out of a response, as it is stored. */
export interface Reading {
  status: ProviderAnswer['status']
  simulated: boolean
  surface: string
  locationApplied: string
  modelRequested: string | null
  modelReported: string | null
  text: string
  facts: AnswerFacts
  parserVersion: number
}

/** The stored form of an answer that was read by this version. */
export function readingOf(answer: ProviderAnswer): Reading {
  const { status, surface, locationApplied, model, text } = answer
  const { searchQueries, searched, usage, partial, unrecognized } = answer
  return {
    status,
    simulated: surface === 'simulated',
    surface,
    locationApplied,
    modelRequested: model.requested,
    modelReported: model.reported,
    text,
    facts: { searchQueries, searched, usage, partial, unrecognized },
    parserVersion: PARSER_VERSION,
  }
}
