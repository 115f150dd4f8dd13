export function offences(text: string): readonly string[]
export function offencesInMessage(text: string): readonly string[]
export function countIn(text: string): number
