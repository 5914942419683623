import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <Button onClick={copy} onBlur={() => setCopied(false)}>
        {copied ? 'Copied' : label}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </>
  )
}
