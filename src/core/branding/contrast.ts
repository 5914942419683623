/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3, level AA). */
export const MIN_CONTRAST = 4.5

/** Returns the contrast ratio of two colors such as `#0a7cff`, from 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the color, mixed with as little black or white as needed to be readable on the background. */
export function readableOn(color: string, background: string): string {
  const target = luminance(background) > 0.18 ? 0 : 255
  for (let step = 0; step <= 20; step += 1) {
    const mixed = mix(color, target, step / 20)
    if (contrast(mixed, background) >= MIN_CONTRAST) return mixed
  }
  return target === 0 ? '#000000' : '#ffffff'
}

/** Relative luminance of a color, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, target: number, share: number): string {
  const mixed = channels(color).map((value) => Math.round(value + (target - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Returns red, green and blue, from 0 to 255. */
function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
