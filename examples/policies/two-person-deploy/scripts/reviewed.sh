#!/bin/sh
# Refuses unless the last commit has a `Reviewed-by:` of somebody else than its author.
author=$(git log -1 --format=%ae)
reviewers=$(git log -1 --format='%(trailers:key=Reviewed-by,valueonly)')
if ! printf '%s\n' "$reviewers" | grep @ | grep -Fqv "<$author>"; then
  echo 'Nobody but its author has reviewed this commit. Ask somebody for a review, and deploy what was merged.' >&2
  exit 2
fi
