import {
  addNetworkVotes,
  emptyHeard,
  hear,
  type Network,
} from '../src/extraction/sentiment/sentiment-network.ts'
import { rowOf } from '../src/extraction/sentiment/word-rows.ts'
import type { Passage, ReadText } from './examples.ts'
import { chancesOf } from './passage.ts'

function teachPassage({ rows, places, weight }: Passage, networks: readonly Network[]): Passage {
  const votes = places.map(() => new Float64Array(2))
  const heard = emptyHeard(rows.length)
  for (const network of networks) {
    hear(network, rows, heard)
    places.forEach(({ stretches, opinion, noun }, index) => {
      const into = votes[index]
      if (into) addNetworkVotes(network, heard, stretches, opinion, rowOf(network.nouns, noun), into, 0)
    })
  }
  return {
    rows,
    weight,
    places: places.map((place, index) => {
      const [praise = 0, blame = 0] = votes[index] ?? []
      return { ...place, taught: chancesOf(praise / networks.length, blame / networks.length) }
    }),
  }
}

/**
 * The same texts with what several networks make of each name, by the mean of their votes: a network that learns from
 * it depends less on where it began than one that learns from labels alone (Hinton, Vinyals & Dean 2015).
 */
export function teach(texts: readonly ReadText[], networks: readonly Network[]): ReadText[] {
  return texts.map((text) => ({
    ...text,
    passages: text.passages.map((passage) => teachPassage(passage, networks)),
  }))
}
