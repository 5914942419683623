import { LOGO_TYPES, type Logo, MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from './definition.ts'

/** Width and height of an image in pixels. */
interface Size {
  width: number
  height: number
}

/**
 * Parses a logo from a `data:` URL in base64. The type is determined from the bytes.
 * @returns the logo, or a message for the caller
 */
export function parseLogo(url: string): Logo | string {
  const [, type, base64 = ''] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  const declared = LOGO_TYPES.find((allowed) => allowed === type)
  if (!declared) return 'must be a data: URL of a PNG or JPEG image in base64'
  const data = Uint8Array.from(Buffer.from(base64, 'base64'))
  if (data.length > MAX_LOGO_BYTES) return `must have at most ${MAX_LOGO_BYTES.toLocaleString('en')} bytes`
  const size = declared === 'image/png' ? pngSize(data) : jpegSize(data)
  if (!size) return 'is not an image of the declared type'
  if (Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > MAX_LOGO_PIXELS)
    return `must be at most ${MAX_LOGO_PIXELS.toLocaleString('en')} pixels wide and high`
  return { type: declared, data }
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Reads the size from the first chunk of a PNG file; null for other files (PNG, third edition, section 11.2.1). */
function pngSize(data: Uint8Array): Size | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 24 || PNG_SIGNATURE.some((byte, index) => data[index] !== byte)) return null
  return Buffer.from(data.subarray(12, 16)).toString('latin1') === 'IHDR'
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : null
}

/** Reads the size from the frame header of a JPEG file; null for other files (ITU-T T.81, annex B). */
function jpegSize(data: Uint8Array): Size | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let offset = 2; offset + 9 <= data.length; ) {
    const marker = view.getUint16(offset)
    if (marker < 0xff01) return null
    // The markers SOF0 to SOF15, except DHT, JPG and DAC.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    offset += 2 + view.getUint16(offset + 2)
  }
  return null
}
