import { notFound } from '../../core/errors.ts'
import { readSchedules } from '../../core/schedules/read.ts'
import type { ScheduleRecord } from '../../core/schedules/record.ts'
import { builder } from '../builder.ts'
import { Project } from './project.ts'

/** When a project runs by itself. */
export const Schedule = builder.objectRef<ScheduleRecord>('Schedule').implement({
  description: 'When a project runs by itself: once a week.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether it does.' }),
    dayOfWeek: t.exposeInt('dayOfWeek', { description: '0 is Sunday, 6 is Saturday.' }),
    hour: t.exposeInt('hour', { description: '0–23.' }),
    minute: t.exposeInt('minute', { description: '0–59.' }),
    timezone: t.exposeString('timezone', { description: 'Always `UTC`.' }),
    nextRunAt: t.expose('nextRunAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next run begins; null while disabled.',
    }),
  }),
})

builder.objectField(Project, 'schedule', (t) =>
  t.field({
    type: Schedule,
    description: 'Its weekly schedule; the default one, disabled, where none was ever set.',
    resolve: async ({ id }, _, context) => {
      const schedule = await context.load(readSchedules, id)
      if (!schedule) throw notFound('Project')
      return schedule
    },
  }),
)
