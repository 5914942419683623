import { ownersOf } from './document/citations/owners.ts'
import type { ListBlock, MarkdownDocument } from './document/document.ts'
import { findLists } from './document/lists.ts'
import { scanMarkdown } from './document/markdown.ts'
import type {
  Extraction,
  ExtractionInput,
  ThemeObservation,
  TrackedEntity,
} from './foundation/observation.ts'
import { recognizeLanguage } from './languages/recognize.ts'
import {
  type AnswerNames,
  compileTrackedNames,
  findAnswerNames,
  type TrackedNames,
} from './names/discovery/answer-names.ts'
import { observe } from './observation/observe.ts'
import { findNameOpinions, type NameOpinions } from './opinions/name-opinions.ts'
import { readSentences } from './sentences/sentences.ts'
import type { AnswerDocument } from './stance/answer-document.ts'
import { classifyStances } from './stance/classify-stances.ts'
import { type EntityMentions, mentionsOfTracked, mentionsOfUntracked } from './stance/entity-mentions.ts'
import { structureAnswer } from './stance/structure-answer.ts'
import { canonicalText } from './text/canonical-text.ts'
import { lowerCase } from './text/fold.ts'
import { findThemes } from './themes/find-themes.ts'

// An answer passes through these stages, one folder each. A stage imports only from earlier stages and from the folders
// that all of them share: foundation (types of input and output), text (characters), languages (word lists) and trees.
//
//   document → names → sentences → opinions → stance → themes → observation

/** Entities that are compiled once and can be used for any number of answers. */
export interface Matcher {
  names: TrackedNames
  /** Index of the owning entity by lower-case domain. */
  owners: ReadonlyMap<string, number>
}

/**
 * Compiles the names, aliases and domains of entities for `extractWith`. The time is linear in the length of the names.
 * Extractions do not change the result.
 */
export function prepare(entities: readonly TrackedEntity[]): Matcher {
  return { names: compileTrackedNames(entities), owners: ownersOf(entities) }
}

/** Results of the stages before the stance. */
interface Analysis {
  document: MarkdownDocument
  lists: ListBlock[]
  language: Extraction['language']
  names: AnswerNames
  opinions: NameOpinions
  /** Mentions of each tracked entity. */
  mentions: EntityMentions[]
  /** Input of the stance models. */
  answer: AnswerDocument
  /** Returns the themes, which training does not use. */
  findThemes: () => ThemeObservation[]
}

/** Runs the stages before the stance on a canonical text. Offsets refer to that text. Training uses this result. */
export function analyze({ names: tracked }: Matcher, text: string): Analysis {
  const lower = lowerCase(text)
  const { code, language } = recognizeLanguage(lower)
  const document = scanMarkdown(text)
  const lists = findLists(text, document)
  const found = findAnswerNames(tracked, text, lower, document, code)
  const { names, entityNames } = found
  const sentences = readSentences(text, lower, document, names)
  const trackedCount = tracked.entities.length
  const english = language?.code === 'en'
  const opinions = findNameOpinions({ text, lower, sentences, names, entityNames, trackedCount, english })
  const answer = structureAnswer(text, lower, document, lists, language, names)
  const { denied } = opinions
  return {
    document,
    lists,
    language: { code, read: language !== null },
    names: found,
    opinions,
    mentions: mentionsOfTracked(names, opinions, trackedCount),
    answer,
    findThemes: () => findThemes({ lower, answer, names, denied, trackedCount, language }),
  }
}

/**
 * Extracts from one answer which entities it mentions and where, its sentiment toward them, whether it recommends
 * them, its lists and its citations. The entities are compiled by `prepare`.
 *
 * The result is deterministic, and no text makes the function throw. For given entities the time is linear in the
 * length of the text. All offsets are UTF-16 code units into the original text. Invisible characters and the kind of
 * spaces and line breaks do not affect the result.
 */
export function extractWith(
  matcher: Matcher,
  { text: original, citations = [] }: Omit<ExtractionInput, 'entities'>,
): Extraction {
  const { text, toOriginal } = canonicalText(original)
  const analysis = analyze(matcher, text)
  const { answer, mentions, names } = analysis
  const { untracked } = names
  const stances = classifyStances(
    answer,
    mentions,
    mentionsOfUntracked(untracked.mentions, untracked.names.length),
  )
  const { entities } = matcher.names
  return observe(
    { original, toOriginal, citations, entities, owners: matcher.owners },
    { ...analysis, stances, themes: analysis.findThemes() },
  )
}

let latest: { entities: string; matcher: Matcher } | undefined

/**
 * Extracts from one answer like `extractWith`. It reuses the compiled entities of the previous call if the entities are
 * the same. A caller that alternates between several lists of entities should use `prepare` and `extractWith`.
 */
export function extract({ text, entities, citations = [] }: ExtractionInput): Extraction {
  const key = JSON.stringify(entities)
  if (latest?.entities !== key) {
    // Copy the entities, so that later changes by the caller do not affect the compiled ones.
    latest = { entities: key, matcher: prepare(structuredClone(entities)) }
  }
  return extractWith(latest.matcher, { text, citations })
}
