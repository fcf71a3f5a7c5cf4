#compdef treering
# Completion of treering for zsh; made by `treering completion zsh`.
_treering() {
  local -a commands
  commands=(
    'show:devices, links, path matrix, channels'
    'predict:time and bandwidth by size; the best choice and NCCL'\''s own'
    'explain:why NCCL chooses as it does for one call'
    'simulate:one call event by event\: its time, its links and who waits for whom'
    'export:the recommendation in a form that NCCL or Open MPI reads'
    'expect:what a healthy machine reaches, and the floor below which it is faulty'
    'convert:one topology format to another'
    'discover:this machine'\''s topology, and what could not be read of it'
    'doctor:what costs a machine collective performance, and what to do about it'
    'diff:how two machines that should be alike differ'
    'fleet:which hosts of a cluster differ from most, and what that costs'
    'measure:real collectives on this machine or, under mpirun and srun, on many'
    'tune:the fastest algorithm for each size, with few measurements'
    'import:measurements from the output of nccl-tests or from CSV'
    'calibrate:measurements to a profile of the cost model'
    'validate:predictions against measurements\: error by system, algorithm, size'
    'check:measured times beside expected ones, and why some are slower'
    'report:one page of all that is known\: machine, charts, advice, measurements'
    'list:names of machines, GPUs, algorithms, variables and more'
    'completion:completion script for bash, zsh or fish'
    'man:the manual page'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    show)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--graphs[also show NCCL'\''s channels\: rings, trees, bandwidths, and its tuning table]' \
        '--connections[also show the connections that NCCL sets up between ranks\: channels, transports, NICs, and whose proxy sends (PXN)]' \
        '--svg[draw it into FILE as SVG, which browsers show ('\''-'\''\: standard output)]:FILE:_files' \
        '--tree[show only the tree of devices]' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    predict)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--runner[the library\: mpi or gloo (default\: mpi, or that of the measurements)]:NAME:(mpi gloo nccl nccl-threads replay)' \
        '--ranks[ranks, each behind a link of --nic-rate; without one, all on one machine]:N: ' \
        '--cores[cores that all ranks share (default\: as many as they need, or as the measurements say)]:N: ' \
        '*--measurements[results of treering measure, from which algorithms are recommended; repeatable]:FILE:_files' \
        '(-c --collective)'{-c,--collective}'[collectives by nccl-tests'\'' names, '\''tuned'\'' for those whose algorithm NCCL chooses, '\''all'\'', or barrier alone (default\: all_reduce)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 8G)]:SIZE: ' \
        '(-f --stepfactor)'{-f,--stepfactor}'[multiply the size by N from row to row (default\: 2)]:N: ' \
        '(-i --stepbytes)'{-i,--stepbytes}'[add SIZE from row to row, in place of -f]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--algo[consider only these algorithms, or '\''all'\'']:LIST:_values -s , value Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' \
        '--proto[consider only these protocols, or '\''all'\'']:LIST:_values -s , value LL LL128 Simple all' \
        '--groups[communicators side by side\: sizes of groups in the order in which ranks vary fastest, e.g. tp=8,dp=16; -c, -b and --start then also take GROUP=VALUE lists, and only groups that -c names run]:LIST: ' \
        '--channels[also predict with these numbers of channels, each of which takes an SM, e.g. 4,8; '\''all'\''\: 1, 2, 4 and so on]:LIST:_values -s , value 1 2 4 8 16 32 64 all' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--model[source of the times\: cost, what calls really take (default); nccl, what NCCL believes; or event]:NAME:(nccl cost event)' \
        '--table[every size in the table, where it would have a few of many]' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    explain)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '(-c --collective)'{-c,--collective}'[the collective (default\: all_reduce)]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv)' \
        '(-b --size)'{-b,--size}'[size of the call in bytes; K, M, G are powers of 1024 (default\: 1M)]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--algo[consider only these algorithms, or '\''all'\'']:LIST:_values -s , value Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' \
        '--proto[consider only these protocols, or '\''all'\'']:LIST:_values -s , value LL LL128 Simple all' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    simulate)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '(-c --collective)'{-c,--collective}'[the collective (default\: all_reduce), or barrier]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv barrier)' \
        '(-b --size)'{-b,--size}'[size of the call in bytes; K, M, G are powers of 1024 (default\: 1M)]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--algo[the algorithm (default\: NCCL'\''s choice); also those for comparison, which NCCL does not have]:NAME:(Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT p2p single_tree recursive_doubling halving_doubling ring_2d hierarchical bruck pairwise ring_unchunked naive)' \
        '--proto[the protocol (default\: NCCL'\''s choice)]:NAME:(LL LL128 Simple)' \
        '--schedule[simulate the schedule in this JSON file in place of an algorithm]:FILE:_files' \
        '--groups[communicators side by side\: sizes of groups in the order in which ranks vary fastest, e.g. tp=8,dp=16; -c, -b and --start then also take GROUP=VALUE lists, and only groups that -c names run]:LIST: ' \
        '--start[when the calls of groups begin, e.g. dp=50us (default\: all at 0)]:TIME: ' \
        '*--fault[what is wrong\: NODE/DEVICE=SHARE or NODE/DEVICE-DEVICE=SHARE, links with that share of their rate; =down in its place, hardware that NCCL plans without; rankN=+TIME, a rank that comes late; repeatable]:FAULT: ' \
        '--jitter[every rank comes late by chance, by up to so much, e.g. 50us]:TIME: ' \
        '--seed[of the jitter (default\: 1); equal seeds give equal times]:N: ' \
        '--exact[every message one by one, also where symmetry or a steady state says how it goes]' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--svg[draw it into FILE as SVG, which browsers show ('\''-'\''\: standard output)]:FILE:_files' \
        '--trace[write what every rank and link did, and when, into FILE as Chrome trace JSON, which ui.perfetto.dev opens ('\''-'\''\: standard output)]:FILE:_files' \
        '--explain-parameters[also print every parameter that the simulation uses, as it uses it]' \
        '--critical-path[also print the critical path, part by part]' \
        '--links[print every kind of link, also those with equal figures (default\: the busiest)]:all: ' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    export)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--runner[the library\: mpi or gloo (default\: mpi, or that of the measurements)]:NAME:(mpi gloo nccl nccl-threads replay)' \
        '--ranks[ranks, each behind a link of --nic-rate; without one, all on one machine]:N: ' \
        '--cores[cores that all ranks share (default\: as many as they need, or as the measurements say)]:N: ' \
        '*--measurements[results of treering measure, from which algorithms are recommended; repeatable]:FILE:_files' \
        '(-c --collective)'{-c,--collective}'[collectives to advise on (default\: tuned, those whose algorithm NCCL chooses)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 8G)]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--algo[consider only these algorithms, or '\''all'\'']:LIST:_values -s , value Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' \
        '--proto[consider only these protocols, or '\''all'\'']:LIST:_values -s , value LL LL128 Simple all' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--model[source of the times\: cost, what calls really take (default); nccl, what NCCL believes; or event]:NAME:(nccl cost event)' \
        '--to[form to write\: env, nccl.conf or tuner-csv; of hosts openmpi-rules or openmpi-env]:FORM:(env nccl.conf tuner-csv openmpi-rules openmpi-env)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    expect)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '(-c --collective)'{-c,--collective}'[collectives by nccl-tests'\'' names, '\''tuned'\'' for those whose algorithm NCCL chooses, or '\''all'\'' (default\: all_reduce; in report those of its --measurements)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 8G)]:SIZE: ' \
        '(-f --stepfactor)'{-f,--stepfactor}'[multiply the size by N from row to row (default\: 2)]:N: ' \
        '(-i --stepbytes)'{-i,--stepbytes}'[add SIZE from row to row, in place of -f]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--to[write the floors for another program\: cloudai, aicr, junit, prometheus, csv or md]:FORM:(cloudai aicr junit prometheus csv md)' \
        '--all[in place of TOPOLOGY\: write a Markdown page for each built-in machine into DIR, over nodes, collectives and sizes]:DIR:_files' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    convert)
      _arguments -s \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--to[format of OUT (default\: by its ending)]:FORMAT:(json nccl-xml yaml)' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':IN:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
        ':OUT:_files' \
      ;;
    discover)
      _arguments -s \
        '--record[keep all that was read of this machine in a new folder DIR, for --replay elsewhere]:DIR:_files' \
        '--replay[read a machine that --record kept, or a copy of its /sys and /proc, in place of this one]:DIR:_files' \
        '--fabric[show the InfiniBand fabric that this machine is in, as ibnetdiscover finds it]' \
        '--anonymise[keep only what is known to be harmless; stand-ins replace all else, such as host names]' \
        '--format[text or json (default\: text)]:FORM:(text json)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
      ;;
    doctor)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--format[text, json, or markdown, a report to paste into an issue (default\: text)]:FORM:(text json markdown)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--fix[print the commands of the fixes in place of the findings, as a shell script to read first; treering runs none of them]' \
        '--verbose[also list what was not looked at, and why]' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    diff)
      _arguments -s \
        '--format[text or json (default\: text)]:FORM:(text json)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':A:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
        ':B:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    fleet)
      _arguments -s \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--format[text or json (default\: text)]:FORM:(text json)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':FOLDER:_files' \
      ;;
    measure)
      _arguments -s \
        '--runner[what runs the collectives\: mpi, gloo, nccl with a process for each GPU, nccl-threads with one for all (both so far run on one GPU alone), or replay (default\: mpi)]:NAME:(mpi gloo nccl nccl-threads replay)' \
        '--ranks[start N ranks on this machine (default\: 2); under mpirun or srun, theirs]:N: ' \
        '--bind[which cores ranks get\: spread (their own, far apart), compact (their own, side by side), numa (all of a NUMA node), none (default\: spread, of GPUs numa, where that is possible, else none; under mpirun or srun, theirs)]:HOW:(auto spread compact numa none)' \
        '--shaped[give each rank a network of its own behind a link of so many Gbit/s, or of another for some\: 0.1,2=0.02; a cluster whose truth is known, on one machine]:GBIT: ' \
        '--algo[force these algorithms, by the library'\''s names, one after the other; '\''default'\'' is its own choice, '\''all'\'' is every one that it has (default\: default)]:LIST: ' \
        '--pairs[sendrecv goes from each rank to each other one, alone (default\: from all to the next)\: which link is slow?]' \
        '--proto[force these protocols of NCCL, ll, ll128 or simple, one after the other (default\: default, its own choice)]:LIST: ' \
        '--channels[force these numbers of NCCL'\''s channels, e.g. 4,8 (default\: its own choice)]:LIST: ' \
        '--in-place[results take the place of the input (default\: out of place)]' \
        '--cold[overwrite the caches before each call (default\: warm, the same buffers again)]' \
        '--launches[start the ranks N times and measure all in each; 6 or more show what a fresh start changes (default\: 1, which says nothing about the next)]:N: ' \
        '--warmups[calls before the first that counts (default\: 5, and of short calls as many as take up to 50 ms)]:N: ' \
        '--samples[at most N samples of a configuration in a launch; it takes 30 or more, until the median is known to 2.5 % or 20 s are over (default\: 1000)]:N: ' \
        '--timeout[what a call may take\: end ranks that are silent longer, and go on (default\: 60)]:SECONDS: ' \
        '--seed[of the random order of configurations (default\: 1)]:N: ' \
        '--resume[go on with the last run of its kind in the file of --output\: skip what it has]' \
        '--retry-failed[with --resume\: measure all failed results again, not those of dead ranks alone]' \
        '--compare[measure nothing\: put the results in two files side by side, before and after, with a verdict each; exit code 1 where something became slower, of several launches]' \
        '*--measurements[results of treering measure from which --runner replay answers]:FILE:_files' \
        '(-c --collective)'{-c,--collective}'[collectives by nccl-tests'\'' names, '\''tuned'\'' for those whose algorithm NCCL chooses, or '\''all'\'' (default\: all_reduce; in report those of its --measurements)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 4M)]:SIZE: ' \
        '(-f --stepfactor)'{-f,--stepfactor}'[multiply the size by N from row to row (default\: 2)]:N: ' \
        '(-i --stepbytes)'{-i,--stepbytes}'[add SIZE from row to row, in place of -f]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[append each result to FILE before the next is measured, as JSON lines]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        '*:FILE:_files' \
      ;;
    tune)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--runner[what runs the collectives\: mpi, gloo, nccl with a process for each GPU, nccl-threads with one for all (both so far run on one GPU alone), or replay (default\: mpi)]:NAME:(mpi gloo nccl nccl-threads replay)' \
        '--ranks[start N ranks on this machine (default\: 2); under mpirun or srun, theirs]:N: ' \
        '--bind[which cores ranks get\: spread (their own, far apart), compact (their own, side by side), numa (all of a NUMA node), none (default\: spread, of GPUs numa, where that is possible, else none; under mpirun or srun, theirs)]:HOW:(auto spread compact numa none)' \
        '--shaped[give each rank a network of its own behind a link of so many Gbit/s, or of another for some\: 0.1,2=0.02; a cluster whose truth is known, on one machine]:GBIT: ' \
        '--proto[force these protocols of NCCL, ll, ll128 or simple, one after the other (default\: default, its own choice)]:LIST: ' \
        '--channels[force these numbers of NCCL'\''s channels, e.g. 4,8 (default\: its own choice)]:LIST: ' \
        '--in-place[results take the place of the input (default\: out of place)]' \
        '--cold[overwrite the caches before each call (default\: warm, the same buffers again)]' \
        '--warmups[calls before the first that counts (default\: 5, and of short calls as many as take up to 50 ms)]:N: ' \
        '--samples[at most N samples of a configuration in a launch; it takes 30 or more, until the median is known to 2.5 % or 20 s are over (default\: 1000)]:N: ' \
        '--timeout[what a call may take\: end ranks that are silent longer, and go on (default\: 60)]:SECONDS: ' \
        '--seed[of the random order of configurations (default\: 1)]:N: ' \
        '--budget[measure at most this share of what a sweep of everything would (default\: 15)]:PERCENT: ' \
        '--knobs[also try variables that only new communicators of NCCL read, NCCL_BUFFSIZE and five others, where NCCL'\''s plan says that they can matter; two to four starts of the ranks for each value (default\: only says which can)]' \
        '--report[also write a report to FILE\: one HTML page with charts of every way, or Markdown where its name ends in .md]:FILE:_files' \
        '--settings[also write what is confirmed to FILE, as Open MPI or NCCL'\''s tuner plugin reads it]:FILE:_files' \
        '--to[form of --settings (default\: openmpi-rules, of NCCL tuner-csv)]:FORM:(env nccl.conf tuner-csv openmpi-rules openmpi-env)' \
        '--algo[choose among these, by the library'\''s names; '\''default'\'' is its own choice (default\: all that it has)]:LIST: ' \
        '--launches[start the ranks anew for each round; at most N times for each configuration (default\: 6, with which an interval of 95 % is possible)]:N: ' \
        '*--measurements[results of treering measure from which --runner replay answers]:FILE:_files' \
        '(-c --collective)'{-c,--collective}'[collectives by nccl-tests'\'' names, '\''tuned'\'' for those whose algorithm NCCL chooses, or '\''all'\'' (default\: all_reduce; in report those of its --measurements)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 4M)]:SIZE: ' \
        '(-f --stepfactor)'{-f,--stepfactor}'[multiply the size by N from row to row (default\: 2)]:N: ' \
        '(-i --stepbytes)'{-i,--stepbytes}'[add SIZE from row to row, in place of -f]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[append each result to FILE before the next is measured, as JSON lines]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    import)
      _arguments -s \
        '--nodes[nodes of the runs, where their text does not say]:N: ' \
        '(-c --collective)'{-c,--collective}'[the collective of runs whose text does not name it]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv)' \
        '--id[name of the series (default\: the id column, else the file'\''s name)]:LABEL: ' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        '*:FILE:_files' \
      ;;
    calibrate)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '*--measurements[what was measured\: nccl-tests output, its JSON, CSV, or results of treering measure, '\''-'\'' for standard input; repeatable]:FILE:_files' \
        '--systems[table of the machines of many runs, in place of TOPOLOGY\: CSV with the columns id, cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, network, nccl, stratum, env]:FILE:_files' \
        '--id[only the rows with this id (default\: all)]:ID: ' \
        '--anchor[use only the smallest and largest row of each sweep; the others test the fit]' \
        '(-c --collective)'{-c,--collective}'[the collective of runs whose text does not name it]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv)' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    validate)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '*--measurements[what was measured\: nccl-tests output, its JSON, CSV, or results of treering measure, '\''-'\'' for standard input; repeatable]:FILE:_files' \
        '--systems[table of the machines of many runs, in place of TOPOLOGY\: CSV with the columns id, cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, network, nccl, stratum, env]:FILE:_files' \
        '--id[only the rows with this id (default\: all)]:ID: ' \
        '--cross-validate[also fit the model without each cluster in turn and predict that cluster; takes half a minute]' \
        '(-c --collective)'{-c,--collective}'[the collective of runs whose text does not name it]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv)' \
        '--event[also simulate each call event by event, and compare]' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
      ;;
    check)
      _arguments -s \
        '--topology[the machine of the run\: a built-in name or a file (default\: as the log says); '\''hosts'\''\: CPUs]:TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
        '--nodes[nodes of the run (default\: as the log says, else 1)]:N: ' \
        '--gpus-per-node[the first G GPUs of each node (default\: as the log says, else all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--id[only the rows with this id (default\: all)]:ID: ' \
        '(-c --collective)'{-c,--collective}'[only rows of this collective; also the collective of runs whose text names none]:NAME:(all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv)' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--floors[judge rows by the floors that treering expect wrote (JSON or CSV), in place of the model; exit code 1 where a row is below]:FILE:_files' \
        '--junit[with --floors\: also write JUnit XML to FILE, a case for each row]:FILE:_files' \
        '--format[text, json, csv, or markdown, a report to paste into an issue; with --floors junit in its place (default\: text)]:FORM:(text json csv markdown junit)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        '*:LOG:_files' \
      ;;
    report)
      _arguments -s \
        '--nodes[number of equal nodes in the job (default\: that of a cluster file, else 1)]:N: ' \
        '--gpus-per-node[use the first G GPUs of each node (default\: all)]:G: ' \
        '--devices[use these GPUs of each node, in this order of local ranks, e.g. 0,2]:LIST: ' \
        '--nics[use only these network adapters\: names as in NCCL_IB_HCA, or a number, spread evenly]:LIST: ' \
        '--nic-rate[rate of every adapter port in Gbit/s, each way (default\: as TOPOLOGY says)]:GBIT: ' \
        '--oversubscription[leaf switches have so many times less to the others than their nodes to them (default\: as TOPOLOGY says)]:RATIO: ' \
        '--nodes-per-leaf[nodes under each leaf switch (default\: as TOPOLOGY says)]:N: ' \
        '--node-order[how nodes are under leaf switches\: sorted (leaf by leaf), scattered (each next node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 (default\: as TOPOLOGY says, else sorted)]:ORDER: ' \
        '--gpus-per-process[GPUs that one thread submits to in turn, nccl-tests'\'' -g (default\: 1)]:G: ' \
        '--nccl[NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default\: 2.28.9)]:VERSION:(2.12.7 2.14.3 2.15.1 2.16.5 2.17.1 2.18.1 2.18.3 2.19.1 2.20.3 2.21.5 2.22.3 2.23.4 2.24.3 2.25.1 2.26.2 2.27.3 2.27.5 2.28.3 2.28.7 2.28.9 2.29.2 2.29.7 2.30.3 2.31.2)' \
        '*--env[set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list variables)]:NAME=VALUE:(NCCL_ALGO= NCCL_PROTO= NCCL_MIN_NRINGS= NCCL_MIN_NCHANNELS= NCCL_MAX_NRINGS= NCCL_MAX_NCHANNELS= NCCL_MIN_CTAS= NCCL_MAX_CTAS= NCCL_NVLS_NCHANNELS= NCCL_MIN_P2P_NCHANNELS= NCCL_MAX_P2P_NCHANNELS= NCCL_NCHANNELS_PER_NET_PEER= NCCL_NVLS_ENABLE= NCCL_COLLNET_ENABLE= NCCL_COLLNET_NODE_THRESHOLD= NCCL_PAT_ENABLE= NCCL_P2P_LEVEL= NCCL_P2P_DISABLE= NCCL_SHM_DISABLE= NCCL_NET_DISABLE_INTRA= NCCL_NVB_DISABLE= NCCL_CROSS_NIC= NCCL_PXN_DISABLE= NCCL_P2P_PXN_LEVEL= NCCL_PXN_C2C= NCCL_NET_GDR_LEVEL= NCCL_NET_GDR_C2C= NCCL_NET_GDR_READ= NCCL_NETDEVS_POLICY= NCCL_IB_HCA= NCCL_IB_MERGE_NICS= NCCL_NET_MERGE_LEVEL= NCCL_NET_FORCE_MERGE= NCCL_NTHREADS= NCCL_LL128_NTHREADS= NCCL_THREAD_THRESHOLDS= NCCL_BUFFSIZE= NCCL_LL_BUFFSIZE= NCCL_LL128_BUFFSIZE= NCCL_NVLS_CHUNKSIZE= NCCL_NVLSTREE_MAX_CHUNKSIZE= NCCL_NET_OVERHEAD= NCCL_LL128_C2C=)' \
        '--env-from-process[also take the NCCL variables of treering'\''s own environment]' \
        '--compare[also put two files of measurements side by side, OLD and NEW after TOPOLOGY, with a verdict each; exit code 1 where something became slower, of several launches]' \
        '*--measurements[what was measured\: nccl-tests output, its JSON, CSV, or results of treering measure, '\''-'\'' for standard input; repeatable]:FILE:_files' \
        '--id[only the rows with this id (default\: all)]:ID: ' \
        '(-c --collective)'{-c,--collective}'[collectives by nccl-tests'\'' names, '\''tuned'\'' for those whose algorithm NCCL chooses, or '\''all'\'' (default\: all_reduce; in report those of its --measurements)]:LIST:_values -s , value all_reduce all_gather reduce_scatter broadcast reduce alltoall gather scatter sendrecv tuned all' \
        '(-b --minbytes)'{-b,--minbytes}'[smallest size in bytes; K, M, G are powers of 1024 (default\: 8)]:SIZE: ' \
        '(-e --maxbytes)'{-e,--maxbytes}'[largest size (default\: 8G)]:SIZE: ' \
        '(-f --stepfactor)'{-f,--stepfactor}'[multiply the size by N from row to row (default\: 2)]:N: ' \
        '(-i --stepbytes)'{-i,--stepbytes}'[add SIZE from row to row, in place of -f]:SIZE: ' \
        '(-d --datatype)'{-d,--datatype}'[element type by nccl-tests'\'' name (default\: float)]:TYPE:(int8 uint8 int32 uint32 int64 uint64 half float double bfloat16 f8e4m3 f8e5m2)' \
        '--op[reduction (default\: sum); nccl-tests'\'' -o, which names the output file here]:OP:(sum prod max min avg mulsum)' \
        '--algo[consider only these algorithms, or '\''all'\'']:LIST:_values -s , value Tree Ring CollNetDirect CollNetChain NVLS NVLSTree PAT all' \
        '--proto[consider only these protocols, or '\''all'\'']:LIST:_values -s , value LL LL128 Simple all' \
        '--profile[parameters of the cost model that replace built-in ones, as treering calibrate writes them]:FILE:_files' \
        '--network[network of the cost model\: infiniband, roce, slingshot, efa, efa1 or tcp (default\: as the adapters say)]:NAME:(infiniband roce slingshot efa efa1 tcp)' \
        '--model[source of the times\: cost, what calls really take (default); nccl, what NCCL believes; or event]:NAME:(nccl cost event)' \
        '--format[html, markdown, csv or json (default\: by the ending of --output, else html)]:FORM:(html markdown csv json)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':TOPOLOGY:{compadd dgx-1v dgx-2 dgx-a100 dgx-h100 dgx-h200 dgx-b200 gb200-nvl72 dgx-b300 gb300-nvl72 dgx-spark hgx-a100-4 hgx-a800 hgx-h100-4 hgx-h100-8-4nic hgx-h800 hgx-h20 h100-nvl-2 pcie-4 pcie-8-nvbridge l40s-8 rtx-4090-8 rtx-pro-6000-8 aws-p3dn aws-p4d aws-p5 azure-nd-a100-v4 gcp-a4 oci-h100 summit perlmutter polaris leonardo marenostrum5 alps live; _files}' \
        '*:FILE:_files' \
      ;;
    list)
      _arguments -s \
        '--format[text, json or csv (default\: text)]:FORM:(text json csv)' \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '--quiet[print only figures\: no headings, remarks or advice]' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':WHAT:(topologies formats algorithms protocols collectives variables fields exporters runners backends gpus)' \
      ;;
    completion)
      _arguments -s \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
        ':SHELL:(bash zsh fish)' \
      ;;
    man)
      _arguments -s \
        '(-o --output)'{-o,--output}'[write to FILE instead of standard output]:FILE:_files' \
        '(-h --help)'{-h,--help}'[show this help and exit]' \
      ;;
  esac
}
_treering "$@"
