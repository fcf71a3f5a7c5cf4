#include "hw/catalogue/named_networks.h"

#include <string>

#include <gtest/gtest.h>

namespace treering::hw::catalogue {
namespace named_networks_test {

/// "2 adapters of 100 Gbit/s, RoCE"; empty where the text names none.
std::string named(std::string_view text) {
  const auto network = network_named_in(text);
  return network ? text_of(*network) : "";
}

TEST(NamedNetworks, HaveANumberARateAndAKind) {
  EXPECT_EQ(named("2 x 100Gbps RoCE between the nodes"), "2 adapters of 100 Gbit/s, RoCE");
  EXPECT_EQ(named("8x400G IB NDR"), "8 adapters of 400 Gbit/s, InfiniBand");
  EXPECT_EQ(named("single 25 GbE"), "1 adapter of 25 Gbit/s, Ethernet");
  EXPECT_EQ(named("HDR200 fabric"), "200 Gbit/s, InfiniBand");
  EXPECT_EQ(named("A100 * 8, IB 200Gb * 4"), "4 adapters of 200 Gbit/s, InfiniBand");
  EXPECT_EQ(named("each machine has 8 *100 Gbps network nic, my network is RoCE"),
            "8 adapters of 100 Gbit/s, RoCE");
  EXPECT_EQ(named("InfiniBand HDR (200 Gb/s)"), "200 Gbit/s, InfiniBand");
  EXPECT_EQ(named("4 NICs of 400 Gbit/s"), "4 adapters of 400 Gbit/s");
  EXPECT_EQ(named("8x A100, and 4x Mellanox HDR Infiniband cards"),
            "4 adapters of 200 Gbit/s, InfiniBand");
}

TEST(NamedNetworks, TheAdaptersMakerMayStandBetween) {
  EXPECT_EQ(named("HGX with 8xH100 and 8x CX-7 IB 400Gbps"),
            "8 adapters of 400 Gbit/s, InfiniBand");
  EXPECT_EQ(named("8x ConnectX-7 400 Gb/s RoCEv2 per node"), "8 adapters of 400 Gbit/s, RoCE");
  EXPECT_EQ(named("1x ConnectX-6 HDR 200Gbps InfiniBand"), "1 adapter of 200 Gbit/s, InfiniBand");
  EXPECT_EQ(named("Network: ConnectX6 HDR Infiniband adapter 1EA"),
            "1 adapter of 200 Gbit/s, InfiniBand");
}

TEST(NamedNetworks, AdaptersMayBeCountedAlone) {
  EXPECT_EQ(adapters_named_in("H100 8 GPUs , 4 IB Ports , nvidia-driver 535"), 4);
  EXPECT_EQ(adapters_named_in("each node: 8 x H100, eight NICs"), 8);
  EXPECT_EQ(adapters_named_in("4 Mellanox cards, 4x IB HCAs"), 4);
  EXPECT_EQ(adapters_named_in("8 GPU cards, 4 ports open, NCCL uses only 4 NICs"), 0);
  EXPECT_EQ(adapters_named_in("2 NICs here and 4 NICs there"), 0);
}

// The lanes of a port are no number of ports.
TEST(NamedNetworks, FourLanesAreOnePort) {
  EXPECT_EQ(named("4x EDR"), "100 Gbit/s, InfiniBand");
  EXPECT_EQ(named("8x EDR"), "8 adapters of 100 Gbit/s, InfiniBand");
}

TEST(NamedNetworks, TheManagementsEthernetIsLeftOut) {
  EXPECT_EQ(named("8x400G NDR, and 10GbE for ssh"), "8 adapters of 400 Gbit/s, InfiniBand");
}

TEST(NamedNetworks, WhatIsNoNetworkIsNone) {
  EXPECT_EQ(named("8x A100 80GB, 40GB each"), "");
  EXPECT_EQ(named("we get only 40 Gbps over the network"), "");
  EXPECT_EQ(named("mpirun -x NCCL_IB_HCA=mlx5_0 ./all_reduce_perf -b 8 -e 10G -f 2 -g 8"), "");
  EXPECT_EQ(named("200 GB/s of NVLink"), "");
  EXPECT_EQ(named("4x100GbE here and 8x200G RoCE there, 100G RoCE too"), "");
}

}  // namespace named_networks_test
}  // namespace treering::hw::catalogue
