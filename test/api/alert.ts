import { NO_EVIDENCE } from '../../src/core/alerts/definition.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import type { World } from '../world.ts'

/** Adds an alert about a lost site to a project, and returns its id. */
export async function addAlert(world: World, projectId: string, site = 'news.example'): Promise<string> {
  const { id } = await world.operator.db.prisma.alert.create({
    data: {
      id: newId(),
      projectId,
      kind: 'site_lost',
      severity: 'warning',
      subject: site,
      occasion: newId(),
      createdAt: new Date(),
      evidence: { ...NO_EVIDENCE, name: site },
    },
  })
  return id
}
