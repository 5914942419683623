// JSON Schemas of the replies of a judge, limited to features that servers support in strict mode.

/** Schema of an object with all of these properties, and no others. */
export function object(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Schema of a list of such objects. */
export function list(properties: object): object {
  return { type: 'array', items: object(properties) }
}

/** Schema of one of these texts. */
export function oneOf(values: readonly string[]): object {
  return { type: 'string', enum: values }
}
