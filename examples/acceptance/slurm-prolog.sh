#!/bin/sh
# A prolog of Slurm (slurm.conf: Prolog=/etc/slurm/prolog.d/floors.sh, PrologFlags=Alloc): tests the
# GPUs of the node before a job starts. Slurm drains a node whose prolog ends with another exit code
# than 0, and puts the job back into the queue.
#
# FLOORS are those of one node: treering expect dgx-h100 -c all_reduce -b 1G -e 1G --format json
# One size takes a few seconds. Where the test itself cannot run the node keeps working: only a
# measured floor drains it.
set -u

FLOORS=${FLOORS:-/etc/treering/floors.json}
NCCL_TESTS=${NCCL_TESTS:-/opt/nccl-tests/build}
STAMP=${STAMP:-/run/treering-floors}
EVERY_HOURS=${EVERY_HOURS:-24}

gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ') || gpus=0
[ "$gpus" -ge 2 ] || exit 0
# A job that runs on other GPUs of the node would be measured too.
busy=$(nvidia-smi --query-compute-apps=pid --format=csv,noheader 2>/dev/null | grep -c .) || busy=0
[ "$busy" -eq 0 ] || exit 0
if [ -n "$(find "$STAMP" -mmin "-$((EVERY_HOURS * 60))" 2>/dev/null)" ]; then
  exit 0
fi

log=$(mktemp) || exit 0
trap 'rm -f "$log"' EXIT
timeout 120 "$NCCL_TESTS/all_reduce_perf" -b 1G -e 1G -g "$gpus" >"$log" 2>&1 || {
  logger -t treering "floors: all_reduce_perf did not run, see its output"
  logger -t treering -f "$log"
  exit 0
}
verdict=$(treering check "$log" -c all_reduce --floors "$FLOORS" --quiet 2>&1)
case $? in
  0)
    touch "$STAMP"
    ;;
  1)
    logger -t treering "floors: this node is below its floor: $verdict"
    exit 1
    ;;
  *)
    logger -t treering "floors: not judged: $verdict"
    ;;
esac
exit 0
