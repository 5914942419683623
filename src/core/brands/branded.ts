import { extractWith, prepare } from '../../extraction/extract.ts'
import { entitiesOf, type Snapshot } from './snapshot.ts'

/** Returns a function that tells whether a text names the brand, as extraction finds it in answers. */
export function createBrandTest(snapshot: Snapshot): (text: string) => boolean {
  const matcher = prepare(entitiesOf(snapshot))
  return (text) => extractWith(matcher, { text }).mentions.some(({ entity }) => entity === 0)
}
