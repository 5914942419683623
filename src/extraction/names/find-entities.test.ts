import { expect, test } from 'vitest'
import { findEntities } from './find-entities.ts'
import { compileNames } from './matcher.ts'

const matcher = compileNames([
  { name: 'Taskfern', aliases: ['Task Fern'] },
  { name: 'Boardly' },
  { name: 'Kanbee' },
])
const find = (text: string) => [...findEntities(matcher, text)].sort()

test('finds the entities that a text names, by any of their names, also in a URL', () => {
  expect(find('The best planners\nBoardly\nTask Fern 3')).toEqual([0, 1])
  expect(find('More at https://www.taskfern.com/pricing')).toEqual([0])
  expect(find('A kanban board by Taskfernia')).toEqual([])
})
