import { type RefObject, useEffect } from 'react'
import type { Problem } from '../graphql/problem.ts'

/** Puts the focus into the first wrong field of a form when a problem with its fields is shown. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, problem: Problem | null): void {
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, problem])
}
