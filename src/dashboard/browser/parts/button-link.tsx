import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import styles from './button.module.css'

/** A link to a page of the dashboard that looks like a button. */
export const ButtonLink = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...props} className={styles.button} />
))
