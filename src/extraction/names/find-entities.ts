import { recognizeLanguage } from '../languages/recognize.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { lowerCase } from '../text/fold.ts'
import type { NameMatcher } from './matcher.ts'
import { entitiesNamed, findNames } from './mentions.ts'

/**
 * Returns the indexes of the entities that a plain text names, such as the text of a web page. Names follow the same
 * rules as in answers, except that a name inside a URL counts.
 */
export function findEntities(matcher: NameMatcher, original: string): Set<number> {
  const { text } = canonicalText(original)
  const { code } = recognizeLanguage(lowerCase(text))
  return new Set(findNames(text, [], matcher, code).flatMap(entitiesNamed))
}
