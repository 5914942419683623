import { METRIC_DESCRIPTIONS } from 'virtual:schema'
import { Menu } from '../components/menu.tsx'
import styles from './help.module.css'

/** A button that explains a metric with its description from the schema. */
export function MetricHelp({ metric, title }: { metric: string; title: string }) {
  const text = METRIC_DESCRIPTIONS[metric]
  if (!text) return null
  return (
    <span className={styles.help}>
      <Menu
        label={
          <span role="img" aria-label={`What is ${title.toLowerCase()}?`}>
            ?
          </span>
        }
      >
        <div className={styles.text}>
          <strong>{title}</strong>
          <p>{text}</p>
          <a href="/docs/metrics">How it is measured</a>
        </div>
      </Menu>
    </span>
  )
}
