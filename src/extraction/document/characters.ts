/** True for a capital letter of Latin-1. */
export function isUpper(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde && code !== 0xd7)
}

/** True for a lower-case letter of Latin-1. */
export function isLower(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0xff && code !== 0xf7)
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
