#!/bin/sh
# The proof of KBvKP in three parts, as a job array: `sbatch verify-shards.sh`, then
# `verify merge kbkp-*.json`. `verify` must be in PATH.
#SBATCH --job-name=kbkp --array=1-3 --cpus-per-task=1 --mem=1000M --time=30 --output=%x-%a.log
exec verify kbkp --threads 1 --quiet --json "kbkp-$SLURM_ARRAY_TASK_ID.json"
