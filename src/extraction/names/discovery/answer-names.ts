import type { MarkdownDocument } from '../../document/document.ts'
import type { TrackedEntity } from '../../foundation/observation.ts'
import { compileNames, type NameMatcher } from '../matcher.ts'
import { type FoundName, findNames } from '../mentions.ts'
import { keyOfName, type UntrackedNames, untrackedNames } from './discovered.ts'
import { recognizeNames } from './names.ts'

/** Tracked entities that are compiled once and can be used for any number of answers. */
export interface TrackedNames {
  entities: readonly TrackedEntity[]
  matcher: NameMatcher
  /** Results of `keyOfName` for all names and aliases. */
  keys: ReadonlySet<string>
}

/** Compiles the names and aliases of entities. The time is linear in their length. */
export function compileTrackedNames(entities: readonly TrackedEntity[]): TrackedNames {
  const keys = new Set(entities.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(keyOfName))
  return { entities, matcher: compileNames(entities), keys }
}

/** All names in an answer. */
export interface AnswerNames {
  /**
   * Tracked and untracked names in text order. The analysis of a sentence must not depend on which of its names are
   * tracked.
   */
  names: FoundName[]
  /** Names of the tracked entities, then of the untracked ones. */
  entityNames: string[]
  untracked: UntrackedNames
}

/** Renumbers the entity of a name and of its parts. */
function shiftEntity(name: FoundName, shift: number): FoundName {
  const parts = name.parts?.map((part) => shiftEntity(part, shift))
  return { ...name, entity: name.entity + shift, ...(parts && { parts }) }
}

/**
 * Finds the tracked names and recognizes all others in a canonical text. `lower` is the result of `lowerCase`,
 * `language` a primary language subtag (BCP 47) or null. Offsets are UTF-16 code units.
 */
export function findAnswerNames(
  { entities, matcher, keys }: TrackedNames,
  text: string,
  lower: string,
  document: MarkdownDocument,
  language: string | null,
): AnswerNames {
  const tracked = findNames(text, document.masked, matcher, language)
  const recognized = recognizeNames(text, lower, document, language)
  const untracked = untrackedNames(text, document, recognized, tracked, keys)
  const shifted = untracked.mentions.map((name) => shiftEntity(name, entities.length))
  return {
    names: [...tracked, ...shifted].sort((a, b) => a.start - b.start),
    entityNames: [...entities, ...untracked.names].map(({ name }) => name),
    untracked,
  }
}
