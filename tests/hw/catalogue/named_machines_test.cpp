#include "hw/catalogue/named_machines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"

namespace treering::hw::catalogue {
namespace named_machines_test {

std::string_view topology_in(std::string_view text) {
  const NamedMachine* const machine = machine_named_in(text);
  return machine == nullptr ? std::string_view() : machine->topology;
}

TEST(NamedMachines, ProductsAndInstancesAreBuiltInMachines) {
  EXPECT_EQ(topology_in("on a cluster of 4x DGX A100 nodes"), "dgx-a100");
  EXPECT_EQ(topology_in("2x p5.48xlarge"), "aws-p5");
  EXPECT_EQ(topology_in("two p4de.24xl"), "aws-p4d");
  EXPECT_EQ(topology_in("Standard_ND96amsr_A100_v4"), "azure-nd-a100-v4");
  EXPECT_EQ(topology_in("p5 p50 p95 of the latency"), "");
  EXPECT_TRUE(load_builtin(topology_in("a3-megagpu-8g")));
  EXPECT_EQ(machine_named_in("a3-megagpu-8g")->nic_rate, "200");
  EXPECT_EQ(machine_named_in("Standard_ND40rs_v2")->nics, "1");
}

TEST(NamedMachines, PeopleShortenTheirNames) {
  EXPECT_EQ(topology_in("two P4d instances"), "aws-p4d");
  EXPECT_EQ(topology_in("NET/OFI Running on p4de platform"), "aws-p4d");
  EXPECT_EQ(topology_in("on 2 p3dn with EFA"), "aws-p3dn");
  EXPECT_EQ(topology_in("4 p5 nodes"), "aws-p5");
  EXPECT_EQ(topology_in("ND H100 v5 series"), "dgx-h100");
  EXPECT_EQ(topology_in("GKE with A4 VMs"), "gcp-a4");
  EXPECT_EQ(machine_named_in("A3 High")->nics, "4");
  EXPECT_EQ(topology_in("an A4 sheet"), "");
}

TEST(NamedMachines, GpusOfCountsAndShortNames) {
  EXPECT_EQ(gpu_named_in("each node has 8v100"), "V100");
  EXPECT_EQ(gpu_named_in("with 2 2080ti and a bridge"), "RTX 2080 TI");
  EXPECT_EQ(gpu_named_in("RTX 2080 Ti"), "RTX 2080 TI");
  EXPECT_EQ(gpu_named_in("4x rtx4090"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("bus 0xa100"), "");
  EXPECT_TRUE(names_amd_gpu("4 nodes with 4 mi250x each"));
  EXPECT_TRUE(names_amd_gpu("8xMI300X"));
  EXPECT_FALSE(names_amd_gpu("mid-size 100 MiB"));
}

TEST(NamedMachines, SeveralAreNone) {
  EXPECT_EQ(topology_in("DGX A100 against DGX H100"), "");
}

TEST(NamedMachines, AGpuInWords) {
  EXPECT_EQ(gpu_named_in("8x A100 SXM4 80GB with 200G"), "A100 SXM4 80GB");
  EXPECT_EQ(gpu_named_in("8xH100, an H100 each"), "H100");
  EXPECT_EQ(gpu_named_in("two RTX 4090 cards"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("H100 and A100"), "");
  EXPECT_THAT(gpus_named_in("H100, A100 and again H100 NVL"),
              ::testing::ElementsAre("H100 NVL", "A100"));
  EXPECT_EQ(gpu_named_in("on slurm-gb200-207-171 device  3"), "GB200");
  EXPECT_EQ(gpu_named_in("a T4 line of a table, A2"), "");
}

TEST(NamedMachines, GeForcesByTheirNumberAmongWordsAboutCards) {
  EXPECT_EQ(gpu_named_in("an 8 cards 4090 server"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("8x4090 with EPYC"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("4090*8"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("8 x 3090, dual 3090"), "RTX 3090");
  EXPECT_EQ(gpu_named_in("8\u53614090\u670d\u52a1\u5668"), "RTX 4090");
  EXPECT_EQ(gpu_named_in("4\u00d74090D"), "RTX 4090 D");
  EXPECT_EQ(gpu_named_in("four 3090 Ti"), "RTX 3090 TI");
  EXPECT_EQ(gpu_named_in("RTX 4070 Ti SUPER"), "RTX 4070 TI SUPER");
  EXPECT_EQ(gpu_named_in("eight 1080s"), "GTX 1080");
  EXPECT_EQ(gpu_named_in("port 4090, 2080 GPUs, 8 4090 12.5, 1080p, 4090MiB"), "");
  EXPECT_EQ(nodes_named_in("2\u00d7 p5.48xlarge"), 2);
}

TEST(NamedMachines, NodesInWords) {
  EXPECT_EQ(nodes_named_in("run on 2 nodes with 8 GPUs"), 2);
  EXPECT_EQ(nodes_named_in("we test it in 8nodes"), 8);
  EXPECT_EQ(nodes_named_in("4x DGX A100"), 4);
  EXPECT_EQ(nodes_named_in("2x p4de.24xlarge"), 2);
  EXPECT_EQ(nodes_named_in("on two nodes, both with 8 GPUs"), 2);
  EXPECT_EQ(nodes_named_in("it consists of 3x servers"), 3);
  EXPECT_FALSE(nodes_named_in("8x A100"));
  EXPECT_FALSE(nodes_named_in("from 2 nodes to 4 nodes"));
}

TEST(NamedMachines, NamesOfNodesAreNoCounts) {
  EXPECT_EQ(nodes_named_in("nnodes=2, num_local_procs=4, node_rank=0"), 2);
  EXPECT_FALSE(nodes_named_in("num_local_procs=4, node_rank=0"));
  EXPECT_FALSE(nodes_named_in("procs 4 node_id 0, rank 4 node 1, gpus=8 node=1"));
  EXPECT_FALSE(nodes_named_in("gpus 8, nodes 0-3"));
  EXPECT_EQ(nodes_named_in("gpus_per_node=8 nodes=4"), 4);
  EXPECT_EQ(nodes_named_in("torchrun --nnodes=2 --nproc_per_node=8 x.py"), 2);
  EXPECT_EQ(nodes_named_in("SLURM_NNODES=16\nnum_nodes: 16\n"), 16);
  EXPECT_FALSE(nodes_named_in("--nnodes=1:4, nodes=1,2,3 and nodes=1-3, NUMA nodes: 2"));
  EXPECT_EQ(nodes_named_in("2 node 8 GPU, logs of 2-node runs in all_reduce_2_nodes"), 2);
  EXPECT_EQ(nodes_named_in("this ran on 2\nnodes of 8 GPUs"), 2);
  EXPECT_FALSE(nodes_named_in("  338.82  0  N/A  82\nnodes: 1:2"));
}

}  // namespace named_machines_test
}  // namespace treering::hw::catalogue
