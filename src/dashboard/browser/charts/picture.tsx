import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SIMULATED_NOTICE } from '../components/export.ts'
import styles from './chart.module.css'
import { widthOfText } from './spread.ts'

/** Width of saved images, in pixels. */
export const PICTURE_WIDTH = 960

const MARGIN = 32

/** A chart as it is saved to a file. The image includes the title and marks simulated data. */
export interface Picture {
  title: string
  note: string
  simulated: boolean
  /** Height of the drawing, in pixels. */
  height: number
  draw: (width: number) => ReactElement
}

/** Style properties that are copied into the image, because it cannot refer to the page's style sheets. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
]

/** Renders the picture as an SVG file in the light theme. */
export function svgOf(picture: Picture): string {
  const stage = document.createElement('div')
  stage.className = styles.stage ?? ''
  document.body.append(stage)
  const root = createRoot(stage)
  try {
    flushSync(() => root.render(<Composed picture={picture} />))
    const svg = stage.querySelector('svg')
    if (!svg) throw new Error('The chart did not render an SVG element')
    const elements = [svg, ...svg.querySelectorAll('*')]
    const computed = elements.map((element) => {
      const style = getComputedStyle(element)
      return PROPERTIES.map((name) => [name, style.getPropertyValue(name)] as const)
    })
    for (const [index, element] of elements.entries()) {
      element.removeAttribute('class')
      element.removeAttribute('aria-hidden')
      for (const [name, value] of computed[index] ?? []) element.setAttribute(name, value)
    }
    svg.setAttribute('font-family', 'Inter, system-ui, sans-serif')
    return new XMLSerializer().serializeToString(svg)
  } finally {
    root.unmount()
    stage.remove()
  }
}

/** Renders the picture as a PNG file with two pixels per CSS pixel. */
export async function pngOf(picture: Picture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svgOf(picture)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * 2
    canvas.height = image.naturalHeight * 2
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be created'))))
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

function Composed({ picture: { title, note, simulated, height, draw } }: { picture: Picture }) {
  const inner = PICTURE_WIDTH - 2 * MARGIN
  const titleLines = linesOf(title, inner, 18)
  const noteLines = linesOf(note, inner, 13)
  const noteTop = MARGIN + titleLines.length * 24
  const top = noteTop + noteLines.length * 18 + 14
  const total = top + height + (simulated ? 28 : 0) + 20
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={PICTURE_WIDTH}
      height={total}
      viewBox={`0 0 ${PICTURE_WIDTH} ${total}`}
      aria-hidden="true"
    >
      <rect width={PICTURE_WIDTH} height={total} fill="var(--panel)" />
      {titleLines.map((text, index) => (
        <text
          key={text}
          x={MARGIN}
          y={MARGIN + 14 + index * 24}
          fontSize={18}
          fontWeight={600}
          fill="var(--text)"
        >
          {text}
        </text>
      ))}
      {noteLines.map((text, index) => (
        <text key={text} x={MARGIN} y={noteTop + 10 + index * 18} fontSize={13} fill="var(--text-3)">
          {text}
        </text>
      ))}
      <g transform={`translate(${MARGIN} ${top})`}>{draw(inner)}</g>
      {simulated && (
        <>
          <text
            x={PICTURE_WIDTH / 2}
            y={top + height / 2}
            textAnchor="middle"
            fontSize={88}
            fontWeight={700}
            fill="var(--warn)"
            opacity={0.14}
            transform={`rotate(-14 ${PICTURE_WIDTH / 2} ${top + height / 2})`}
          >
            SIMULATED
          </text>
          <text x={MARGIN} y={total - 18} fontSize={12} fill="var(--warn)">
            {SIMULATED_NOTICE}
          </text>
        </>
      )}
    </svg>
  )
}

/** Wraps a text to the width. */
function linesOf(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOfText(`${last} ${word}`, fontSize) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
