import { type FileEffect, foldPath } from '@holdpoint/shell'

/** Files that configure which programs an agent starts: tool servers, hooks, plugins. */
const STARTING: readonly RegExp[] = [
  /\/\.mcp\.json$/,
  /\/\.(?:cursor|vscode|roo|kilocode|windsurf|amazonq|junie\/mcp|kiro\/settings|trae)\/mcp(?:_config)?\.json$/,
  /\/\.codeium\/windsurf\/mcp_config\.json$/,
  /\/claude_desktop_config\.json$/,
  /\/\.cursor\/hooks(?:\.json|\/)/,
  /\/\.(?:codex|qwen|opencode)\//,
  /\/opencode\.jsonc?$/,
  /\/\.gemini\/(?:settings\.json|extensions\/)/,
  /\/\.factory\/(?:settings|hooks|mcp)\.json$/,
  /\/\.github\/hooks\//,
  /\/\.copilot\/(?:mcp-config\.json|hooks\/)/,
  /\/\.cline(?:rules)?\/(?:hooks\/|mcp)/,
  /\/\.kimi(?:-code|-cli)?\/(?:config\.toml|mcp\.json)$/,
  /\/\.continue\/(?:config\.\w+|mcpservers\/)/,
  /\/\.(?:amp|augment)\/settings\.json$/,
  /\/\.config\/(?:amp|goose|crush)\//,
  /\/\.?crush\.json$/,
  /\/\.aider\.conf\.ya?ml$/,
]

/** Whether an effect changes such a file. Git restores only reviewed content. */
export function startsPrograms({ op, path, real, maybe, run }: FileEffect): boolean {
  if (maybe || op !== 'write' || run?.program === 'git') return false
  return [path, real].map(foldPath).some((each) => STARTING.some((place) => place.test(each)))
}
