/** `1 test`, `2 tests`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `1 test fails`, `2 tests fail`. */
export const failingTests = (count: number): string => counted(count, 'test fails', 'tests fail')
