import type { Host } from '@holdpoint/engine'
import { claudeCode } from './claude-code/claude-code.ts'

export const hosts: Readonly<Record<string, Host>> = { [claudeCode.id]: claudeCode }

export const DEFAULT_HOST = claudeCode.id
