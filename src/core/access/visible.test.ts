import { expect, test } from 'vitest'
import {
  asLockedProjectId,
  asSystemBatchId,
  type LockedProjectId,
  type VisibleBatchId,
  type VisibleProjectId,
} from './visible.ts'

const requested: string = 'id'

test('an id from a request is not accepted where a visible batch is required', () => {
  const read = (id: VisibleBatchId): string => id
  // @ts-expect-error: a plain string has not been checked, so this must not compile
  expect(read(requested)).toBe('id')
  expect(read(asSystemBatchId(requested))).toBe('id')
})

test('an id from a request is not accepted where a visible project is required, but a locked project is', () => {
  const read = (id: VisibleProjectId): string => id
  // @ts-expect-error: a plain string has not been checked, so this must not compile
  expect(read(requested)).toBe('id')
  expect(read(asLockedProjectId(requested))).toBe('id')
})

test('a visible project is not accepted where a locked project is required', () => {
  const change = (id: LockedProjectId): string => id
  const visible = requested as VisibleProjectId
  // @ts-expect-error: a plain string has not been locked, so this must not compile
  expect(change(requested)).toBe('id')
  // @ts-expect-error: a visible project has not been locked, so this must not compile
  expect(change(visible)).toBe('id')
  expect(change(asLockedProjectId(requested))).toBe('id')
})
