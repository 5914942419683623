import { newId } from '../../src/core/foundation/ids.ts'
import type { World } from '../world.ts'

/** Adds a fact to a project: that the brand has a mode with this name. */
export function addFeature(world: World, projectId: string, name = 'offline') {
  return world.operator.db.prisma.brandFact.create({
    data: {
      id: newId(),
      projectId,
      value: { kind: 'feature', name: `${name} mode`, aliases: [], available: true },
      text: `Has ${name} mode`,
      version: 1,
    },
  })
}
