import { expect, it } from 'vitest'
import { findTool } from '../tools/all.ts'
import { PROMPTS } from './serve.ts'

it.each(PROMPTS)('$name only mentions existing tools', ({ instructions }) => {
  const text = instructions({ runId: 'r', language: 'English' })
  const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
  expect(names).not.toEqual([])
  expect(names.filter((name) => !findTool(name))).toEqual([])
})
