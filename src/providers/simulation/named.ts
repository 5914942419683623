import { writeAdvice, writeConclusion } from './lists.ts'
import { COMPARISONS, DENIALS, REMARKS } from './phrases.ts'
import {
  articleOrNone,
  type Player,
  type Scene,
  sourceFor,
  subjectOf,
  writeVerdict,
  writeVerdictBehindName,
} from './scene.ts'
import { after, capitalise, withArticle } from './wording.ts'

/** The names of the prompt side by side, with a judgement on each pair of neighbours. */
export function writeComparison(scene: Scene): void {
  const { draft, dice, named } = scene
  draft.write(`**${named.map((player) => player.name).join(' vs. ')}**\n\n`)
  for (const player of named) {
    draft.write(`- **${player.name}**: `)
    writeVerdictBehindName(scene, player)
    draft.write('\n')
  }
  draft.write('\n')
  for (let index = 1; index < named.length; index++) {
    const [better, worse] = inOrder(named[index - 1] as Player, named[index] as Player)
    const sentence = dice.pick(COMPARISONS)(subjectOf(scene, better.name), subjectOf(scene, worse.name))
    if (index > 1) draft.write(' ')
    draft.claim(sentence, sourceFor(scene, better))
  }
  draft.write('\n\n')
  writeAdvice(scene)
  writeAlternatives(scene, 2)
  writeConclusion({ ...scene, ranking: named })
}

/** What the surface thinks of the one name the prompt asks about, or that it knows nothing of it, and what else there is. */
export function writeReview(scene: Scene, player: Player): void {
  const { draft, dice, category } = scene
  if (player.brand === null && dice.chance(0.12)) {
    draft.claim(dice.pick(DENIALS)(player.name, category.singular), null)
    draft.write(' It may be new, sold under another name, or available in a few regions only.\n\n')
  } else {
    writeVerdict(scene, player)
    const subject = subjectOf(scene, player.name)
    draft.write(`\n\n**What speaks for it**\n\n- ${capitalise(subject.strength)}\n- `)
    draft.claim(capitalise(after(subject.strength, category.strengths)), sourceFor(scene, player))
    draft.write(`\n\n**What to watch out for**\n\n- ${capitalise(subject.weakness)}\n\n`)
    draft.claim(
      `In short, ${player.name} is ${withArticle(category.singular)} best suited to ${subject.audience}.`,
      null,
    )
    draft.write(` ${dice.pick(REMARKS[player.leaning])(subject)}\n\n`)
  }
  writeAdvice(scene)
  writeAlternatives(scene, 3)
}

function writeAlternatives(scene: Scene, count: number): void {
  const { draft, ranking, named, category } = scene
  const others = ranking
    .filter((player) => named.every((other) => other.name !== player.name))
    .slice(0, count)
  draft.write('\n\n')
  draft.claim(`Other ${category.plural} to consider:`, articleOrNone(scene, 0.3))
  draft.write('\n')
  for (const player of others) {
    draft.write('\n- ')
    writeVerdict(scene, player, `**${player.name}**`)
  }
}

function inOrder(first: Player, second: Player): [better: Player, worse: Player] {
  const standing = { positive: 2, neutral: 1, negative: 0 }
  return standing[second.leaning] > standing[first.leaning] ? [second, first] : [first, second]
}
