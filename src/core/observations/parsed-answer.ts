import { PARSER_VERSION, type ProviderAnswer } from '../provider-port/driver.ts'

/** Stored data of an answer in addition to its text. Answers parsed by older versions lack fields. */
export type AnswerFacts = Pick<
  ProviderAnswer,
  | 'asker'
  | 'languageApplied'
  | 'cityApplied'
  | 'searchQueries'
  | 'searchMode'
  | 'searched'
  | 'usage'
  | 'partial'
  | 'unrecognized'
>

/** A parsed response in its stored form. */
export interface ParsedAnswer {
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

/** Returns the stored form of an answer that this version parsed. */
export function toParsedAnswer(answer: ProviderAnswer): ParsedAnswer {
  const { status, surface, locationApplied, model, text } = answer
  const { asker, languageApplied, cityApplied, searchQueries, searchMode, searched } = answer
  const { usage, partial, unrecognized } = answer
  return {
    status,
    simulated: surface === 'simulated',
    surface,
    locationApplied,
    modelRequested: model.requested,
    modelReported: model.reported,
    text,
    facts: {
      asker,
      languageApplied,
      cityApplied,
      searchQueries,
      searchMode,
      searched,
      usage,
      partial,
      unrecognized,
    },
    parserVersion: PARSER_VERSION,
  }
}
