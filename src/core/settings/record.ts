import type { CompetitorRecord } from '../competitors/record.ts'
import type { PromptRecord } from '../prompts/record.ts'
import type { ScheduleRecord } from '../schedules/record.ts'

/** The settings of a project as every surface shows them (contract §3 "Settings"). */
export interface SettingsRecord {
  /** In the order of their creation. */
  prompts: PromptRecord[]
  competitors: CompetitorRecord[]
  schedule: ScheduleRecord
}
