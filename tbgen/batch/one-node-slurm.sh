#!/bin/sh
# Sets up Slurm on one Debian node for testing job arrays: `sh one-node-slurm.sh` as root, after
# `apt-get install slurm-wlm munge make`. It overwrites /etc/slurm/slurm.conf. No systemd and no
# control groups are needed.
set -eu
name=$(hostname -s)
mkdir -p /etc/slurm /var/spool/slurmctld /var/spool/slurmd /var/log/slurm /run/munge
chown munge: /run/munge /var/log/munge /var/lib/munge
cat > /etc/slurm/slurm.conf <<EOF
ClusterName=one
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SlurmctldLogFile=/var/log/slurm/slurmctld.log
SlurmdLogFile=/var/log/slurm/slurmd.log
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk '/MemAvailable/ { print int($2 / 1024) }' /proc/meminfo) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
pgrep -x munged > /dev/null || runuser -u munge -- munged
slurmctld
slurmd
sleep 3
sinfo
