import { z } from 'zod'
import type { Batch } from '../../generated/prisma/client.ts'
import { roundsDefinition, stopWhenDefinition } from './definition.ts'

/** When a batch that is asked in rounds stops. */
export type StopWhen = z.output<typeof stopWhenDefinition>

/** How far the rounds of a batch are. A type and not an interface: Prisma's JSON type accepts only the former. */
export type Rounds = z.output<typeof roundsDefinition>

/** As it is stored: with the size of a round, which every round has but perhaps the last. */
const storedSchema = stopWhenDefinition.extend({ replicates: z.int().positive() })

/** The first round of a batch that asks so many replicates of each question in one. */
export function firstRound(replicates: number): Rounds {
  return { begun: 1, replicates, halfWidth: null, stopped: null }
}

/** What the columns of a batch say of its rounds, without the size of one; null where all is asked at once. */
export function readRounds({ stopWhen, rounds }: Pick<Batch, 'stopWhen' | 'rounds'>): {
  stopWhen: StopWhen | null
  rounds: Rounds | null
} {
  return {
    stopWhen: stopWhen === null ? null : stopWhenDefinition.parse(stopWhen),
    rounds: rounds === null ? null : roundsDefinition.parse(rounds),
  }
}

/** The plan and the state of the rounds of a batch; null where all is asked at once. */
export function roundsPlan({
  stopWhen,
  rounds,
}: Pick<Batch, 'stopWhen' | 'rounds'>): { plan: z.output<typeof storedSchema>; state: Rounds } | null {
  if (stopWhen === null) return null
  return { plan: storedSchema.parse(stopWhen), state: roundsDefinition.parse(rounds) }
}
