/** Returns the messages that tell a chat model about the person who asks. */
export function systemMessage(persona: string | null): { role: 'system'; content: string }[] {
  return persona === null ? [] : [{ role: 'system', content: persona }]
}

/** Returns the prompt after a description of the person, for interfaces without a system prompt. */
export function withPersona(prompt: string, persona: string | null): string {
  return persona === null ? prompt : `${persona}\n\n${prompt}`
}
