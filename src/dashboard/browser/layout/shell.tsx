import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import icon from '../../../style/icon.svg'
import { Navigation } from './navigation.tsx'
import { useSearchKey } from './search-key.ts'
import styles from './shell.module.css'
import { useViewer } from './viewer.ts'

/** Navigation next to the content. On screens below 900 px, a button opens the navigation. */
export function Shell({ children }: { children: ReactNode }) {
  const { organization } = useViewer()
  const menu = useRef<HTMLDialogElement>(null)
  useSearchKey()
  const title = (
    <Link
      to="/organizations/$organizationId"
      params={{ organizationId: organization.databaseId }}
      className={styles.brand}
    >
      <img src={icon} alt="" width="16" height="16" />
      Answergraph
    </Link>
  )
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.side}>
        {title}
        <Navigation />
      </header>
      <header className={styles.top}>
        {title}
        <button type="button" aria-haspopup="dialog" onClick={() => menu.current?.showModal()}>
          Menu
        </button>
      </header>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape, the button and a click on a link close it. */}
      <dialog
        ref={menu}
        className={styles.menu}
        aria-label="Menu"
        onClick={({ target }) => {
          if (target === menu.current || (target instanceof Element && target.closest('a')))
            menu.current?.close()
        }}
      >
        <button type="button" className={styles.close} onClick={() => menu.current?.close()}>
          Close
        </button>
        <Navigation />
      </dialog>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
