import { expect, it } from 'vitest'
import { namesBrand } from './names-brand.ts'

it.each([
  ['Is Taskfern any good?', ['Taskfern'], true],
  ['is TASK-FERN any good?', ['Taskfern', 'Task Fern'], true],
  ['Which task ferns grow fast?', ['Taskfern', 'Task Fern'], false],
  ['Which planner is best?', ['', 'Taskfern'], false],
])('%s names one of %j: %s', (text, names, expected) => expect(namesBrand(text, names)).toBe(expected))
