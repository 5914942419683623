import { partsOf } from '../../definitions/countries/location.ts'

/** Returns the `user_location` of a web search, with the city if the location names one. */
export function userLocation(location: string): { country: string; city?: string } {
  const { country, city } = partsOf(location)
  return { country, ...(city !== null && { city }) }
}
