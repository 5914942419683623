/** What was given: GraphQL's null says what an absent field says, so that verbs see only fields with a value. */
export type Given<Input> = { [Key in keyof Input]?: Exclude<Input[Key], null | undefined> }

/** An input without the fields that are null; lists and objects within it stay as they are. */
export function given<Input extends object>(input: Input): Given<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Given<Input>
}
