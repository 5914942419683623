import { useEffect, useState } from 'react'
import { askAuth, isTrueIn, textIn } from '../../auth/auth-request.ts'

/** How users of this installation can sign in. */
export interface SignInOptions {
  passwordResetByMail: boolean
  /** The identity provider, and the messages for failed sign-ins by code; null if there is none. */
  openId: { label: string; problems: unknown } | null
}

/** Fetches how users can sign in; null until the response has arrived. */
export function useSignInOptions(): SignInOptions | null {
  const [options, setOptions] = useState<SignInOptions | null>(null)
  useEffect(() => {
    void askAuth('options').then(({ data }) => setOptions(toOptions(data)))
  }, [])
  return options
}

function toOptions(data: unknown): SignInOptions {
  const openId = typeof data === 'object' && data !== null ? Reflect.get(data, 'openId') : null
  const label = textIn(openId, 'label')
  return {
    passwordResetByMail: isTrueIn(data, 'passwordResetByMail'),
    openId: label === null ? null : { label, problems: Reflect.get(openId, 'problems') },
  }
}
