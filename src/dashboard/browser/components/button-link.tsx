import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import styles from './button.module.css'

/** A link to a dashboard page, styled as a button. */
export const ButtonLink = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...props} className={styles.button} />
))
