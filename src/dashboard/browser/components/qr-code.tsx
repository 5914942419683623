import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** A QR code of a text. It is an inline SVG, because the Content-Security-Policy allows no image in a URL. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} className={styles.code} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
