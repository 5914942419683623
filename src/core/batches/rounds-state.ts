import { z } from 'zod'
import type { Batch } from '../../generated/prisma/client.ts'
import { roundsDefinition, stopWhenDefinition } from './definition.ts'

/** Conditions that stop a batch with rounds. */
export type StopWhen = z.output<typeof stopWhenDefinition>

/** Progress of the rounds of a batch. A type and not an interface, because Prisma's JSON type does not accept interfaces. */
export type Rounds = z.output<typeof roundsDefinition>

/** Stored form of {@link StopWhen}, with the replicates per round; the last round may have fewer. */
const storedSchema = stopWhenDefinition.extend({ replicates: z.int().positive() })

/** Returns the state of a batch in its first round. @param replicates replicates per round */
export function firstRound(replicates: number): Rounds {
  return { begun: 1, replicates, halfWidth: null, stopped: null }
}

/** Parses the stop conditions and the progress of a batch; both are null for a batch without rounds. */
export function readRounds({ stopWhen, rounds }: Pick<Batch, 'stopWhen' | 'rounds'>): {
  stopWhen: StopWhen | null
  rounds: Rounds | null
} {
  return {
    stopWhen: stopWhen === null ? null : stopWhenDefinition.parse(stopWhen),
    rounds: rounds === null ? null : roundsDefinition.parse(rounds),
  }
}

/** Parses the plan and the state of the rounds of a batch; null for a batch without rounds. */
export function roundsPlan({
  stopWhen,
  rounds,
}: Pick<Batch, 'stopWhen' | 'rounds'>): { plan: z.output<typeof storedSchema>; state: Rounds } | null {
  if (stopWhen === null) return null
  return { plan: storedSchema.parse(stopWhen), state: roundsDefinition.parse(rounds) }
}
