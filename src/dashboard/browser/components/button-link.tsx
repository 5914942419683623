import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import styles from './button.module.css'

/** A link to a dashboard page, styled as a button. */
export const ButtonLink = createLink(
  ({ kind, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { kind?: 'primary' }) => (
    <a {...props} className={[styles.button, kind && styles[kind]].filter(Boolean).join(' ')} />
  ),
)
