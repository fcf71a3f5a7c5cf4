#include "hw/formats/format.h"

#include <gtest/gtest.h>

namespace treering::hw::formats {
namespace format_test {

TEST(Formats, SayWhichHostsATextMayBeOf) {
  EXPECT_EQ(hosts_of("nccl-log"), HostsOfText::OfJob);
  EXPECT_EQ(hosts_of("nccl-tests"), HostsOfText::OfJob);
  EXPECT_EQ(hosts_of("nvidia-smi-topo"), HostsOfText::Pasted);
  EXPECT_EQ(hosts_of("env-dump"), HostsOfText::Pasted);
  EXPECT_EQ(hosts_of("nccl-xml"), HostsOfText::AsWritten);
  EXPECT_EQ(hosts_of("yaml"), HostsOfText::AsWritten);
  EXPECT_EQ(hosts_of("built-in"), HostsOfText::AsWritten);
}

}  // namespace format_test
}  // namespace treering::hw::formats
