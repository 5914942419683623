import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import type { Draft, Source } from './draft.ts'
import type { Dice } from './numbers.ts'
import type { Leaning } from './opinion.ts'
import { REMARKS, type Subject, VERDICTS } from './phrases.ts'
import { article, brandPage } from './sources.ts'
import { after, behindName } from './wording.ts'

/** Somebody an answer speaks of; the brand is null for a name the catalogue does not know. */
export interface Player {
  name: string
  brand: SimulatedBrand | null
  leaning: Leaning
}

/** All that the forms of an answer draw on. */
export interface Scene {
  draft: Draft
  dice: Dice
  category: SimulatedCategory
  year: number
  /** The brands that make it into the answer, best first; at least three. */
  ranking: Player[]
  /** The names the prompt asks about. */
  named: Player[]
}

/** A brand with freshly drawn traits, ready for a sentence about it. */
export function subjectOf(scene: Scene, name: string): Subject {
  const { dice, category } = scene
  return {
    name,
    strength: dice.pick(category.strengths),
    weakness: dice.pick(category.weaknesses),
    audience: dice.pick(category.audiences),
    singular: category.singular,
  }
}

/** Writes what the surface thinks of a player: a verdict that names it, often with a source, and mostly a remark. */
export function writeVerdict(scene: Scene, player: Player, writtenName = player.name): void {
  writeJudgement(scene, player, writtenName, (sentence) => sentence)
}

/** The same, to stand right behind the name. */
export function writeVerdictBehindName(scene: Scene, player: Player): void {
  const shorten = scene.dice.chance(0.7)
  writeJudgement(scene, player, player.name, (sentence) =>
    shorten ? behindName(sentence, player.name) : sentence,
  )
}

function writeJudgement(
  scene: Scene,
  player: Player,
  writtenName: string,
  edit: (sentence: string) => string,
): void {
  const { draft, dice } = scene
  const subject = subjectOf(scene, writtenName)
  const source = dice.chance(0.65) ? sourceFor(scene, player) : null
  draft.claim(edit(dice.pick(VERDICTS[player.leaning])(subject)), source)
  if (dice.chance(0.8)) draft.write(` ${dice.pick(REMARKS[player.leaning])(otherTraits(scene, subject))}`)
}

/** A remark that repeats what the verdict has just said would look odd. */
function otherTraits({ category }: Scene, subject: Subject): Subject {
  return {
    ...subject,
    strength: after(subject.strength, category.strengths),
    weakness: after(subject.weakness, category.weaknesses),
    audience: after(subject.audience, category.audiences),
  }
}

/** A page that could support a statement about the player. */
export function sourceFor(scene: Scene, player: Player): Source {
  const own = player.brand !== null && scene.dice.chance(0.45)
  return own && player.brand !== null
    ? brandPage(player.brand, scene.dice)
    : article(scene.category, scene.year, scene.dice)
}

/** A source about the market as a whole, or none. */
export function articleOrNone(scene: Scene, probability: number): Source | null {
  return scene.dice.chance(probability) ? article(scene.category, scene.year, scene.dice) : null
}
