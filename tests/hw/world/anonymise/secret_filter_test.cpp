#include "hw/world/anonymise/secret_filter.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::hw::world::anonymise {
namespace secret_filter_test {

using ::testing::MatchesRegex;

std::string filtered(const std::string& text, Trust trust) {
  SecretFilter filter;
  filter.text(text, trust);
  filter.settle();
  return filter.text(text, trust);
}

TEST(SecretFilter, KnownWordsAndFormsStay) {
  for (const char* text :
       {"permission denied", "libnccl-net-ofi.so.2", "x86_64-linux-gnu", "0000:17:00.0"}) {
    EXPECT_EQ(filtered(text, Trust::Words), text);
  }
  EXPECT_EQ(filtered("=mlx5_0:1,ens1f0np0 42", Trust::Values), "=mlx5_0:1,ens1f0np0 42");
  EXPECT_EQ(filtered("200 Gb/sec (4X HDR)", Trust::System), "200 Gb/sec (4X HDR)");
  EXPECT_EQ(filtered("16.0 GT/s PCIe", Trust::System), "16.0 GT/s PCIe");
}

TEST(SecretFilter, WhatIsNotTrustedIsReplaced) {
  EXPECT_THAT(filtered("mlx5_0 42", Trust::Words), MatchesRegex("mlx5_[0-9]+ 9[0-9]+"));
  EXPECT_THAT(filtered("node17", Trust::Values), MatchesRegex("node9[0-9]+"));
  EXPECT_EQ(filtered("node17", Trust::System), "node17");
  EXPECT_THAT(filtered("123456", Trust::System), MatchesRegex("9[0-9]+"));
  EXPECT_THAT(filtered("w\xc3\xb6lfe", Trust::System), MatchesRegex("anon[a-z]+"));
}

TEST(SecretFilter, WhatFollowsAVersionIsFiltered) {
  EXPECT_THAT(filtered("libnccl.so.2 ann/libann.so.2.18:7", Trust::Words),
              MatchesRegex("libnccl.so.2 anon[a-z]+/anon[a-z]+.so.2.18:9[0-9]+"));
}

TEST(SecretFilter, WordsThatDiscoveryLooksForStayWithinOthers) {
  EXPECT_THAT(filtered("mydocker7", Trust::Words), MatchesRegex("anon[a-z]+docker9[0-9]+"));
}

TEST(SecretFilter, StandInsAreNoSecrets) {
  // 900000 would be the first placeholder of a number, anonaaa of a word.
  const std::string text = filtered("900000 anonaaa 123456", Trust::Words);
  EXPECT_EQ(text.find("900000"), std::string::npos);
  EXPECT_EQ(text.find("anonaaa"), std::string::npos);
}

TEST(SecretFilter, AddressesKeepTheirForm) {
  EXPECT_EQ(filtered("at 0c:42:a1:00:00:01.", Trust::Words), "at 00:00:00:00:00:01.");
  EXPECT_EQ(filtered("GPU-0c42a1b2-00c3-4d5e-8f60-718293a4b5c6", Trust::Words),
            "GPU-00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(filtered("fe80:0000:0000:0000:b8ce:f603:00a1:0001", Trust::Words),
            "fe80:0000:0000:0000:0000:0000:0000:0001");
  EXPECT_EQ(filtered("10.0.0.1 127.0.0.1 10.0.0.2", Trust::Words),
            "198.18.0.1 127.0.0.1 198.18.0.2");
  EXPECT_EQ(filtered("[fd00::7]:80", Trust::Values), "[2001:db8::1]:80");
}

TEST(SecretFilter, PathsOfTheKernelKeepItsNumbers) {
  SecretFilter filter;
  for (const char* path :
       {"/sys/class/infiniband/mlx5_0/ports/1/rate", "/sys/kernel/iommu_groups/17",
        "/sys/devices/pci0000:16/0000:16:01.0/virtio0", "/proc/1/cgroup", "~/.nccl.conf",
        "/usr/lib/x86_64-linux-gnu", "/var/run/secrets/kubernetes.io"}) {
    EXPECT_EQ(filter.path(path), path);
  }
  EXPECT_THAT(filter.path("/scratch/17/a"), MatchesRegex("/scratch/9[0-9]+/a"));
  EXPECT_THAT(filter.path("/proc/../home/node17"), MatchesRegex("/proc/../home/node9[0-9]+"));
}

}  // namespace secret_filter_test
}  // namespace treering::hw::world::anonymise
