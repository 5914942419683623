import { ADVICE, CONCLUSIONS, OFFERS, OPENINGS } from './phrases.ts'
import {
  articleOrNone,
  type Player,
  type Scene,
  sourceFor,
  subjectOf,
  writeVerdict,
  writeVerdictBehindName,
} from './scene.ts'
import { capitalise } from './wording.ts'

/** A numbered list, best first, with bold names. */
export function writeRankedList(scene: Scene): void {
  const { draft, ranking } = scene
  writeOpening(scene)
  ranking.forEach((player, index) => {
    draft.write(`${index + 1}. **${player.name}** — `)
    writeVerdictBehindName(scene, player)
    draft.write('\n')
  })
  draft.write('\n')
  writeAdvice(scene)
  writeConclusion(scene)
}

/** Headings by use, each with the brand that suits it. */
export function writeUseCases(scene: Scene): void {
  const { draft, dice, category, ranking } = scene
  writeOpening(scene)
  const first = dice.below(category.audiences.length)
  ranking.forEach((player, index) => {
    const audience = category.audiences[(first + index) % category.audiences.length]
    draft.write(
      index === 0 ? `### Best overall: ${player.name}\n\n` : `### For ${audience}: ${player.name}\n\n`,
    )
    writeVerdict(scene, player)
    draft.write('\n\n')
  })
  writeAdvice(scene)
  writeConclusion(scene)
}

/** A table of the brands, followed by a few words on the first and the last of them. */
export function writeTable(scene: Scene): void {
  const { draft, ranking } = scene
  writeOpening(scene)
  draft.write(
    `| ${capitalise(scene.category.singular)} | Best for | Strength | Drawback |\n| --- | --- | --- | --- |\n`,
  )
  for (const player of ranking) {
    const subject = subjectOf(scene, player.name)
    draft.write(`| **${player.name}** | ${subject.audience} | ${subject.strength} | `)
    draft.claim(subject.weakness, scene.dice.chance(0.4) ? sourceFor(scene, player) : null)
    draft.write(' |\n')
  }
  draft.write('\n')
  for (const player of endsOf(ranking)) {
    writeVerdict(scene, player)
    draft.write('\n\n')
  }
  writeAdvice(scene)
  writeConclusion(scene)
}

/** Paragraphs without any list. */
export function writeProse(scene: Scene): void {
  const { draft, ranking } = scene
  writeOpening(scene)
  ranking.forEach((player, index) => {
    writeVerdict(scene, player)
    draft.write(index % 2 === 1 ? '\n\n' : ' ')
  })
  if (ranking.length % 2 === 1) draft.write('\n\n')
  writeAdvice(scene)
  writeConclusion(scene)
}

/** An opening paragraph about the market. */
function writeOpening({ draft, dice, category, year }: Scene): void {
  draft.write(`${dice.pick(OPENINGS)(category.plural, year)}\n\n`)
}

/** A paragraph on how to choose. */
export function writeAdvice(scene: Scene): void {
  const { draft, dice } = scene
  const { singular, strength, weakness } = subjectOf(scene, '')
  draft.claim(dice.pick(ADVICE)(singular, strength, weakness), articleOrNone(scene, 0.4))
}

/** Mostly a last sentence that names the first of the ranking, unless the surface thinks badly of it. */
export function writeConclusion({ draft, dice, category, ranking }: Scene): void {
  const winner = ranking.find((player) => player.leaning !== 'negative')
  if (winner === undefined || dice.chance(0.25)) return
  draft.write(`\n\n${dice.pick(CONCLUSIONS)(winner.name, dice.pick(category.audiences))}`)
}

/** Now and then, and always when the answer is short, a paragraph that offers more. */
export function writeOffer({ draft, dice }: Scene): void {
  if (dice.chance(0.2) || draft.wordCount() < 160) draft.write(`\n\n${dice.pick(OFFERS)}`)
}

function endsOf(ranking: Player[]): Player[] {
  return [...ranking.slice(0, 1), ...ranking.slice(-1)]
}
