import { notFound } from '../../core/foundation/errors.ts'
import { scheduleDefinition } from '../../core/schedules/definition.ts'
import type { ScheduleRecord } from '../../core/schedules/read.ts'
import { readSchedules } from '../../core/schedules/read.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { Project } from './project.ts'

const of = fieldsOf(scheduleDefinition)
const Schedule = builder.objectRef<ScheduleRecord>('Schedule').implement({
  description: 'The schedule of the weekly runs of a project.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', of('enabled')),
    dayOfWeek: t.exposeInt('dayOfWeek', of('dayOfWeek')),
    hour: t.exposeInt('hour', of('hour')),
    minute: t.exposeInt('minute', of('minute')),
    timezone: t.exposeString('timezone', of('timezone')),
    nextRunAt: t.expose('nextRunAt', { type: 'DateTime', ...of('nextRunAt') }),
  }),
})

builder.objectField(Project, 'schedule', (t) =>
  t.field({
    type: Schedule,
    description: 'Weekly schedule of the project; a disabled default until it is set.',
    resolve: async ({ id }, _, context) => {
      const schedule = await context.load(readSchedules, id)
      if (!schedule) throw notFound('Project')
      return schedule
    },
  }),
)
