# Completion of treering for bash; made by `treering completion bash`.
_treering() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local part=${cur##*,} done=
  [[ $cur == *,* ]] && done=${cur%,*},
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W 'show predict explain simulate export expect convert discover doctor diff fleet measure tune import calibrate validate check report list completion man --help --version' -- "$cur"))
    return
  fi
  case "$command $prev" in
    'show --nodes') :; return ;;
    'show --gpus-per-node') :; return ;;
    'show --devices') :; return ;;
    'show --nics') :; return ;;
    'show --nic-rate') :; return ;;
    'show --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'show --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'show --svg') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'show --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'show --output'|'show -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'predict --nodes') :; return ;;
    'predict --gpus-per-node') :; return ;;
    'predict --devices') :; return ;;
    'predict --nics') :; return ;;
    'predict --nic-rate') :; return ;;
    'predict --oversubscription') :; return ;;
    'predict --nodes-per-leaf') :; return ;;
    'predict --node-order') :; return ;;
    'predict --gpus-per-process') :; return ;;
    'predict --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'predict --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'predict --runner') COMPREPLY=($(compgen -W 'mpi gloo nccl nccl-threads replay' -- "$cur")); return ;;
    'predict --ranks') :; return ;;
    'predict --cores') :; return ;;
    'predict --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'predict --collective'|'predict -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'predict --minbytes'|'predict -b') :; return ;;
    'predict --maxbytes'|'predict -e') :; return ;;
    'predict --stepfactor'|'predict -f') :; return ;;
    'predict --stepbytes'|'predict -i') :; return ;;
    'predict --datatype'|'predict -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'predict --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'predict --algo') COMPREPLY=($(compgen -P "$done" -W 'Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' -- "$part")); return ;;
    'predict --proto') COMPREPLY=($(compgen -P "$done" -W 'LL LL128 Simple all' -- "$part")); return ;;
    'predict --groups') :; return ;;
    'predict --channels') COMPREPLY=($(compgen -P "$done" -W '1 2 4 8 16 32 64 all' -- "$part")); return ;;
    'predict --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'predict --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'predict --model') COMPREPLY=($(compgen -W 'nccl cost event' -- "$cur")); return ;;
    'predict --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'predict --output'|'predict -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'explain --nodes') :; return ;;
    'explain --gpus-per-node') :; return ;;
    'explain --devices') :; return ;;
    'explain --nics') :; return ;;
    'explain --nic-rate') :; return ;;
    'explain --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'explain --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'explain --collective'|'explain -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv' -- "$cur")); return ;;
    'explain --size'|'explain -b') :; return ;;
    'explain --datatype'|'explain -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'explain --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'explain --algo') COMPREPLY=($(compgen -P "$done" -W 'Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' -- "$part")); return ;;
    'explain --proto') COMPREPLY=($(compgen -P "$done" -W 'LL LL128 Simple all' -- "$part")); return ;;
    'explain --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'explain --output'|'explain -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'simulate --nodes') :; return ;;
    'simulate --gpus-per-node') :; return ;;
    'simulate --devices') :; return ;;
    'simulate --nics') :; return ;;
    'simulate --nic-rate') :; return ;;
    'simulate --oversubscription') :; return ;;
    'simulate --nodes-per-leaf') :; return ;;
    'simulate --node-order') :; return ;;
    'simulate --gpus-per-process') :; return ;;
    'simulate --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'simulate --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'simulate --collective'|'simulate -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv barrier' -- "$cur")); return ;;
    'simulate --size'|'simulate -b') :; return ;;
    'simulate --datatype'|'simulate -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'simulate --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'simulate --algo') COMPREPLY=($(compgen -W 'Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT p2p single_tree recursive_doubling halving_doubling ring_2d hierarchical bruck pairwise ring_unchunked naive' -- "$cur")); return ;;
    'simulate --proto') COMPREPLY=($(compgen -W 'LL LL128 Simple' -- "$cur")); return ;;
    'simulate --schedule') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'simulate --groups') :; return ;;
    'simulate --start') :; return ;;
    'simulate --fault') :; return ;;
    'simulate --jitter') :; return ;;
    'simulate --seed') :; return ;;
    'simulate --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'simulate --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'simulate --svg') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'simulate --trace') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'simulate --links') :; return ;;
    'simulate --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'simulate --output'|'simulate -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'export --nodes') :; return ;;
    'export --gpus-per-node') :; return ;;
    'export --devices') :; return ;;
    'export --nics') :; return ;;
    'export --nic-rate') :; return ;;
    'export --oversubscription') :; return ;;
    'export --nodes-per-leaf') :; return ;;
    'export --node-order') :; return ;;
    'export --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'export --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'export --runner') COMPREPLY=($(compgen -W 'mpi gloo nccl nccl-threads replay' -- "$cur")); return ;;
    'export --ranks') :; return ;;
    'export --cores') :; return ;;
    'export --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'export --collective'|'export -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'export --minbytes'|'export -b') :; return ;;
    'export --maxbytes'|'export -e') :; return ;;
    'export --datatype'|'export -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'export --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'export --algo') COMPREPLY=($(compgen -P "$done" -W 'Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' -- "$part")); return ;;
    'export --proto') COMPREPLY=($(compgen -P "$done" -W 'LL LL128 Simple all' -- "$part")); return ;;
    'export --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'export --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'export --model') COMPREPLY=($(compgen -W 'nccl cost event' -- "$cur")); return ;;
    'export --to') COMPREPLY=($(compgen -W 'env nccl.conf tuner-csv openmpi-rules openmpi-env' -- "$cur")); return ;;
    'export --output'|'export -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'expect --nodes') :; return ;;
    'expect --gpus-per-node') :; return ;;
    'expect --devices') :; return ;;
    'expect --nics') :; return ;;
    'expect --nic-rate') :; return ;;
    'expect --oversubscription') :; return ;;
    'expect --nodes-per-leaf') :; return ;;
    'expect --node-order') :; return ;;
    'expect --gpus-per-process') :; return ;;
    'expect --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'expect --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'expect --collective'|'expect -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'expect --minbytes'|'expect -b') :; return ;;
    'expect --maxbytes'|'expect -e') :; return ;;
    'expect --stepfactor'|'expect -f') :; return ;;
    'expect --stepbytes'|'expect -i') :; return ;;
    'expect --datatype'|'expect -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'expect --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'expect --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'expect --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'expect --to') COMPREPLY=($(compgen -W 'cloudai aicr junit prometheus csv md' -- "$cur")); return ;;
    'expect --all') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'expect --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'expect --output'|'expect -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'convert --nics') :; return ;;
    'convert --to') COMPREPLY=($(compgen -W 'json nccl-xml yaml' -- "$cur")); return ;;
    'discover --record') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'discover --replay') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'discover --format') COMPREPLY=($(compgen -W 'text json' -- "$cur")); return ;;
    'discover --output'|'discover -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'doctor --nodes') :; return ;;
    'doctor --gpus-per-node') :; return ;;
    'doctor --devices') :; return ;;
    'doctor --nics') :; return ;;
    'doctor --nic-rate') :; return ;;
    'doctor --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'doctor --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'doctor --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'doctor --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'doctor --format') COMPREPLY=($(compgen -W 'text json markdown' -- "$cur")); return ;;
    'doctor --output'|'doctor -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'diff --format') COMPREPLY=($(compgen -W 'text json' -- "$cur")); return ;;
    'diff --output'|'diff -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'fleet --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'fleet --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'fleet --format') COMPREPLY=($(compgen -W 'text json' -- "$cur")); return ;;
    'fleet --output'|'fleet -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'measure --runner') COMPREPLY=($(compgen -W 'mpi gloo nccl nccl-threads replay' -- "$cur")); return ;;
    'measure --ranks') :; return ;;
    'measure --bind') COMPREPLY=($(compgen -W 'auto spread compact numa none' -- "$cur")); return ;;
    'measure --shaped') :; return ;;
    'measure --algo') :; return ;;
    'measure --proto') :; return ;;
    'measure --channels') :; return ;;
    'measure --launches') :; return ;;
    'measure --warmups') :; return ;;
    'measure --samples') :; return ;;
    'measure --timeout') :; return ;;
    'measure --seed') :; return ;;
    'measure --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'measure --collective'|'measure -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'measure --minbytes'|'measure -b') :; return ;;
    'measure --maxbytes'|'measure -e') :; return ;;
    'measure --stepfactor'|'measure -f') :; return ;;
    'measure --stepbytes'|'measure -i') :; return ;;
    'measure --datatype'|'measure -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'measure --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'measure --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'measure --output'|'measure -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'tune --nodes') :; return ;;
    'tune --gpus-per-node') :; return ;;
    'tune --devices') :; return ;;
    'tune --nics') :; return ;;
    'tune --nic-rate') :; return ;;
    'tune --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'tune --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'tune --runner') COMPREPLY=($(compgen -W 'mpi gloo nccl nccl-threads replay' -- "$cur")); return ;;
    'tune --ranks') :; return ;;
    'tune --bind') COMPREPLY=($(compgen -W 'auto spread compact numa none' -- "$cur")); return ;;
    'tune --shaped') :; return ;;
    'tune --proto') :; return ;;
    'tune --channels') :; return ;;
    'tune --warmups') :; return ;;
    'tune --samples') :; return ;;
    'tune --timeout') :; return ;;
    'tune --seed') :; return ;;
    'tune --budget') :; return ;;
    'tune --report') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'tune --settings') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'tune --to') COMPREPLY=($(compgen -W 'env nccl.conf tuner-csv openmpi-rules openmpi-env' -- "$cur")); return ;;
    'tune --algo') :; return ;;
    'tune --launches') :; return ;;
    'tune --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'tune --collective'|'tune -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'tune --minbytes'|'tune -b') :; return ;;
    'tune --maxbytes'|'tune -e') :; return ;;
    'tune --stepfactor'|'tune -f') :; return ;;
    'tune --stepbytes'|'tune -i') :; return ;;
    'tune --datatype'|'tune -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'tune --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'tune --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'tune --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'tune --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'tune --output'|'tune -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'import --nodes') :; return ;;
    'import --collective'|'import -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv' -- "$cur")); return ;;
    'import --id') :; return ;;
    'import --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'import --output'|'import -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'calibrate --nodes') :; return ;;
    'calibrate --gpus-per-node') :; return ;;
    'calibrate --devices') :; return ;;
    'calibrate --nics') :; return ;;
    'calibrate --nic-rate') :; return ;;
    'calibrate --gpus-per-process') :; return ;;
    'calibrate --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'calibrate --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'calibrate --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'calibrate --systems') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'calibrate --id') :; return ;;
    'calibrate --collective'|'calibrate -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv' -- "$cur")); return ;;
    'calibrate --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'calibrate --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'calibrate --output'|'calibrate -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'validate --nodes') :; return ;;
    'validate --gpus-per-node') :; return ;;
    'validate --devices') :; return ;;
    'validate --nics') :; return ;;
    'validate --nic-rate') :; return ;;
    'validate --gpus-per-process') :; return ;;
    'validate --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'validate --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'validate --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'validate --systems') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'validate --id') :; return ;;
    'validate --collective'|'validate -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv' -- "$cur")); return ;;
    'validate --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'validate --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'validate --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'validate --output'|'validate -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'check --topology') COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); return ;;
    'check --nodes') :; return ;;
    'check --gpus-per-node') :; return ;;
    'check --devices') :; return ;;
    'check --nics') :; return ;;
    'check --nic-rate') :; return ;;
    'check --oversubscription') :; return ;;
    'check --nodes-per-leaf') :; return ;;
    'check --node-order') :; return ;;
    'check --gpus-per-process') :; return ;;
    'check --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'check --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'check --id') :; return ;;
    'check --collective'|'check -c') COMPREPLY=($(compgen -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv' -- "$cur")); return ;;
    'check --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'check --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'check --floors') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'check --junit') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'check --format') COMPREPLY=($(compgen -W 'text json csv markdown junit' -- "$cur")); return ;;
    'check --output'|'check -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'report --nodes') :; return ;;
    'report --gpus-per-node') :; return ;;
    'report --devices') :; return ;;
    'report --nics') :; return ;;
    'report --nic-rate') :; return ;;
    'report --oversubscription') :; return ;;
    'report --nodes-per-leaf') :; return ;;
    'report --node-order') :; return ;;
    'report --gpus-per-process') :; return ;;
    'report --nccl') COMPREPLY=($(compgen -W '2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2' -- "$cur")); return ;;
    'report --env') COMPREPLY=($(compgen -W 'NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=' -- "$cur")); return ;;
    'report --measurements') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'report --id') :; return ;;
    'report --collective'|'report -c') COMPREPLY=($(compgen -P "$done" -W 'all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' -- "$part")); return ;;
    'report --minbytes'|'report -b') :; return ;;
    'report --maxbytes'|'report -e') :; return ;;
    'report --stepfactor'|'report -f') :; return ;;
    'report --stepbytes'|'report -i') :; return ;;
    'report --datatype'|'report -d') COMPREPLY=($(compgen -W 'int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2' -- "$cur")); return ;;
    'report --op') COMPREPLY=($(compgen -W 'sum prod max min avg mulsum' -- "$cur")); return ;;
    'report --algo') COMPREPLY=($(compgen -P "$done" -W 'Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' -- "$part")); return ;;
    'report --proto') COMPREPLY=($(compgen -P "$done" -W 'LL LL128 Simple all' -- "$part")); return ;;
    'report --profile') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'report --network') COMPREPLY=($(compgen -W 'infiniband roce slingshot efa efa1 tcp' -- "$cur")); return ;;
    'report --model') COMPREPLY=($(compgen -W 'nccl cost event' -- "$cur")); return ;;
    'report --format') COMPREPLY=($(compgen -W 'html markdown csv json' -- "$cur")); return ;;
    'report --output'|'report -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'list --format') COMPREPLY=($(compgen -W 'text json csv' -- "$cur")); return ;;
    'list --output'|'list -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'completion --output'|'completion -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    'man --output'|'man -o') COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  case $command in
    show) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --nccl --env --env-from-process --graphs --connections --svg --tree --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    predict) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --gpus-per-process --nccl --env --env-from-process --runner --ranks --cores --measurements -c --collective -b --minbytes -e --maxbytes -f --stepfactor -i --stepbytes -d --datatype --op --algo --proto --groups --channels --profile --network --model --table --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    explain) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --nccl --env --env-from-process -c --collective -b --size -d --datatype --op --algo --proto --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    simulate) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --gpus-per-process --nccl --env --env-from-process -c --collective -b --size -d --datatype --op --algo --proto --schedule --groups --start --fault --jitter --seed --exact --profile --network --svg --trace --explain-parameters --critical-path --links --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    export) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --nccl --env --env-from-process --runner --ranks --cores --measurements -c --collective -b --minbytes -e --maxbytes -d --datatype --op --algo --proto --profile --network --model --to -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    expect) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --gpus-per-process --nccl --env --env-from-process -c --collective -b --minbytes -e --maxbytes -f --stepfactor -i --stepbytes -d --datatype --op --profile --network --to --all --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    convert) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nics --to --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    discover) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--record --replay --fabric --anonymise --format -o --output --quiet -h --help ' -- "$cur"))
      else :; fi ;;
    doctor) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --nccl --env --env-from-process --profile --network --format -o --output --fix --verbose --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    diff) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    fleet) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--profile --network --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -- "$cur")); fi ;;
    measure) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--runner --ranks --bind --shaped --algo --pairs --proto --channels --in-place --cold --launches --warmups --samples --timeout --seed --resume --retry-failed --compare --measurements -c --collective -b --minbytes -e --maxbytes -f --stepfactor -i --stepbytes -d --datatype --op --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -- "$cur")); fi ;;
    tune) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --nccl --env --env-from-process --runner --ranks --bind --shaped --proto --channels --in-place --cold --warmups --samples --timeout --seed --budget --knobs --report --settings --to --algo --launches --measurements -c --collective -b --minbytes -e --maxbytes -f --stepfactor -i --stepbytes -d --datatype --op --profile --network --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    import) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes -c --collective --id --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -- "$cur")); fi ;;
    calibrate) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --gpus-per-process --nccl --env --measurements --systems --id --anchor -c --collective --profile --network -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    validate) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --gpus-per-process --nccl --env --measurements --systems --id --cross-validate -c --collective --event --profile --network --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    check) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--topology --nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --gpus-per-process --nccl --env --env-from-process --id -c --collective --profile --network --floors --junit --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -- "$cur")); fi ;;
    report) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--nodes --gpus-per-node --devices --nics --nic-rate --oversubscription --nodes-per-leaf --node-order --gpus-per-process --nccl --env --env-from-process --compare --measurements --id -c --collective -b --minbytes -e --maxbytes -f --stepfactor -i --stepbytes -d --datatype --op --algo --proto --profile --network --model --format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -f -W 'dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live' -- "$cur")); fi ;;
    list) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '--format -o --output --quiet -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -W 'topologies formats algorithms protocols collectives variables fields exporters runners backends gpus' -- "$cur")); fi ;;
    completion) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '-o --output -h --help ' -- "$cur"))
      else COMPREPLY=($(compgen -W 'bash zsh fish' -- "$cur")); fi ;;
    man) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '-o --output -h --help ' -- "$cur"))
      else :; fi ;;
  esac
}
complete -o filenames -F _treering treering
