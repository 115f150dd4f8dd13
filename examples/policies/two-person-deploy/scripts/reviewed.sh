#!/bin/sh
# Refuses unless the last commit has a `Reviewed-by:` of a person other than its author.
author=$(git log -1 --format=%ae)
reviewers=$(git log -1 --format='%(trailers:key=Reviewed-by,valueonly)')
if ! printf '%s\n' "$reviewers" | grep @ | grep -Fqv "<$author>"; then
  echo 'This commit has no review by a second person. Request a review, then deploy the merged commit.' >&2
  exit 2
fi
